// How fast a document comes while every upstream answer is hostile and clients ask for all that is made of such answers.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { importAutocannon } from "../load.ts";
import { ports } from "../ports.ts";
import { mcpQuestionNames, mcpRequest } from "../questions.ts";
import { getAnswer, publicHost, startHostileUpstream, startSite, startUpstream, withServers } from "../servers.ts";
import type { Outcome } from "./group.ts";

const LIMIT_MS = 50;
const DOCUMENTS_PER_SECOND = 100;
const QUESTIONS_PER_SECOND = 40;
/** Of both loads before anything counts: code is compiled as it is used. */
const WARM_SECONDS = 10;

const preload = pathToFileURL(join(import.meta.dirname, "../loop-work.mjs")).href;

interface Work {
  readonly atMs: number;
  readonly workMs: number;
  readonly waitMs: number;
}

const page = (path: string) => ({ method: "GET", path, headers: { host: publicHost } });

/** Each question of a swap or quote is another one, so that none is answered from a cache. */
function listQuestions() {
  const tools = mcpQuestionNames.map((name) => ({ path: "/mcp", ...mcpRequest(name, publicHost) }));
  const swaps = Array.from({ length: 50 }, (_, index) => page(`/track?txid=${String(index).padStart(64, "F")}`));
  const quotes = Array.from({ length: 50 }, (_, index) =>
    page(`/quote?from=BTC.BTC&to=ETH.ETH&amount=0.${index + 10}`),
  );
  return [...tools, page("/status"), page("/status.md"), ...swaps, ...quotes];
}

export async function measureHostile(seconds: number): Promise<Outcome> {
  const autocannon = await importAutocannon();
  const folder = mkdtempSync(join(tmpdir(), "signpost-bench-loop-"));
  const measureWith = async (isHostile: boolean) => {
    const file = join(folder, `${isHostile}.json`);
    const variables = { NODE_OPTIONS: `--import=${preload}?file=${encodeURIComponent(file)}` };
    const { startMs, ...seen } = await withServers(async (start) => {
      const hostile = isHostile ? await start(startHostileUpstream()) : null;
      if (!hostile) await start(startUpstream());
      const site = await start(startSite(hostile ? ports.proxy : ports.upstream, variables));
      const ask = (options: object) => autocannon({ url: site.origin, ignoreCoordinatedOmission: true, ...options });
      // In a thread of its own, so that no document waits until this one has read the answer to a question.
      const documents = {
        requests: [page("/llms.txt")],
        connections: 10,
        overallRate: DOCUMENTS_PER_SECOND,
        workers: 1,
      };
      const questions = { requests: listQuestions(), connections: 20, overallRate: QUESTIONS_PER_SECOND };
      await Promise.all([documents, questions].map((load) => ask({ ...load, duration: WARM_SECONDS })));
      const startMs = Date.now();
      const [told, asked] = await Promise.all([
        ask({ ...documents, duration: seconds }),
        ask({ ...questions, duration: seconds }),
      ]);
      const isWhole = told.statusCodeStats[200]?.count === told.requests.total;
      const answers = hostile ? Number(await (await getAnswer(`${hostile.origin}/__answers`)).text()) : 0;
      return { told, asked, isWhole, answers, startMs };
    });
    // Written by the server at its end. Work before the load is that of its start.
    const works = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Work[]) : null;
    const counted = works?.filter(({ atMs }) => atMs > startMs);
    const longest = (name: "workMs" | "waitMs") =>
      counted ? Math.max(0, ...counted.map((work) => work[name])).toFixed(1) : "unknown";
    return { ...seen, longestWorkMs: longest("workMs"), longestWaitMs: longest("waitMs") };
  };
  const sound = await measureWith(false);
  const hostile = await measureWith(true);
  rmSync(folder, { recursive: true, force: true });
  const row = (name: string, { told, asked, answers, longestWorkMs, longestWaitMs }: typeof sound) =>
    [
      name,
      told.requests.total,
      told.latency.p50,
      told.latency.p99,
      longestWorkMs,
      longestWaitMs,
      asked.requests.total,
      answers || "-",
    ] as const;
  return {
    tables: [
      {
        title: "/llms.txt while clients ask for what upstreams answer",
        head: [
          "Upstreams",
          "Documents",
          "p50 ms",
          "p99 ms",
          "Longest work ms",
          "Longest wait ms",
          "Questions",
          "Hostile answers",
        ],
        rows: [row("sound", sound), row("hostile", hostile)],
        note: `${DOCUMENTS_PER_SECOND} documents and ${QUESTIONS_PER_SECOND} questions a second. A hostile answer is as long, deep or crowded as is accepted, or more. The longest work is the processor time of the main thread between two turns of its timers: no other request is answered meanwhile. The longest wait is its time in line for a processor between two such turns: the server, its upstreams and both loads share this machine. Both loads ran for ${WARM_SECONDS} s before.`,
      },
    ],
    checks: [
      {
        name: `hostile upstreams: /llms.txt within ${LIMIT_MS} ms at the 99th percentile`,
        holds: hostile.isWhole && hostile.answers > 0 && hostile.told.latency.p99 < LIMIT_MS,
        seen: `${hostile.told.latency.p99} ms, ${hostile.answers} hostile answers`,
      },
    ],
  };
}
