// Notes how long the main thread works between two turns of its timers, by its own processor time: other work of the machine does not
// count. Loaded into a server by NODE_OPTIONS; at its end it writes to the file that its own address names. Linux only.
import { readFileSync, writeFileSync } from "node:fs";

const LEAST_MS = 5;
const file = new URL(import.meta.url).searchParams.get("file");

/** The first figure is the thread's time on a processor, in nanoseconds. */
const readCpuMs = () => Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ", 1)[0]) / 1e6;

if (file) {
  const works = [];
  let lastMs = readCpuMs();
  setInterval(() => {
    const nowMs = readCpuMs();
    if (nowMs - lastMs >= LEAST_MS) works.push({ atMs: Date.now(), workMs: nowMs - lastMs });
    lastMs = nowMs;
  }, 1).unref();
  process.once("exit", () => writeFileSync(file, JSON.stringify(works)));
}
