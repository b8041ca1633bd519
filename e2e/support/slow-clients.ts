// `npx jiti e2e/support/slow-clients.ts http://localhost:3000`: 200 slow connections of each
// kind, by Debian's slowhttptest. Meanwhile healthy clients send ten requests a second.
// Exits with 1 if a healthy request failed, if their p99 is not below 200 ms, or if there were fewer slow connections.
import { spawn } from "node:child_process";
import { get } from "node:http";
import { stripVTControlCharacters } from "node:util";
import { readRevision } from "./revision.ts";

const [origin = "http://localhost:3000"] = process.argv.slice(2);
const CONNECTIONS = 200;
const SECONDS = 45;
const EVERY_MS = 100;
const P99_LIMIT_MS = 200;
const paths = ["/llms.txt", "/pricing", "/.well-known/status", "/quote"];

const kinds: Readonly<Record<string, readonly string[]>> = {
  "none, for comparison": [],
  "slow headers": ["-H", "-i", "5", "-u", `${origin}/pricing`],
  // With another type the request would be refused before its body is read.
  "slow bodies": ["-B", "-i", "5", "-s", "8192", "-f", "application/json", "-u", `${origin}/mcp`],
  "slow readers": ["-X", "-w", "1", "-y", "2", "-n", "5", "-z", "1", "-k", "3", "-u", `${origin}/llms-full.txt`],
};

/** Milliseconds until the whole answer; null if none came. */
function ask(path: string): Promise<number | null> {
  const startMs = performance.now();
  return new Promise((resolve) => {
    get(`${origin}${path}`, { agent: false, timeout: 10_000 }, (reply) => {
      reply.resume().once("end", () => resolve(reply.statusCode === 200 ? performance.now() - startMs : null));
    })
      .once("timeout", () => resolve(null))
      .once("error", () => resolve(null));
  });
}

async function measure(seconds: number): Promise<readonly (number | null)[]> {
  const asked: Promise<number | null>[] = [];
  for (let count = 0; count < (seconds * 1000) / EVERY_MS; count++) {
    asked.push(ask(paths[count % paths.length] as string));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return Promise.all(asked);
}

/** The highest number of connections that the tool's output reports. */
function countConnected(said: string): number {
  return Math.max(0, ...[...said.matchAll(/connected: +(\d+)/g)].map(([, count]) => Number(count)));
}

/** The tool ends when the server has closed its last connection. */
function endReason(said: string): string {
  const ended = /Test ended on (\d+)\w+ second\s+Exit status: No open connections left/.exec(said);
  return ended ? `all by second ${ended[1]}` : `not all in ${SECONDS} s`;
}

process.stdout.write(
  `Sources: ${readRevision()}, begun ${new Date().toISOString()}\n\n` +
    "| Slow clients | Most at once | Healthy requests | Failed | p50 | p99 | Slow ones ended |\n| --- | --- | --- | --- | --- | --- | --- |\n",
);
let holds = true;
for (const [kind, args] of Object.entries(kinds)) {
  let said = "";
  const common = ["-c", String(CONNECTIONS), "-r", "100", "-l", String(2 * SECONDS), "-p", "5"];
  const child = args.length > 0 ? spawn("slowhttptest", [...args, ...common]) : null;
  child?.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const spans = await measure(child ? SECONDS : SECONDS / 4);
  child?.kill("SIGINT");
  const answered = spans.filter((span) => span !== null).sort((a, b) => a - b);
  const failed = spans.length - answered.length;
  const at = (share: number) => Math.round(answered[Math.floor((answered.length - 1) * share)] ?? Number.NaN);
  const text = stripVTControlCharacters(said);
  const slow = child ? [countConnected(text), endReason(text)] : ["", ""];
  const cells = [kind, slow[0], spans.length, failed, `${at(0.5)} ms`, `${at(0.99)} ms`, slow[1]];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
  if (failed > 0 || !(at(0.99) < P99_LIMIT_MS) || (child && slow[0] !== CONNECTIONS)) holds = false;
}
process.exit(holds ? 0 : 1);
