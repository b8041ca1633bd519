// What the first visitor of a new process waits for on the platform: a bundle is loaded, then its first answer is made.
// Beside a bare Next app, built and run in the same way. An empty Node's own start is taken off everything.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { childEnvironment } from "../../../lib/config.ts";
import { buildOutput, platformVariables } from "../../platform/build.ts";
import { type Output, readOutput } from "../../platform/output.ts";
import { type Call, exchange, startWorker, unpackBundle } from "../../platform/processes.ts";
import { peerFolder } from "../servers.ts";
import { median } from "../statistics.ts";
import type { Outcome } from "./group.ts";

const root = join(import.meta.dirname, "../../..");
const siteUrl = "https://site.example";

const html = { accept: "text/html" };
const json = { accept: "application/json, text/event-stream", "content-type": "application/json" };
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const page = (target: string): Asked => ({ method: "GET", target, headers: html, body: "" });
const endpoint: Asked = { method: "POST", target: "/mcp", headers: json, body: list };
const ours = [endpoint, page("/status"), page("/quote?from=BTC&to=ETH&amount=0.05")];
const theirs = [endpoint, page("/live/status.html")];

interface Bundle {
  readonly what: string;
  readonly unpacked: ReturnType<typeof unpackBundle>;
  readonly asked: Asked | null;
}

/** `bytes`: the peer's answers. Each bundle is loaded `times` times, in turn with the others. */
export async function measureCold(bytes: string, times: number): Promise<Outcome> {
  const given = { ...childEnvironment(), SITE_URL: siteUrl, BENCH_BYTES: bytes };
  buildOutput(root, given);
  buildOutput(peerFolder, given);
  const place = mkdtempSync(join(tmpdir(), "signpost-cold-"));
  try {
    const empty = { settings: { handler: "index.cjs" }, folder: join(place, "empty") };
    mkdirSync(empty.folder);
    writeFileSync(join(empty.folder, "index.cjs"), "module.exports = (_, response) => response.end();");
    const bundles: readonly Bundle[] = [
      ...listBundles("Signpost", root, join(place, "site"), ours),
      ...listBundles("bare Next app", peerFolder, join(place, "peer"), theirs),
    ];
    const starts: number[] = [];
    const loads = bundles.map((): number[] => []);
    const firsts = bundles.map((): number[] => []);
    for (let count = 0; count < times; count++) {
      starts.push((await time({ what: "", unpacked: empty, asked: null }, given)).loadedMs);
      for (const [index, bundle] of bundles.entries()) {
        const { loadedMs, answeredMs } = await time(bundle, given);
        loads[index]?.push(loadedMs);
        if (answeredMs !== null) firsts[index]?.push(answeredMs);
      }
    }
    const own = median(starts);
    const shown = (values: readonly number[]) => (values.length > 0 ? Math.round(median(values) - own) : "");
    return {
      tables: [
        {
          title: "Cold on the platform",
          head: ["What", `Loaded, ms, median of ${times}`, "First answer, ms"],
          rows: bundles.map(({ what }, index) => [what, shown(loads[index] ?? []), shown(firsts[index] ?? [])]),
          note: `Each from the start of its process, less the ${Math.round(own)} ms of an empty one.`,
        },
      ],
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** One row for each question, then one for each bundle that nobody asks. */
function listBundles(name: string, project: string, place: string, questions: readonly Asked[]): Bundle[] {
  const output: Output = readOutput(join(project, ".vercel", "output"));
  const sources = [...new Set([...output.entries.values()].flatMap(({ bundle }) => bundle ?? []))];
  const unpacked = new Map(
    sources.map((source, index) => [source, unpackBundle(source, join(place, `${index}`), project)]),
  );
  const asked = questions.map((question) => ({ question, source: findBundle(output, question) }));
  const silent = sources.filter((source) => !asked.some((one) => one.source === source));
  const take = (source: string) => unpacked.get(source) as Bundle["unpacked"];
  return [
    ...asked.map(({ question, source }) => ({
      what: `${name}, ${question.target}`,
      unpacked: take(source),
      asked: question,
    })),
    ...silent.map((source) => ({ what: `${name}, ${basename(source)}`, unpacked: take(source), asked: null })),
  ];
}

/** Of a path with a parameter, the build writes its name. */
function findBundle(output: Output, { target }: Asked): string {
  const path = target.replace(/\?.*/, "").replace(/^\/live\/.*/, "/live/[name]");
  const { bundle } = output.find(path) ?? {};
  if (!bundle) throw new Error(`no function answers ${path}`);
  return bundle;
}

async function time({ unpacked, asked }: Bundle, given: NodeJS.ProcessEnv) {
  const startMs = performance.now();
  const { child, port } = startWorker(unpacked, { ...given, ...platformVariables });
  try {
    const served = await port;
    const loadedMs = performance.now() - startMs;
    if (!asked) return { loadedMs, answeredMs: null };
    const headers = {
      ...asked.headers,
      host: new URL(siteUrl).host,
      "x-matched-path": asked.target.replace(/\?.*/, ""),
    };
    const call: Call = { ...asked, headers, body: Buffer.from(asked.body) };
    const { status } = await exchange(served, call);
    if (status !== 200) throw new Error(`${asked.target}: HTTP ${status}`);
    return { loadedMs, answeredMs: performance.now() - startMs };
  } finally {
    child.kill("SIGKILL");
  }
}
