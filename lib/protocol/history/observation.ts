// What one reading saw for certain, dated to its block. It leaves out a repeated halt, and each `unknown` that is no disagreement.
import { type ChainJudgement, type Clock, type Judgement, type Question, questions } from "../model/verdicts.ts";

/** Stands for the network as a whole in a subject; no chain has this code. */
export const WHOLE_NETWORK = "*";

/** What a verdict is about: "BTC signing", "* trading". */
export type Subject = string;

export const historySubject = (chain: string, question: Question): Subject => `${chain} ${question}`;

export function parseSubject(subject: Subject): { readonly chain: string; readonly question: Question } {
  const [chain = "", question = ""] = subject.split(" ");
  return { chain, question: question as Question };
}

/** Entries that are equal but for their subjects are one, in the place of the first. */
export function joinAlike<Entry extends { readonly of: readonly Subject[] }>(entries: readonly Entry[]): Entry[] {
  const found = new Map<string, { readonly entry: Entry; readonly of: Subject[] }>();
  for (const entry of entries) {
    const key = JSON.stringify({ ...entry, of: null });
    const same = found.get(key) ?? { entry, of: [] };
    same.of.push(...entry.of);
    found.set(key, same);
  }
  return [...found.values()].map(({ entry, of }) => ({ ...entry, of }));
}

/** `disputed`: the sources disagree. That is certain, although nothing else about the subject is. */
export const historyVerdicts = ["open", "halted", "disputed"] as const;

export interface HistorySample {
  readonly verdict: (typeof historyVerdicts)[number];
  /** Exact names of the parameters and flags in force; empty unless halted. */
  readonly haltedBy: readonly string[];
}

export interface Observation {
  /** Time of the block that the reading speaks of, epoch milliseconds. */
  readonly atMs: number;
  readonly height: number;
  /** Every subject that was asked about, in the reading's order; null where it was not seen. */
  readonly samples: ReadonlyMap<Subject, HistorySample | null>;
}

/** More chains than any network has: what a hostile node lists beyond them is not remembered. */
const MAX_CHAINS = 48;
export const MAX_SUBJECTS = 1 + MAX_CHAINS * questions.length;
/** So many entries of each kind are remembered. */
export const MAX_CHANGES = 500;
export const MAX_GAPS = 200;

/** What is observed of a reading. */
export interface ObservedReading {
  readonly clock: Pick<Clock, "blockTimeMs" | "height">;
  readonly trading: Judgement;
  readonly chains: readonly Pick<ChainJudgement, Question | "chain">[];
}

/**
 * Null where the reading saw nothing for certain. A chain that the network does not list is not observed: parameters alone would call its
 * signing open, and nothing is paid out there.
 */
export function observeNetwork(reading: ObservedReading): Observation | null {
  const { blockTimeMs, height } = reading.clock;
  if (blockTimeMs === null || height === null) return null;
  const samples = new Map<Subject, HistorySample | null>([
    [historySubject(WHOLE_NETWORK, "trading"), sampleOf(reading.trading)],
  ]);
  const listed = reading.chains.filter(({ trading }) => trading.reason?.code !== "not_listed");
  for (const chain of listed.slice(0, MAX_CHAINS)) {
    for (const question of questions) samples.set(historySubject(chain.chain, question), sampleOf(chain[question]));
  }
  return [...samples.values()].some((sample) => sample !== null) ? { atMs: blockTimeMs, height, samples } : null;
}

/** A halt with a reason was read before, or from old data: it is not what this block says. */
function sampleOf({ verdict, haltedBy, reason }: Judgement): HistorySample | null {
  if (verdict === "unknown") return reason.code === "providers_disagree" ? { verdict: "disputed", haltedBy } : null;
  return verdict === "halted" && reason !== null ? null : { verdict, haltedBy };
}
