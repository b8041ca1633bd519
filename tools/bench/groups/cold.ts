// What the first visitor of a new process waits for on the platform: a bundle is loaded, then its first answer is made.
// Beside a bare Next app, built and run in the same way. An empty Node's own start is taken off everything.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { childEnvironment } from "../../../lib/config.ts";
import { buildOutput, platformVariables } from "../../platform/build.ts";
import { readOutput } from "../../platform/output.ts";
import { type Asked, exchange, startWorker, unpackBundle } from "../../platform/processes.ts";
import { peerFolder } from "../servers.ts";
import { median } from "../statistics.ts";
import type { Outcome } from "./group.ts";

const root = join(import.meta.dirname, "../../..");
const siteUrl = "https://site.example";

const html = { accept: "text/html" };
const json = { accept: "application/json, text/event-stream", "content-type": "application/json" };
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

const none = Buffer.alloc(0);
const page = (path: string, search = ""): Asked => ({ method: "GET", path, search, headers: html, body: none });
const endpoint: Asked = { method: "POST", path: "/mcp", search: "", headers: json, body: Buffer.from(list) };
const ours = [endpoint, page("/status"), page("/quote", "?from=BTC&to=ETH&amount=0.05")];
const theirs = [endpoint, page("/live/status.html")];

interface Bundle {
  readonly what: string;
  /** Of its files. */
  readonly folder: string;
  readonly asked: Asked | null;
}

/** As the launcher that `vercel build` writes, without a copy of the files. */
const peerLauncher = `
process.chdir(${JSON.stringify(peerFolder)});
const load = require("node:module").createRequire(process.cwd() + "/");
const NextServer = load("next/dist/compiled/next-server/server.runtime.prod.js").default;
const { config: conf } = load("./.next/required-server-files.json");
module.exports = new NextServer({ conf, dir: ".", minimalMode: true, customServer: false }).getRequestHandler();
`;

/** `bytes`: the peer's answers; the peer is built already. Each bundle is loaded `times` times, in turn with the others. */
export async function measureCold(bytes: string, times: number): Promise<Outcome> {
  // The launcher of `vercel build` sets the last one.
  const given = {
    ...childEnvironment(),
    SITE_URL: siteUrl,
    BENCH_BYTES: bytes,
    __NEXT_PRIVATE_PREBUNDLED_REACT: "next",
  };
  buildOutput(root, given);
  const place = mkdtempSync(join(tmpdir(), "signpost-cold-"));
  const write = (name: string, handler: string) => {
    const folder = join(place, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "index.cjs"), handler);
    writeFileSync(join(folder, ".vc-config.json"), JSON.stringify({ handler: "index.cjs" }));
    return folder;
  };
  try {
    const empty = write("empty", "module.exports = (_, response) => response.end();");
    const peer = write("peer", peerLauncher);
    const bundles: readonly Bundle[] = [
      ...listBundles(join(place, "site")),
      ...theirs.map((asked) => ({ what: `bare Next app, ${asked.path}`, folder: peer, asked })),
    ];
    const starts: number[] = [];
    const loads = bundles.map((): number[] => []);
    const firsts = bundles.map((): number[] => []);
    for (let count = 0; count < times; count++) {
      starts.push((await time({ what: "", folder: empty, asked: null }, given)).loadedMs);
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
function listBundles(place: string): Bundle[] {
  const output = readOutput(join(root, ".vercel", "output"));
  const sources = [...new Set([...output.entries.values()].flatMap(({ bundle }) => bundle ?? []))];
  return sources.flatMap((source, index): Bundle[] => {
    const folder = unpackBundle(source, join(place, `${index}`), root);
    const asked = ours.filter(({ path }) => output.find(path)?.bundle === source);
    const what = `Signpost, ${basename(source, ".func")}`;
    if (asked.length === 0) return [{ what, folder, asked: null }];
    return asked.map((one) => ({ what: `${what}, ${one.path}${one.search}`, folder, asked: one }));
  });
}

async function time({ folder, asked }: Bundle, given: NodeJS.ProcessEnv) {
  const startMs = performance.now();
  const { child, port } = startWorker(folder, { ...given, ...platformVariables });
  try {
    const served = await port;
    const loadedMs = performance.now() - startMs;
    if (!asked) return { loadedMs, answeredMs: null };
    const headers = { ...asked.headers, host: new URL(siteUrl).host, "x-matched-path": asked.path };
    const { status } = await exchange(served, { ...asked, headers });
    if (status !== 200) throw new Error(`${asked.path}: HTTP ${status}`);
    return { loadedMs, answeredMs: performance.now() - startMs };
  } finally {
    child.kill("SIGKILL");
  }
}
