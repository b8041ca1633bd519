// Notes how long the main thread works between two turns of its timers, by its own processor time, and how long it waits for a processor
// that other work of the machine has. Loaded into a server by NODE_OPTIONS; at its end it writes to the file that its own address names. Linux only.
import { readFileSync, writeFileSync } from "node:fs";

const LEAST_MS = 5;
const file = new URL(import.meta.url).searchParams.get("file");

/** The first figures are the thread's time on a processor and its time in line for one, in nanoseconds. */
const readTimesMs = () =>
  readFileSync("/proc/thread-self/schedstat", "utf8")
    .split(" ", 2)
    .map((text) => Number(text) / 1e6);

if (file) {
  const works = [];
  let last = readTimesMs();
  setInterval(() => {
    const times = readTimesMs();
    const [workMs, waitMs] = times.map((time, index) => time - last[index]);
    if (Math.max(workMs, waitMs) >= LEAST_MS) works.push({ atMs: Date.now(), workMs, waitMs });
    last = times;
  }, 1).unref();
  process.once("exit", () => writeFileSync(file, JSON.stringify(works)));
}
