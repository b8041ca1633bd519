// Asks for one swap in the course of time, of which one operator lies, is late or is silent, and finds what is told and never was true.
import fc from "fast-check";
import type { StreamingProgress, SwapOut, SwapReading } from "../../lib/protocol/model/swap.ts";
import { createWorld, down, type Reply, status } from "../support/world.ts";
import type { Moment } from "./swap-course.ts";
import {
  answerOf,
  depositOf,
  FEES,
  isOrder,
  PARTS,
  stepOf,
  TXID,
  WAIT_SECONDS,
  ways,
} from "./swap-course.ts";

const OPERATORS = 5;
/** A node's answer is kept for 5 s, and two that are 30 s apart tell the same time. */
const SLACK_SECONDS = 40;

const thief = `0x${"99".repeat(20)}`;
const texts = [
  ...[thief, "bc1qthief", "99".repeat(32), TXID, "BTC", "ETH", "THOR"],
  ...["BTC.BTC", "ETH.ETH", "ETH.FIXT-0XBAD", "THOR.RUNE"],
  ...[`=<:ETH.ETH:${thief}:5/100/0`, `=:ETH.ETH:${thief}`, "=:BTC.BTC:bc1qthief"],
  ...[`REFUND:${TXID}`, `OUT:${TXID}`, ""],
  ...["swap", "refund", "failed", "pending", "success", "1600000000000000000"],
];
const numbers = [0, 1, 2, 3, 30, 300, 86_399, 1_123_200, 25_000_000];

/** What an operator that lies, is late or is silent says: another moment, of the true course or of another one, with any of its fields changed. */
const lies = fc.record({
  /** Null: the true one. */
  way: fc.option(fc.nat({ max: ways.length - 1 })),
  shift: fc.integer({ min: -5, max: 6 }),
  /** Which members of an answer are changed, and how. */
  changes: fc.array(fc.record({ at: fc.nat({ max: 200 }), how: fc.nat({ max: 200 }) }), {
    maxLength: 3,
  }),
  silence: fc.constantFrom(null, null, null, null, null, null, down, status(500), status(404), {}),
});
type Lie = typeof lies extends fc.Arbitrary<infer T> ? T : never;

export const swapScripts = fc.record({
  network: fc.constantFrom("thorchain", "thorchain", "mayachain"),
  way: fc.nat({ max: ways.length - 1 }),
  /** The operator of each. Those of an indexer may run no node. */
  nodes: fc.array(fc.nat({ max: OPERATORS - 1 }), { minLength: 2, maxLength: 5 }),
  indexers: fc.array(fc.nat({ max: OPERATORS + 1 }), { maxLength: 2 }),
  /** One of the sources: all of its operator lie. Null: all are honest. */
  liar: fc.option(fc.nat({ max: 6 }), { freq: 8 }),
  lies: fc.array(lies, { minLength: 1, maxLength: 3 }),
  asks: fc.array(
    fc.record({
      passSeconds: fc.constantFrom(0, 3, 6, 12, 60, 600),
      isNext: fc.boolean(),
      lie: fc.nat({ max: 2 }),
      /** The honest source that is a block behind. */
      late: fc.option(fc.nat({ max: 6 }), { freq: 2 }),
      isRestart: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 4, maxLength: 12 },
  ),
});
type Drawn = typeof swapScripts extends fc.Arbitrary<infer T> ? T : never;

export const emptySwapTally = {
  ...{ answers: 0, lied: 0, plain: 0, final: 0, honest: 0, honestDoubts: 0 },
};

export async function runSwapScript(script: Drawn, tally: typeof emptySwapTally): Promise<void> {
  const names = [
    ...script.nodes.map((operator, index) => [`node${index}`, operator] as const),
    ...script.indexers.map((operator, index) => [`indexer${index}`, operator] as const),
  ];
  const liar = script.liar === null ? null : names[script.liar % names.length]?.[1];
  const world = createWorld({
    network: script.network,
    nodes: script.nodes.length,
    indexers: script.indexers.length,
    urls: Object.fromEntries(
      names.map(([name, operator]) => [name, `https://${name}.operator${operator}.test`]),
    ),
  });
  world.mimir.MAXOUTBOUNDATTEMPTS = 100;
  const operators = Object.fromEntries(names);
  let sinceMs = world.nowMs;
  let step = 0;
  let ask = script.asks[0] as Drawn["asks"][number];
  const toNow = (): Moment => {
    return { way: script.way, step, seconds: (world.nowMs - sinceMs) / 1_000 };
  };
  world.intercept = (name, { pathname }, reply) => {
    const now = toNow();
    if (operators[name] === liar && new Set(script.nodes).size > 1) {
      const lie = script.lies[ask.lie % script.lies.length];
      return (lie && lieOf(pathname, now, lie)) ?? reply;
    }
    const isLate = ask.late !== null && names[ask.late % names.length]?.[0] === name;
    const at = isLate ? { ...now, step: step - 1, seconds: WAIT_SECONDS } : now;
    return answerOf(pathname, at) ?? reply;
  };
  for (ask of script.asks) {
    world.nowMs += ask.passSeconds * 1_000;
    if (ask.isNext) {
      step += 1;
      sinceMs = world.nowMs;
    }
    if (ask.isRestart) world.restart();
    const reading = await world.network.getSwap(TXID, null);
    const wrong = findWrong(reading, toNow());
    if (wrong.length > 0)
      throw new Error(`${stepOf(toNow()).name}: ${wrong.join("; ")}: ${textOf(reading)}`);
    tally.answers += 1;
    if (reading.doubt === null) tally.plain += 1;
    if (reading.terminal) tally.final += 1;
    // An answer of the block before is kept for 5 s.
    const isSettled = ask.late === null && ask.passSeconds > 5;
    if (liar !== null) tally.lied += 1;
    else if (isSettled) {
      tally.honest += 1;
      if (reading.doubt !== null) tally.honestDoubts += 1;
    }
  }
}

const textOf = (reading: SwapReading) =>
  JSON.stringify(reading, (_, value) => (typeof value === "bigint" ? `${value}` : value));
const keyOf = ({ kind, chain, asset, amount, address, txid }: SwapOut) =>
  `${kind} ${chain} ${asset} ${amount} ${address} ${txid}`;

const before = [
  ...["unknown", "observing", "confirming", "swapping"],
  ...["outbound_scheduled", "outbound_signing"],
];

const secondsOfParts = (parts: StreamingProgress | null) =>
  parts === null ? null : (parts.quantity - parts.count) * PARTS.interval * 6;

const isAtMost = (told: bigint | number | null | undefined, most: number) =>
  told == null || Number(told) <= most;

/** What is told, and was not true at any moment of the course so far. */
function findWrong(reading: SwapReading, now: Moment): string[] {
  const current = stepOf(now);
  const past = Array.from({ length: now.step + 1 }, (_, step) => stepOf({ ...now, step }));
  const legs = past.flatMap(({ planned = [], sent = [] }) => [
    ...planned.map((leg) => keyOf({ ...leg, txid: null })),
    ...sent.map(keyOf),
  ]);
  const isReturn = past.some(({ planned = [] }) => planned.some(({ kind }) => kind === "refund"));
  const deposit = depositOf(now);
  const { in: told, order, liquidityFee, outboundFees, startedAtMs, payoutChain } = reading;
  const pastStates = past.map(({ state }) => state);
  // Indexers record a deposit of which nothing is left as a refund.
  const endings: readonly string[] =
    current.name === "nothing" ? [current.state, "refunded"] : [current.state];
  const ranks = pastStates.map((state) => before.indexOf(state.replace("no_output", "swapping")));
  // What comes before a state, be it for a block.
  const earlier = before.slice(0, Math.max(...ranks) + 1);
  const states: readonly string[] = ["unavailable", ...pastStates, ...earlier, ...endings];
  const swapped = reading.stages.find(({ stage }) => stage === "swapped");
  const progress = swapped?.streaming ?? null;
  const most = Math.max(...past.map(({ stages }) => stages));
  const partsDone = Math.max(...past.map(({ parts = 0 }) => parts));
  const timed = reading.stages.flatMap((one) => (one === swapped ? [] : (one.secondsLeft ?? [])));
  const isTrueTime = (seconds: number) =>
    reading.state === current.state
      ? Math.abs(seconds - Math.max(0, WAIT_SECONDS - now.seconds)) <= SLACK_SECONDS
      : seconds <= WAIT_SECONDS + SLACK_SECONDS;
  const checks: Readonly<Record<string, boolean>> = {
    state: reading.doubt !== null || states.includes(reading.state),
    doubt:
      reading.doubt === null || ["unconfirmed", "node_unread", "given_up"].includes(reading.doubt),
    terminal: !reading.terminal || (current.isFinal === true && endings.includes(reading.state)),
    refundExpected: !reading.refundExpected || isReturn,
    out: reading.out.every((out) => legs.includes(keyOf(out))),
    in:
      told === null ||
      (Object.keys(deposit) as (keyof typeof deposit)[]).every(
        (key) => told[key] === null || told[key] === deposit[key],
      ),
    stages:
      reading.state === "refunded" ||
      reading.stages.every(({ done }, index) => !done || index < most),
    times: timed.every(isTrueTime),
    estimate:
      reading.estimatedSecondsLeft === null ||
      reading.estimatedSecondsLeft <= WAIT_SECONDS + SLACK_SECONDS,
    parts:
      progress === null || (progress.quantity === PARTS.quantity && progress.count <= partsDone),
    sums:
      isAtMost(progress?.out, 20 * partsDone) &&
      isAtMost(progress?.in, (Number(deposit.amount) / PARTS.quantity) * partsDone),
    failed: isAtMost(progress?.failed, 0),
    partsLeft:
      (swapped?.secondsLeft ?? 0) === (swapped?.secondsLeft ? secondsOfParts(progress) : 0),
    order: order === null || isOrder(now),
    orderEnd: order?.status !== "filled" || past.some(({ name }) => name === "signing"),
    limit:
      order === null ||
      order.limitPrice === null ||
      order.limitPrice === (50n * 100_000_000n) / deposit.amount,
    payoutChain:
      payoutChain === null || payoutChain === "ETH" || isReturn || reading.state === "refunded",
    liquidityFee: liquidityFee === null || liquidityFee.base === FEES.liquidity,
    outboundFees: outboundFees === null || outboundFees.every(({ base }) => base === FEES.outbound),
    startedAtMs: startedAtMs === null || startedAtMs === FEES.startedAtMs,
    reason: reading.refundReason === null || isReturn,
    held: !reading.held,
    poll:
      reading.nextPollSeconds !== null
        ? reading.nextPollSeconds <= (reading.state === "dropped" ? 3600 : 300)
        : reading.terminal || reading.state === "unknown",
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}

/** Undefined where the path is not about the swap. */
function lieOf(
  path: string,
  truth: Moment,
  { way, shift, changes, silence }: Lie,
): Reply | undefined {
  const told = answerOf(path, { ...truth, way: way ?? truth.way, step: truth.step + shift });
  if (told === undefined || silence !== null) return told && silence;
  const body = structuredClone(told);
  for (const change of changes) changeMember(body, change);
  return body;
}

type Members = Record<string, unknown>;

function membersOf(value: unknown): (readonly [parent: Members, key: string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => [
    [value as Members, key] as const,
    ...membersOf((value as Members)[key]),
  ]);
}

function changeMember(body: unknown, { at, how }: Lie["changes"][number]): void {
  const members = membersOf(body);
  const [parent, key] = members[at % members.length] ?? [];
  if (!parent || key === undefined) return;
  const value = parent[key];
  if (how % 6 === 0 && !Array.isArray(parent)) delete parent[key];
  else parent[key] = changed(value, how);
}

function changed(value: unknown, how: number): unknown {
  const other = numbers[how % numbers.length] ?? 0;
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return how % 2 === 0 ? other : value + other;
  if (typeof value === "string" && /^\d+$/.test(value) && how % 4 > 0)
    return String(how % 2 === 0 ? BigInt(other) : BigInt(value) * BigInt(other));
  if (typeof value === "string") return texts[how % texts.length];
  if (Array.isArray(value)) return how % 2 === 0 ? [] : [...value, ...structuredClone(value)];
  return value;
}
