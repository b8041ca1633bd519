// What the reader says of each state of a suite, beside what the recorded node said and what then became of deposits: a list of differences.

import { depositShape } from "../../lib/protocol/model/deposit-shape.ts";
import { gasAssetOf } from "../../lib/protocol/safety/halt-keys.ts";
import { onlyTickerOf, presets } from "../../lib/protocol/values/chains.ts";
import type { NetworkFacts, SuiteFacts } from "../../tools/recorded/facts.ts";
import { type AnswerIn, createReplay, type Replay } from "./replay.ts";
import { listedParameters } from "./served-facts.ts";
import * as truth from "./verdict-truth.ts";

export interface Compared {
  readonly count: number;
  readonly differences: readonly string[];
}

const questions = ["trading", "deposits", "signing", "liquidity"] as const;
type Question = (typeof questions)[number];

/** What the reader said in a state. Verdicts rest on its facts alone, so of states with equal facts one is read. */
interface Told {
  readonly chains: readonly (readonly [Question, string, boolean, string])[];
  readonly network: string;
  readonly pools: ReadonlyMap<string, string>;
  readonly pairs: Map<string, string>;
}
export type ToldStates = Map<string, Told>;

interface State extends truth.Moment {
  readonly rows: ReadonlyMap<string, string>;
  readonly pools: ReadonlyMap<string, string>;
}

/** The state before: its parameters, what was said of each pair, and the pools. */
interface Before {
  readonly parameters: number;
  readonly pairs: ReadonlyMap<string, string>;
  readonly pools: ReadonlyMap<string, string>;
}

/** What the node said of a pair: a letter of the facts' words. */
interface Word {
  readonly word: string;
  readonly from: string;
  readonly to: string;
}

type Differ = (what: string, is: unknown, expected: unknown) => void;

export async function compareVerdicts(
  facts: NetworkFacts,
  suite: SuiteFacts,
  answerIn: AnswerIn,
  toldStates: ToldStates,
): Promise<Compared> {
  const { network } = facts;
  const replay = createReplay(network, answerIn);
  const differences: string[] = [];
  let count = 0;
  let before: Before | null = null;

  for (const [index, [height, parameters, rows, pools, words]] of suite.states.entries()) {
    replay.goTo(index, height);
    if (parameters === null || rows === null || pools === null) {
      before = null;
      continue;
    }
    const state: State = {
      network,
      parameters: listedParameters(facts, facts.parameters[parameters] ?? {}),
      height,
      rows: toMap(facts.rows[rows]),
      pools: toMap(facts.pools[pools]),
    };
    const differ: Differ = (what, is, expected) => {
      count += 1;
      if (is !== expected) differences.push(`h${height} ${what}: ${is}, expected ${expected}`);
    };
    const letters = [...(facts.words[words ?? -1] ?? "")];
    const said = letters.flatMap((word, at): Word[] => {
      const [from = "", to = ""] = facts.pairs[at]?.split(">") ?? [];
      return word === " " ? [] : [{ word, from, to }];
    });
    checkRules(state, said, differ);
    const distances = Object.entries(state.parameters).map(([name, value]) => {
      return [name, Math.max(-3, Math.min(3, value - height)), value > 0];
    });
    const key = [...distances, rows, pools].join();
    const told = toldStates.get(key) ?? (await readState(replay));
    toldStates.set(key, told);
    checkState(state, told, differ);
    for (const { from, to } of said) {
      const isGone = [from, to].some((asset) => {
        const { chain, layer1 } = truth.sideOf(asset);
        return chain !== truth.nativeOf(network) && !state.pools.has(layer1);
      });
      // An asset whose pool is gone is none that anybody can ask for.
      if (isGone) continue;
      const pair = `${from}>${to}`;
      const verdict =
        told.pairs.get(pair) ??
        (await replay.network.getQuote({ from, to, amount: "1" })).trading.verdict;
      told.pairs.set(pair, verdict);
      differ(pair, verdict, expectPair(state, from, to));
    }
    const isSame = before?.parameters === parameters;
    checkDeposits({ facts, suite, index, state, before, isSame }, differ);
    before = { parameters, pairs: told.pairs, pools: state.pools };
  }
  return { count, differences };
}

/** Of "BTC:h ETH:". */
const toMap = (text = ""): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(" ")
      .filter(Boolean)
      .map((item) => [item.split(":")[0] ?? "", item.split(":")[1] ?? ""]),
  );

async function readState({ network }: Replay): Promise<Told> {
  const [status, { pools }] = await Promise.all([network.getStatus(), network.getPools()]);
  return {
    chains: status.chains.flatMap((chain) =>
      questions.map((name) => [name, chain.chain, chain.native, chain[name].verdict] as const),
    ),
    network: status.trading.verdict,
    pools: new Map(pools.map((pool) => [pool.asset, pool.trading.verdict])),
    pairs: new Map(),
  };
}

/** The rules of verdict-truth.ts against the node's own words. */
function checkRules(state: State, said: readonly Word[], differ: Differ): void {
  for (const [chain, flags] of state.rows) {
    differ(`(rule) row of ${chain}`, truth.isRowHalted(state, chain), /[hgc]/.test(flags));
    const isPaused = truth.isLiquidityPaused(state, chain);
    differ(`(rule) liquidity of ${chain}`, isPaused, flags.includes("l"));
  }
  for (const [asset, flags] of state.pools)
    if (state.network === "thorchain" && flags.startsWith("av"))
      differ(`(rule) pool ${asset}`, truth.isPairHalted(state, asset, asset), flags.endsWith("h"));
  for (const { word, from, to } of said) {
    const rules: Readonly<Record<string, boolean>> = {
      h: truth.isPairHalted(state, from, to),
      d: truth.isFormDisabled(state, from, to),
      p: truth.isPoolClosed(state, from, to),
    };
    const what = `(rule) ${word} of ${from}>${to}`;
    if (rules[word] !== undefined) differ(what, rules[word], true);
    // A quote tries no deposit, so it does not see that the network's own chain takes none.
    const isUndeposited =
      truth.sideOf(from).form !== "layer1" &&
      truth.isChainHalted(state, truth.nativeOf(state.network));
    if (word === "o" && !isUndeposited) differ(what, Object.values(rules).includes(true), false);
  }
}

type Rule = (moment: truth.Moment) => boolean;
const later = (state: State, blocks: number): truth.Moment => ({
  ...state,
  height: state.height + blocks,
});
/** What holds now or in the next block, in which a deposit may land: halted wins. */
const either = (state: State, rule: Rule) => rule(state) || rule(later(state, 1));

/** Whether a swap may meet a halt: the recorded keys begin three blocks ahead at most, or in years. Of all payouts counts as well. */
function isHaltDue(state: State, chain: string): boolean {
  const isPaid = !either(state, truth.isAllSigningHalted);
  return [later(state, 2), later(state, 3)].some(
    (then) =>
      truth.isMigrating(then) ||
      isDepositHalted(then, chain) ||
      (isPaid && truth.isAllSigningHalted(then)),
  );
}

function expected(isHalted: boolean, isOpen: boolean, { rows }: State): string {
  if (isHalted) return "halted";
  return isOpen && rows.size > 0 ? "open" : "unknown";
}

/** A chain can be sent to where a row with an address stands for it, and the native chain anyway; none while the network migrates. */
function isListed(state: State, chain: string): boolean {
  if (either(state, truth.isMigrating)) return false;
  return chain === truth.nativeOf(state.network) || state.rows.get(chain)?.includes("-") === false;
}

/** Trading of the chain, or of the only asset that can be sent there. */
function isDepositHalted(moment: truth.Moment, chain: string): boolean {
  const preset = presets[moment.network];
  const asset = gasAssetOf(preset, chain);
  return (
    truth.isTradingHalted(moment, chain) ||
    (onlyTickerOf(chain, preset) !== null && truth.isPairHalted(moment, asset, asset))
  );
}

const rules: Readonly<Record<Question, (moment: truth.Moment, chain: string) => boolean>> = {
  trading: truth.isTradingHalted,
  deposits: isDepositHalted,
  signing: truth.isSigningHalted,
  liquidity: (moment, chain) =>
    truth.isTradingHalted(moment, chain) || truth.isLiquidityPaused(moment, chain),
};

function checkState(state: State, told: Told, differ: Differ): void {
  let isAnyOpen = false;
  for (const [question, chain, isNative, verdict] of told.chains) {
    const isHalted = either(state, (moment) => rules[question](moment, chain));
    const isUnjudged =
      question === "deposits" &&
      (isHaltDue(state, chain) ||
        depositShape(presets[state.network], chain) === null ||
        // Without a gas rate, the node plans no payout and no refund.
        state.rows.get(chain)?.includes("z") === true);
    const isOpen = !isUnjudged && (question === "signing" || isListed(state, chain));
    differ(`${question} on ${chain}`, verdict, expected(isHalted, isOpen, state));
    isAnyOpen ||= question === "trading" && !isNative && verdict === "open";
  }
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
  const isClosed = flags.endsWith("h") || !flags.startsWith("av");
  return expected(isHalted || isClosed, isListed(state, chain), state);
}

function expectPair(state: State, from: string, to: string): string {
  const sides = [truth.sideOf(from), truth.sideOf(to)];
  const isHalted = either(
    state,
    (moment) =>
      truth.isPairHalted(moment, from, to) ||
      truth.isFormDisabled(moment, from, to) ||
      truth.isPoolClosed(state, from, to) ||
      // A synth is sold whatever becomes of its pool. Whoever is told "halted" there loses nothing.
      sides.some(
        ({ chain, layer1 }) =>
          truth.isTradingHalted(moment, chain) || !/^av$|^$/.test(state.pools.get(layer1) ?? ""),
      ),
  );
  const isOpen = sides.every(({ chain }) => isListed(state, chain));
  return expected(isHalted, isOpen, state);
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
function checkDeposits(arrivals: Arrivals, differ: Differ): void {
  const { facts, suite, index, state, before, isSame } = arrivals;
  for (const { coins, memo, facts: entries } of Object.values(suite.txs)) {
    const last = facts.txFacts[entries.at(-1)?.[1] ?? -1];
    const [from] = coins[0] ?? [];
    const to = /^=:([A-Z]+[./~-][^:]*):/.exec(memo ?? "")?.[1];
    if (entries[0]?.[0] !== index || !last || from === undefined || to === undefined) continue;
    const outs = [...(last.planned ?? []), ...(last.sent ?? [])];
    const isRefunded = outs.length > 0 && outs.every((out) => out.kind === "refund");
    // A pool is closed at the end of a block, after the deposits of the block.
    const pools = before?.pools ?? state.pools;
    const isRefused =
      truth.isPairHalted(state, from, to) ||
      truth.isFormDisabled(state, from, to) ||
      truth.isPoolClosed({ ...state, pools }, from, to);
    const pair = `${from}>${to}`;
    const rule = `(rule) deposit ${pair} is refunded`;
    const told = isSame ? before?.pairs.get(pair) : undefined;
    if (isRefused) differ(rule, isRefunded || outs.length === 0, true);
    else if (suite.name.startsWith("lab/halt")) differ(rule, isRefunded, false);
    if (isRefused && told !== undefined)
      differ(`${pair}, a block before its deposit was refunded`, told, "halted");
  }
}
