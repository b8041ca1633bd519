// `npx jiti e2e/slow-clients.ts http://localhost:3000`: 200 slow connections of each kind by Debian's slowhttptest, while healthy clients ask ten times a second.
import { spawn } from "node:child_process";
import { get } from "node:http";
import { stripVTControlCharacters } from "node:util";
import { readRevision } from "./revision.ts";

const [origin = "http://localhost:3000"] = process.argv.slice(2);
const CONNECTIONS = 200;
const SECONDS = 45;
const EVERY_MS = 100;
const paths = ["/llms.txt", "/pricing", "/.well-known/status", "/quote"];

const kinds: Readonly<Record<string, readonly string[]>> = {
  "none, for comparison": [],
  "slow headers": ["-H", "-i", "5", "-u", `${origin}/pricing`],
  // Of another type it would be refused before it is read.
  "slow bodies": ["-B", "-i", "5", "-s", "8192", "-f", "application/json", "-u", `${origin}/mcp`],
  "slow readers": ["-X", "-w", "1", "-y", "2", "-n", "5", "-z", "1", "-k", "3", "-u", `${origin}/llms-full.txt`],
};

/** Milliseconds until the whole answer; null where none came. */
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

function toRow(kind: string, spans: readonly (number | null)[], end: string): string {
  const answered = spans.filter((span) => span !== null).sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(answered[Math.floor((answered.length - 1) * share)] ?? Number.NaN)} ms`;
  return `| ${[kind, spans.length, spans.length - answered.length, at(0.5), at(0.99), end].join(" | ")} |`;
}

/** The tool ends when its last connection has been closed by the server. */
function toEnd(said: string): string {
  const ended = /Test ended on (\d+)\w+ second\s+Exit status: No open connections left/.exec(said);
  return ended ? `all by second ${ended[1]}` : `not all in ${SECONDS} s`;
}

process.stdout.write(
  `Sources: ${readRevision()}, begun ${new Date().toISOString()}\n\n` +
    "| Slow clients | Healthy requests | Failed | p50 | p99 | Slow ones ended |\n| --- | --- | --- | --- | --- | --- |\n",
);
for (const [kind, args] of Object.entries(kinds)) {
  let said = "";
  const common = ["-c", String(CONNECTIONS), "-r", "100", "-l", String(2 * SECONDS), "-p", "5"];
  const child = args.length > 0 ? spawn("slowhttptest", [...args, ...common]) : null;
  child?.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const spans = await measure(child ? SECONDS : SECONDS / 4);
  child?.kill("SIGINT");
  process.stdout.write(`${toRow(kind, spans, child ? toEnd(stripVTControlCharacters(said)) : "")}\n`);
}
process.exit(0);
