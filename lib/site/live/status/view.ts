// What /status says, as plain data, with each judged fact in words. An unknown fact is "unknown" and never left out.
import type { Money } from "../../../protocol/model/envelope.ts";
import type { ChainReading, NetworkReading, ProviderReading } from "../../../protocol/model/network-status.ts";
import { plainReason } from "../../../protocol/model/reason.ts";
import { type Clock, questions, type Verdict } from "../../../protocol/model/verdicts.ts";
import { type ChainNote, chainNote, joinWords } from "../../../protocol/safety/chain-sentences.ts";
import { COMING_HALT_MEANS } from "../../../protocol/safety/coming-halts.ts";
import { FRESH_MS, toSeconds } from "../../../protocol/safety/freshness.ts";
import { chainName, inForceText, stoppedQuestions, stoppedText } from "../../../protocol/safety/halt-names.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../../../protocol/values/chains.ts";
import {
  formatAmount,
  formatDollars,
  formatDuration,
  formatInstant,
  formatSpan,
  NOT_KNOWN,
} from "../../../protocol/values/figure-text.ts";
import { HALTED_BEFORE, statusBoard } from "./board.ts";

export interface StatusNote {
  readonly state: "halted" | "unknown";
  /** "Litecoin (LTC): trading, deposits and liquidity halted". */
  readonly title: string;
  readonly grounds: readonly { readonly name: string; readonly words: string }[];
  readonly text: string;
}

export interface StatusView {
  readonly sample: boolean;
  readonly state: Verdict;
  readonly verdict: string;
  readonly advice: string;
  /** Null when no block was read. */
  readonly block: { readonly height: string; readonly time: string; readonly age: string } | null;
  /** Why the block clock is not fresh; null when it is. */
  readonly clockReason: string | null;
  readonly readAt: string;
  readonly sources: string;
  readonly chains: readonly ReturnType<typeof toChainRow>[];
  readonly notes: readonly StatusNote[];
  readonly scheduled: ReturnType<typeof scheduledHalts>;
  readonly scheduledMeans: string;
  readonly providers: ReturnType<typeof providerRows>;
  /** For the page's script: two instants in epoch milliseconds, and the age at which the page is out of date. */
  readonly aging: { readonly observedMs: number; readonly readMs: number; readonly freshMs: number };
}

export function statusView(reading: NetworkReading, preset: Preset, readMs: number): StatusView {
  const { clock, trading, chains } = reading;
  return {
    sample: reading.source === "sample",
    state: trading.verdict,
    verdict: verdictText(reading),
    advice: reading.advice,
    block: blockView(clock),
    clockReason: clock.reason && plainReason(clock.reason),
    readAt: formatInstant(readMs),
    sources: sourcesText(reading),
    chains: chains.map((chain) => toChainRow(chain, preset)),
    notes: listNotes(reading, preset),
    scheduled: scheduledHalts(chains, preset),
    scheduledMeans: `${COMING_HALT_MEANS} Times are estimates: a block takes about ${formatDuration(PROTOCOL_BLOCK_SECONDS)}.`,
    providers: providerRows(reading.providers),
    aging: { observedMs: clock.blockTimeMs ?? readMs, readMs, freshMs: FRESH_MS },
  };
}

function blockView({ height, blockTimeMs, ageMs }: Clock): StatusView["block"] {
  if (height === null || blockTimeMs === null || ageMs === null) return null;
  return {
    height: String(height),
    time: formatInstant(blockTimeMs),
    age: formatSpan(toSeconds(ageMs)),
  };
}

/** The words of the homepage's board. The age is zero here, since the reading itself is judged already. */
function verdictText({ trading, chains, clock }: NetworkReading): string {
  if (trading.verdict === "halted" && trading.reason !== null) return HALTED_BEFORE;
  const reading = {
    verdict: trading.verdict,
    height: clock.height ?? 0,
    ageSeconds: 0,
    chains: chains.map((chain) => {
      const verdicts = [chain.trading, chain.deposits, chain.signing].map((one) => one.verdict);
      const state = (["halted", "unknown", "open"] as const).find((verdict) => verdicts.includes(verdict)) ?? "unknown";
      return { name: chain.chain, state };
    }),
    isHaltScheduled: chains.some((chain) => chain.scheduled.length > 0),
  };
  return statusBoard(reading, 0, { freshMs: 1, staleMs: 1 }).verdict;
}

function toChainRow(chain: ChainReading, preset: Preset) {
  const code = chain.chain;
  const ahead = new Set(chain.scheduled.flatMap(({ parameter }) => stoppedQuestions(parameter, code, preset)));
  return {
    chain: code,
    name: chainName(code, preset),
    /** One for each of `questions`, in their order. */
    verdicts: questions.map((question) => toCell(chain[question].verdict, ahead.has(question))),
    outboundFee: feeText(chain.outboundFee),
    dustThreshold: chain.native ? "none" : dustText(chain),
    blockTime: chain.blockSeconds === null ? NOT_KNOWN : formatDuration(chain.blockSeconds),
  };
}

function toCell(
  verdict: Verdict,
  isHaltAhead: boolean,
): { readonly state: Verdict | "scheduled"; readonly word: string } {
  return verdict === "open" && isHaltAhead
    ? { state: "scheduled", word: "open for now" }
    : { state: verdict, word: verdict };
}

/** "0.00001103 BTC ($0.93)". */
function feeText(fee: Money | null): string {
  return fee === null
    ? NOT_KNOWN
    : `${formatAmount(fee)} (${fee.usd === null ? "price not known" : formatDollars(fee.usd)})`;
}

function dustText({ dustThreshold: base, gasAsset: asset }: ChainReading): string {
  return formatAmount(base === null || asset === null ? null : { base, asset }, undefined, { bound: "least" });
}

/** Sorts by what is stopped, sending first, and puts halts before unknown states. */
const chainRank = ({ stops, state }: ChainNote) =>
  2 * ["sending", "payouts", "liquidity"].indexOf(stops) + (state === "halted" ? 0 : 1);

function listNotes(reading: NetworkReading, preset: Preset): StatusNote[] {
  const notes = reading.chains
    .map((chain) => chainNote(chain, reading.trading, preset))
    .filter((note) => note !== null);
  const alike = new Map<string, ChainNote[]>();
  for (const note of notes) {
    const own = noteGrounds(note, reading, preset);
    const key = JSON.stringify([note.state, note.what, own, note.sentences]);
    alike.set(key, [...(alike.get(key) ?? []), note]);
  }
  const groups = [...alike.values()] as [ChainNote, ...ChainNote[]][];
  return groups.sort(([a], [b]) => chainRank(a) - chainRank(b)).map((group) => toNote(group, reading, preset));
}

function toNote(group: readonly [ChainNote, ...ChainNote[]], reading: NetworkReading, preset: Preset): StatusNote {
  const [first] = group;
  const isEvery = group.length === reading.chains.length && group.length > 1;
  const who = isEvery ? "Every chain" : joinWords(group.map((note) => chainName(note.chain, preset)));
  return {
    state: first.state,
    title: `${who}: ${first.what}`,
    grounds: noteGrounds(first, reading, preset),
    text: first.sentences.join(" "),
  };
}

function noteGrounds(
  { chain, haltedBy }: ChainNote,
  { haltParameters }: NetworkReading,
  preset: Preset,
): StatusNote["grounds"] {
  return haltedBy.map((name) => ({ name, words: inForceText(name, haltParameters[name], chain, preset) }));
}

/** Each parameter once, soonest first. */
function scheduledHalts(chains: readonly ChainReading[], preset: Preset) {
  const halts = new Map(
    chains.flatMap(({ chain, scheduled }) => scheduled.map((halt) => [halt.parameter, { ...halt, chain }])),
  );
  return [...halts.values()]
    .sort((a, b) => a.height - b.height)
    .map(({ parameter, height, estimatedTimeMs, chain }) => ({
      parameter,
      what: stoppedText(parameter, chain, preset),
      height: String(height),
      about: formatInstant(estimatedTimeMs),
    }));
}

function providerRows(providers: readonly ProviderReading[]) {
  const counts = { node: 0, indexer: 0 };
  return providers.map(({ kind, ok, height, lagBlocks }) => {
    counts[kind] += 1;
    return {
      name: `${kind === "node" ? "Node" : "Indexer"} ${counts[kind]}`,
      ok,
      word: ok ? "in use" : "not usable",
      height: height === null ? NOT_KNOWN : String(height),
      lag: lagBlocks === null ? NOT_KNOWN : `${lagBlocks} ${lagBlocks === 1 ? "block" : "blocks"}`,
    };
  });
}

/** "Read from 2 of 2 nodes and 1 of 1 indexer." */
/** What was read, and whether anybody could contradict it. */
function sourcesText({ providers, warnings }: NetworkReading): string {
  const alone = warnings.filter(({ code }) => code === "one_source").map(({ text }) => text);
  return [sourceRows(providers), ...alone].join(" ");
}

function sourceRows(providers: readonly ProviderReading[]): string {
  const count = (kind: ProviderReading["kind"]) => {
    const all = providers.filter((provider) => provider.kind === kind);
    return `${all.filter((provider) => provider.ok).length} of ${all.length} ${kind}${all.length === 1 ? "" : "s"}`;
  };
  return providers.length === 0 ? "No provider was read." : `Read from ${count("node")} and ${count("indexer")}.`;
}
