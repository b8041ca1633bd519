// Adds observations to the history's file, as fast as it can, and prints a line for each: its second, whether it was written, the changes.
// `jiti e2e/support/history-writer.ts <folder> <first second> <step in seconds> <count>`
import type { HistorySample } from "../../lib/protocol/history/observation.ts";
import { createFileLog } from "../../lib/runtime/store/file-log.ts";

const WRITER_START_MS = Date.UTC(2026, 10, 20);

const [folder = "", first = "0", step = "60", count = "1"] = process.argv.slice(2);
const failures: string[] = [];
const log = createFileLog({
  folder,
  name: "history-test",
  now: () => WRITER_START_MS,
  report: (what, cause) => failures.push(`${what} ${cause}`),
});
for (let index = 0; index < Number(count); index += 1) {
  const seconds = Number(first) + index * Number(step);
  const sample = (verdict: HistorySample["verdict"]) => ({ verdict, haltedBy: [] });
  const samples = new Map([
    ["BTC trading", sample(index % 2 ? "halted" : "open")],
    ["ETH trading", sample("open")],
  ]);
  const added = await log.add([{ atMs: WRITER_START_MS + seconds * 1000, height: index, samples }]);
  process.stdout.write(
    `${JSON.stringify({ seconds, isWritten: added.isWritten, changes: added.log.changes.length, failures })}\n`,
  );
}
