// What the reader says of each state of a suite, beside what the recorded node said and what then became of deposits: a list of differences.

import { type Preset, presets } from "../../lib/protocol/values/chains.ts";
import type { NetworkFacts, SuiteFacts } from "../../tools/recorded/facts.ts";
import { listFormDifferences } from "./forms.ts";
import { type AnswerIn, createReplay, type Replay } from "./replay.ts";
import { listedParameters } from "./served-facts.ts";
import * as truth from "./verdict-truth.ts";

export interface Compared {
  readonly count: number;
  readonly differences: readonly string[];
}

/** What the reader said in a state. Verdicts rest on its facts alone, so of states with equal facts one is read. */
interface Told {
  readonly chains: readonly (readonly [
    question: string,
    chain: string,
    isNative: boolean,
    verdict: string,
  ])[];
  readonly network: string;
  readonly pools: ReadonlyMap<string, string>;
  readonly pairs: Map<string, string>;
  /** What two forms of the answer say otherwise. */
  readonly apart: readonly string[];
}
export type ToldStates = Map<string, Told>;

interface State extends truth.Moment {
  readonly rows: ReadonlyMap<string, string>;
  readonly pools: ReadonlyMap<string, string>;
}

export async function compareVerdicts(
  facts: NetworkFacts,
  suite: SuiteFacts,
  answerIn: AnswerIn,
  toldStates: ToldStates,
): Promise<Compared> {
  const replay = createReplay(facts.network, answerIn);
  const differences: string[] = [];
  let count = 0;
  let before: (Before & { readonly parameters: number }) | null = null;

  for (const [
    index,
    [height, parameterIndex, rowIndex, poolIndex, wordIndex],
  ] of suite.states.entries()) {
    replay.goTo(index, height);
    if (parameterIndex === null || rowIndex === null || poolIndex === null) {
      before = null;
      continue;
    }
    const state: State = {
      network: facts.network,
      parameters: listedParameters(facts, facts.parameters[parameterIndex] ?? {}),
      height,
      rows: toMap(facts.rows[rowIndex]),
      pools: toMap(facts.pools[poolIndex]),
    };
    const differ = (what: string, is: unknown, expected: unknown) => {
      count += 1;
      if (is !== expected) differences.push(`h${height} ${what}: ${is}, expected ${expected}`);
    };
    const said = [...(wordIndex === null ? "" : (facts.words[wordIndex] ?? ""))].flatMap(
      (word, at) => (word === " " ? [] : [{ word, pair: facts.pairs[at] ?? "" }]),
    );
    checkRules(state, said, differ);
    const key = [
      ...Object.entries(state.parameters).map(([name, value]) => [
        name,
        Math.max(-3, Math.min(3, value - height)),
        value > 0,
      ]),
      rowIndex,
      poolIndex,
    ].join();
    const told = toldStates.get(key) ?? (await readState(replay, presets[facts.network]));
    toldStates.set(key, told);
    checkState(state, told, differ);
    for (const { pair } of said) {
      const [from = "", to = ""] = pair.split(">");
      const isGone = [from, to].some((asset) => {
        const { chain, layer1 } = truth.sideOf(asset);
        return chain !== truth.nativeOf(facts.network) && !state.pools.has(layer1);
      });
      // An asset whose pool is gone is none that anybody can ask for.
      if (isGone) continue;
      const verdict =
        told.pairs.get(pair) ??
        (await replay.network.getQuote({ from, to, amount: "1" })).trading.verdict;
      told.pairs.set(pair, verdict);
      differ(pair, verdict, expectPair(state, from, to));
    }
    checkDeposits(
      { facts, suite, index, state, before, isSame: before?.parameters === parameterIndex },
      differ,
    );
    before = { parameters: parameterIndex, pairs: told.pairs, pools: state.pools };
  }
  return { count, differences };
}

type Differ = (what: string, is: unknown, expected: unknown) => void;

function toMap(text = ""): ReadonlyMap<string, string> {
  return new Map(
    text
      .split(" ")
      .flatMap((item) => (item ? [[item.split(":")[0] ?? "", item.split(":")[1] ?? ""]] : [])),
  );
}

async function readState({ network }: Replay, preset: Preset): Promise<Told> {
  const [status, pools] = await Promise.all([network.getStatus(), network.getPools()]);
  const questions = ["trading", "deposits", "signing", "liquidity"] as const;
  return {
    chains: status.chains.flatMap((chain) =>
      questions.map(
        (question) => [question, chain.chain, chain.native, chain[question].verdict] as const,
      ),
    ),
    network: status.trading.verdict,
    pools: new Map(pools.pools.map((pool) => [pool.asset, pool.trading.verdict])),
    pairs: new Map(),
    apart: await listFormDifferences(network, preset),
  };
}

/** The rules of verdict-truth.ts against the node's own words. */
function checkRules(
  state: State,
  said: readonly { word: string; pair: string }[],
  differ: Differ,
): void {
  for (const [chain, flags] of state.rows) {
    differ(`(rule) row of ${chain}`, truth.isRowHalted(state, chain), /[hgc]/.test(flags));
    differ(
      `(rule) liquidity of ${chain}`,
      truth.isLiquidityPaused(state, chain),
      flags.includes("l"),
    );
  }
  for (const [asset, flags] of state.pools) {
    if (state.network === "thorchain" && flags.startsWith("av")) {
      differ(`(rule) pool ${asset}`, truth.isPairHalted(state, asset, asset), flags.endsWith("h"));
    }
  }
  for (const { word, pair } of said) {
    const [from = "", to = ""] = pair.split(">");
    const is = {
      h: truth.isPairHalted(state, from, to),
      d: truth.isFormDisabled(state, from, to),
      p: truth.isPoolClosed(state, from, to),
    };
    if (word === "h" || word === "d" || word === "p")
      differ(`(rule) ${word} of ${pair}`, is[word], true);
    // A quote tries no deposit, so it does not see that the network's own chain takes none.
    const isUndeposited =
      truth.sideOf(from).form !== "layer1" &&
      truth.isChainHalted(state, truth.nativeOf(state.network));
    if (word === "o" && !isUndeposited) differ(`(rule) o of ${pair}`, is.h || is.d || is.p, false);
  }
}

/** What holds now or in the next block, in which a deposit may land: halted wins. */
function either(state: State, rule: (moment: truth.Moment) => boolean): boolean {
  return rule(state) || rule({ ...state, height: state.height + 1 });
}

/** Whether a swap may meet a halt: the recorded keys begin three blocks ahead at most, or in years. Of all payouts counts as well. */
function isHaltDue(state: State, chain: string): boolean {
  const isPaid = !either(state, truth.isAllSigningHalted);
  return [2, 3].some((blocks) => {
    const then = later(state, blocks);
    return (
      truth.isMigrating(then) ||
      truth.isTradingHalted(then, chain) ||
      (isPaid && truth.isAllSigningHalted(then))
    );
  });
}

const later = (state: State, blocks: number): truth.Moment => ({
  ...state,
  height: state.height + blocks,
});

function expected(isHalted: boolean, isOpen: boolean, { rows }: State): string {
  if (isHalted) return "halted";
  return isOpen && rows.size > 0 ? "open" : "unknown";
}

/** A chain can be sent to where a row with an address stands for it, and the native chain anyway; none while the network migrates. */
function isListed(state: State, chain: string): boolean {
  const { network, rows } = state;
  if (either(state, truth.isMigrating)) return false;
  return chain === truth.nativeOf(network) || (rows.has(chain) && !rows.get(chain)?.includes("-"));
}

function checkState(state: State, told: Told, differ: Differ): void {
  const rules = {
    trading: truth.isTradingHalted,
    deposits: truth.isTradingHalted,
    signing: truth.isSigningHalted,
    liquidity: (moment: truth.Moment, chain: string) =>
      truth.isTradingHalted(moment, chain) || truth.isLiquidityPaused(moment, chain),
  } as const;
  let isAnyOpen = false;
  for (const [question, chain, isNative, verdict] of told.chains) {
    const isHalted = either(state, (moment) =>
      rules[question as keyof typeof rules](moment, chain),
    );
    const isDue = question === "deposits" && isHaltDue(state, chain);
    const isOpen = !isDue && (question === "signing" || isListed(state, chain));
    differ(`${question} on ${chain}`, verdict, expected(isHalted, isOpen, state));
    isAnyOpen ||= question === "trading" && !isNative && verdict === "open";
  }
  differ("forms of the answer", told.apart.join("; "), "");
  differ("network", told.network, expected(either(state, truth.isNetworkHalted), isAnyOpen, state));
  for (const [asset, verdict] of told.pools)
    differ(`pool ${asset}`, verdict, expectPool(state, asset));
}

/** A pool as a whole: its asset's layer-1 form, bought or sold. */
function expectPool(state: State, asset: string): string {
  const { chain } = truth.sideOf(asset);
  const flags = state.pools.get(asset) ?? "";
  const isHalted = either(
    state,
    (moment) => truth.isPairHalted(moment, asset, asset) || truth.isTradingHalted(moment, chain),
  );
  return expected(
    isHalted || flags.endsWith("h") || !flags.startsWith("av"),
    isListed(state, chain),
    state,
  );
}

function expectPair(state: State, from: string, to: string): string {
  const sides = [truth.sideOf(from), truth.sideOf(to)];
  const isHalted = either(
    state,
    (moment) =>
      truth.isPairHalted(moment, from, to) ||
      truth.isFormDisabled(moment, from, to) ||
      truth.isPoolClosed({ ...state, ...moment }, from, to) ||
      // A synth is sold whatever becomes of its pool. Whoever is told "halted" there loses nothing.
      sides.some(
        ({ chain, layer1 }) =>
          truth.isTradingHalted(moment, chain) || !/^av$|^$/.test(state.pools.get(layer1) ?? ""),
      ),
  );
  return expected(
    isHalted,
    sides.every(({ chain }) => isListed(state, chain)),
    state,
  );
}

/** The state before: what was said of each pair, and the pools. */
interface Before {
  readonly pairs: ReadonlyMap<string, string>;
  readonly pools: ReadonlyMap<string, string>;
}

interface Arrivals {
  readonly facts: NetworkFacts;
  readonly suite: SuiteFacts;
  readonly index: number;
  readonly state: State;
  readonly before: Before | null;
  /** Whether the parameters are those of the state before. */
  readonly isSame: boolean;
}

/** What became of the deposits that arrive in a state. */
function checkDeposits(
  { facts, suite, index, state, before, isSame }: Arrivals,
  differ: Differ,
): void {
  for (const { coins, memo, facts: entries } of Object.values(suite.txs)) {
    const last = facts.txFacts[entries.at(-1)?.[1] ?? -1];
    const [from] = coins[0] ?? [];
    const to = /^=:([A-Z]+[./~-][^:]*):/.exec(memo ?? "")?.[1];
    if (entries[0]?.[0] !== index || !last || from === undefined || to === undefined) continue;
    const outs = [...(last.planned ?? []), ...(last.sent ?? [])];
    const isRefunded = outs.length > 0 && outs.every((out) => out.kind === "refund");
    // A pool is closed at the end of a block, after the deposits of the block.
    const isClosed = truth.isPoolClosed(
      { ...state, pools: before?.pools ?? state.pools },
      from,
      to,
    );
    const isRefused =
      truth.isPairHalted(state, from, to) || truth.isFormDisabled(state, from, to) || isClosed;
    const pair = `${from}>${to}`;
    if (isRefused) {
      differ(`(rule) deposit ${pair} is refunded`, isRefunded || outs.length === 0, true);
      const told = isSame ? before?.pairs.get(pair) : undefined;
      if (told !== undefined)
        differ(`${pair}, a block before its deposit was refunded`, told, "halted");
    } else if (suite.name.startsWith("lab/halt")) {
      differ(`(rule) deposit ${pair} is refunded`, isRefunded, false);
    }
  }
}
