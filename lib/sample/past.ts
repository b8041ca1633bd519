// Ninety days of the sample network's past, as spans. The halts of now come from `mimir.ts`. Older halts and pauses in watching are invented.
import type { Question } from "../protocol/model/verdicts.ts";
import { questions } from "../protocol/model/verdicts.ts";
import type { Preset } from "../protocol/values/chains.ts";
import { BLOCKS_A_DAY, blockTimeMs, dayStart, heightAt } from "./clock.ts";
import { constants, HALTED_DAYS_AGO, NODE_PAUSE_DAYS_AGO, sampleHalts } from "./mimir.ts";

const DAYS = 90;
const HOUR_MS = 3_600_000;

interface PastEvent {
  /** Undefined: every chain. */
  readonly chain?: string;
  readonly questions: readonly Question[];
  readonly verdict: "halted" | "disputed" | "unwatched";
  readonly key?: string;
  /** Days before the current UTC day, with their fraction; undefined: from the first day on. */
  readonly daysAgo?: number;
  /** Undefined: until now. */
  readonly hours?: number;
}

const swaps: readonly Question[] = ["trading", "deposits", "liquidity"];
const { tradingHalted, signingHalted, liquidityPaused } = sampleHalts;
const NODE_PAUSE_HOURS = (constants.int_64_values.NodePauseChainBlocks * 24) / BLOCKS_A_DAY;

/** Where two events meet, the later one of this list counts. */
const pastEvents: readonly PastEvent[] = [
  { ...tradingHalted, questions: swaps, verdict: "halted", daysAgo: HALTED_DAYS_AGO },
  { ...signingHalted, questions: ["signing"], verdict: "halted" },
  { ...liquidityPaused, questions: ["liquidity"], verdict: "halted" },
  { chain: "ETH", key: "HALTETHTRADING", questions: swaps, verdict: "halted", daysAgo: 46.6, hours: 3.4 },
  { chain: "BSC", key: "HALTSIGNINGBSC", questions: ["signing"], verdict: "halted", daysAgo: 60.1, hours: 5 },
  { chain: "GAIA", key: "HALTGAIACHAIN", questions, verdict: "halted", daysAgo: 17.4, hours: 31 },
  { chain: "AVAX", questions, verdict: "disputed", daysAgo: 11.75, hours: 0.25 },
  {
    key: "NODEPAUSECHAINGLOBAL",
    questions,
    verdict: "halted",
    daysAgo: NODE_PAUSE_DAYS_AGO + NODE_PAUSE_HOURS / 24,
    hours: NODE_PAUSE_HOURS,
  },
  { questions, verdict: "unwatched", daysAgo: 69.9, hours: 33 },
  { questions, verdict: "unwatched", daysAgo: 4.9, hours: 0.75 },
];

/** In the order of time for each chain and question. The chain `*` is the network as a whole. Times without a span were not watched. */
export function samplePast({ chains }: Preset, nowMs: number) {
  const height = heightAt(nowMs);
  const subjects = chains.flatMap(({ code }) => questions.map((question) => [code, question] as const));
  return [["*", "trading"] as const, ...subjects].flatMap(([chain, question]) => spansOf(chain, question, height));
}

function spansOf(chain: string, question: Question, height: number) {
  const todayMs = blockTimeMs(dayStart(height));
  const firstMs = todayMs - (DAYS - 1) * 24 * HOUR_MS;
  const nowMs = blockTimeMs(height);
  const events = pastEvents
    .filter((one) => one.questions.includes(question) && (one.chain ?? chain) === chain)
    .map(({ verdict, key, daysAgo = DAYS - 1, hours }) => {
      const fromMs = Math.round(todayMs - daysAgo * 24 * HOUR_MS);
      return { verdict, key, fromMs, toMs: hours === undefined ? nowMs : fromMs + Math.round(hours * HOUR_MS) };
    });
  const edges = [...new Set([firstMs, nowMs, ...events.flatMap(({ fromMs, toMs }) => [fromMs, toMs])])].sort(
    (a, b) => a - b,
  );
  const pieces = edges.slice(0, -1).flatMap((fromMs, index) => {
    const event = events.findLast((one) => one.fromMs <= fromMs && fromMs < one.toMs);
    if (event?.verdict === "unwatched") return [];
    const haltedBy = event?.key ? [event.key] : [];
    const verdict = event?.verdict ?? ("open" as const);
    return [{ chain, question, verdict, haltedBy, fromMs, toMs: edges[index + 1] ?? nowMs }];
  });
  const joined: typeof pieces = [];
  for (const next of pieces) {
    const before = joined.at(-1);
    const isSame = before?.verdict === next.verdict && `${before.haltedBy}` === `${next.haltedBy}`;
    if (isSame && before.toMs === next.fromMs) joined.splice(-1, 1, { ...before, toMs: next.toMs });
    else joined.push(next);
  }
  return joined;
}
