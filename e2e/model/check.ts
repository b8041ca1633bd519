// One reading held against the oracle: every violation in words, and a count of the verdicts that were given.

import type {
  ChainReading,
  InboundsReading,
  NetworkReading,
} from "../../lib/protocol/model/network-status.ts";
import type { PoolsReading } from "../../lib/protocol/model/pools.ts";
import type { QuoteReading } from "../../lib/protocol/model/quote.ts";
import type { Reason } from "../../lib/protocol/model/reasons.ts";
import type { Judgement } from "../../lib/protocol/model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../../lib/protocol/values/chains.ts";
import type { Oracle } from "./oracle.ts";
import type { Past, Truth } from "./past.ts";
import type { PoolSaid, Question, Said } from "./rules.ts";
import {
  chainOf,
  haltsOfAsset,
  haltsOfChain,
  haltsOfNetwork,
  haltsOfPool,
  isReadable,
} from "./rules.ts";
import { CONFIRMATION_SECONDS, PAYOUT_SECONDS } from "./upstreams.ts";

export const emptyTally = {
  reads: 0,
  open: 0,
  halted: 0,
  unknown: 0,
  /** Unknown because the block is too old, which takes a fault to bring about. */
  stale: 0,
  addresses: 0,
  /** Judgements whose one legal verdict was known. */
  exact: 0,
  /** Answers that were found in the cache. */
  shared: 0,
  /** Readings in which the process stood still. */
  frozen: 0,
};
export type Tally = typeof emptyTally;

export interface Frame {
  readonly preset: Preset;
  readonly oracle: Oracle;
  readonly past: Past;
  /** What must be told where nothing is wrong and nothing changed lately; null elsewhere. */
  readonly truth: Truth | null;
  readonly answerMs: number;
  readonly tally: Tally;
  readonly violations: string[];
}

/** What the rules say of one question, in three voices: may it be open, was it halted for long, what exactly must it be. */
interface Expected {
  readonly mayBeOpen: boolean;
  readonly wasHalted: boolean;
  readonly exactly: readonly string[] | null;
}

function checkJudgement(frame: Frame, label: string, told: Judgement, expected: Expected): void {
  const { tally, violations, oracle } = frame;
  const fail = (words: string) => violations.push(`${label}: ${words}: ${JSON.stringify(told)}`);
  if (!["open", "halted", "unknown"].includes(told.verdict)) fail("no verdict");
  tally[told.verdict] += 1;
  if (told.verdict === "unknown" && told.reason.code === "stale") tally.stale += 1;
  if (told.verdict === "open") {
    if (!expected.mayBeOpen) fail("open without grounds");
    if (expected.wasHalted) fail("open although halted for more than 6 s");
  }
  if ((told.verdict === "halted") !== told.haltedBy.length > 0)
    fail("halted_by does not fit the verdict");
  if ((told.verdict === "unknown") !== Boolean(told.reason) && told.verdict !== "halted")
    fail("reason does not fit");
  for (const name of told.haltedBy)
    if (!oracle.isNamed(name, told.reason !== null)) fail(`${name} was not told as in force`);
  if (expected.exactly) {
    tally.exact += 1;
    if (!expected.exactly.includes(told.verdict)) fail(`must be ${expected.exactly.join(" or ")}`);
  }
}

/** Over the heights that a reader may have met: one verdict each, all of them legal. */
function toExactly(
  frame: Frame,
  judge: (said: Said) => "open" | "halted" | "unknown",
): readonly string[] | null {
  return frame.truth && [...new Set(frame.truth.saids.map(judge))];
}

function toChainVerdict(preset: Preset, question: Question, code: string, said: Said) {
  if (haltsOfChain(preset, question, code, said).length) return "halted";
  return isReadable(preset, question, code, said) ? "open" : "unknown";
}

function checkChain(frame: Frame, question: Question, code: string, told: Judgement): void {
  const { preset, oracle, past } = frame;
  checkJudgement(frame, `${code} ${question}`, told, {
    mayBeOpen: oracle.mayChainBeOpen(question, code),
    wasHalted: past.wasHalted((said) => haltsOfChain(preset, question, code, said)),
    exactly: toExactly(frame, (said) => toChainVerdict(preset, question, code, said)),
  });
}

type Route = Pick<Way, "codes" | "assets">;
/** What stops a swap between these chains and assets, by one node's word. */
const haltsOfSwap = (preset: Preset, { codes, assets = [] }: Route, said: Said) => [
  ...codes.flatMap((code) => haltsOfChain(preset, "trading", code, said)),
  ...assets.flatMap((asset) => haltsOfAsset(preset, asset, said)),
];

function checkPair(frame: Frame, label: string, assets: readonly string[], told: Judgement): void {
  const { preset, oracle, past, truth } = frame;
  const halts = (said: Said) => haltsOfSwap(preset, { codes: assets.map(chainOf), assets }, said);
  const poolHalts = (pools: readonly PoolSaid[]) =>
    pools.filter((pool) => assets.includes(pool.asset)).flatMap(haltsOfPool);
  checkJudgement(frame, `${label} ${assets.join(" to ")}`, told, {
    mayBeOpen: oracle.mayPairBeOpen(assets),
    wasHalted: past.wasHalted(halts) || past.wasPoolHalted(poolHalts),
    exactly: toExactly(frame, (said) => {
      if (halts(said).length || poolHalts(truth?.pools ?? []).length) return "halted";
      return assets.every((asset) => isReadable(preset, "trading", chainOf(asset), said))
        ? "open"
        : "unknown";
    }),
  });
}

function checkAddress(
  { oracle, past, tally, violations }: Frame,
  code: string,
  address: string | null,
  router?: string | null,
): void {
  if (address === null && !router) return;
  const fail = (words: string) =>
    violations.push(`${code} address ${address} router ${router}: ${words}`);
  tally.addresses += 1;
  if (!oracle.mayChainBeOpen("deposits", code)) fail("shown although deposits may not be open");
  if (!oracle.mayShow(code, address, router)) fail("is not what the nodes agree on");
  if (!past.wasHeld(code, address, router))
    fail("is older than 6 s, or not what every sound node holds");
}

/** What a deposit passes until it is paid out. */
interface Way {
  /** The source first. */
  readonly codes: readonly string[];
  readonly assets?: readonly string[];
  readonly confirmationSeconds?: number;
  readonly payoutSeconds?: number;
  /** Where a halt of payouts counts, beside one of all chains. */
  readonly payoutChains?: readonly string[];
}
/** The longest that parts may run, STREAMINGSWAPMAXLENGTH. */
const DAY_SECONDS = 86_400;

/** How long a swap may take: six times its confirmations and its payout, and half an hour at least. */
function lengthInBlocks(
  { preset }: Frame,
  { codes, confirmationSeconds = 0, payoutSeconds = 0 }: Way,
): number {
  const blockSeconds = preset.chains.find(({ code }) => code === codes[0])?.blockSeconds ?? 0;
  const seconds = 6 * Math.max(blockSeconds, confirmationSeconds) + payoutSeconds;
  return Math.ceil(Math.max(1_800, seconds) / PROTOCOL_BLOCK_SECONDS);
}

/** Whether something on the way that a node does not call halted now is halted after so many blocks. */
function isHaltedIn({ preset }: Frame, way: Way, blocks: number, said: Said) {
  const { codes, payoutChains = [] } = way;
  const signing = (code: string, then: Said) => haltsOfChain(preset, "signing", code, then);
  const halts = (then: Said) => [
    ...signing(codes[0] ?? "", then).filter((name) => name === "HALTSIGNING"),
    ...payoutChains.flatMap((code) => signing(code, then)),
    ...haltsOfSwap(preset, way, then),
  ];
  const known = halts(said);
  return halts({ ...said, height: said.height + blocks }).some((name) => !known.includes(name));
}

/** A reader estimates the time of a height from the newest block, which may be some seconds old. */
const ESTIMATE_BLOCKS = 2;

/**
 * An address must be withheld where a swap sent now may not be done before a scheduled halt on one of the ways. It may be withheld
 * for one that comes at any height until then.
 */
function checkDue(
  frame: Frame,
  told: { readonly label: string; readonly address: string | null; readonly reason: Reason | null },
  ...ways: readonly Way[]
): void {
  const { truth, violations } = frame;
  if (!truth) return;
  const { label, address, reason } = told;
  const isHalted = (way: Way) =>
    [0, lengthInBlocks(frame, way) - ESTIMATE_BLOCKS].some((blocks) =>
      isHaltedIn(frame, way, blocks, truth.asked),
    );
  if (address !== null && ways.some(isHalted))
    violations.push(`${label}: address although a halt comes before a swap is done`);
  // Something new halts only at a height that a parameter names.
  const isHaltAhead = (way: Way) =>
    truth.saids.some((said) =>
      Object.values(said.mimir ?? {})
        .flatMap((value) => [value - said.height, value - said.height + 1])
        .filter((blocks) => blocks >= 0 && blocks <= lengthInBlocks(frame, way) + ESTIMATE_BLOCKS)
        .some((blocks) => isHaltedIn(frame, way, blocks, said)),
    );
  if (isDue(reason) && !ways.some(isHaltAhead)) violations.push(`${label}: no halt is due`);
}
const isDue = (reason: Reason | null) => reason?.code === "halts_soon";

/** Trading, but where a halt is scheduled that a swap sent now may meet. */
function checkDeposits(
  frame: Frame,
  { chain, trading, deposits }: Pick<ChainReading, "chain" | "trading" | "deposits">,
) {
  if (!isDue(deposits.reason)) return checkChain(frame, "deposits", chain, deposits);
  if (trading.verdict !== "open" || deposits.verdict !== "unknown")
    frame.violations.push(`${chain}: deposits ${deposits.verdict} with trading ${trading.verdict}`);
  checkDue(
    frame,
    { label: `${chain} deposits`, address: null, reason: deposits.reason },
    { codes: [chain] },
  );
}

export function checkStatus(frame: Frame, reading: NetworkReading): void {
  const { preset, oracle, past } = frame;
  const halts = (said: Said) => haltsOfNetwork(preset, said);
  checkJudgement(frame, "network", reading.trading, {
    mayBeOpen: oracle.mayNetworkBeOpen(),
    wasHalted: past.wasHalted(halts),
    exactly: toExactly(frame, (said) => {
      if (halts(said).length) return "halted";
      const isOpen = ({ code, native }: Preset["chains"][number]) =>
        !native && toChainVerdict(preset, "trading", code, said) === "open";
      return preset.chains.some(isOpen) ? "open" : "unknown";
    }),
  });
  expectCodes(frame, reading.chains);
  for (const chain of reading.chains) {
    for (const question of ["trading", "signing", "liquidity"] as const)
      checkChain(frame, question, chain.chain, chain[question]);
    checkDeposits(frame, chain);
    for (const { parameter, value } of chain.scheduled)
      if (!oracle.isScheduled(parameter, value))
        frame.violations.push(`${chain.chain}: ${parameter} is not scheduled`);
  }
  for (const [name, { value, inForce }] of Object.entries(reading.haltParameters)) {
    const isTrue = inForce ? oracle.isNamed(name, false) : oracle.isScheduled(name, value);
    if (!isTrue) frame.violations.push(`${name} ${value} is not ${inForce ? "on" : "scheduled"}`);
  }
}

/** A swap to any chain, which may take a day. The slowest blocks count for every chain. */
function waysOfAddress({ chains }: Preset): Way[] {
  const codes = chains.map(({ code }) => code);
  const assets = chains.map(({ gasAsset }) => gasAsset);
  const confirmationSeconds = Math.max(...chains.map(({ blockSeconds }) => blockSeconds));
  return [{ codes, assets, payoutChains: codes, confirmationSeconds, payoutSeconds: DAY_SECONDS }];
}

export function checkInbounds(frame: Frame, reading: InboundsReading): void {
  const { preset, truth, violations } = frame;
  expectCodes(frame, reading.chains);
  for (const row of reading.chains) {
    const { chain, address, reason, sendBeforeMs } = row;
    const fail = (words: string) => violations.push(`${chain}: ${words}`);
    for (const question of ["trading", "signing"] as const)
      checkChain(frame, question, chain, row[question]);
    checkDeposits(frame, row);
    checkAddress(frame, chain, address, row.router);
    const isOpen = row.deposits.verdict === "open";
    if (address === null && !reason) fail("no address and no reason");
    if (address !== null && !isOpen) fail("address, not open");
    if ((address !== null) !== (sendBeforeMs !== null)) fail("validity");
    if ((sendBeforeMs ?? 0) > frame.answerMs + 900_000 + 10_000) fail("valid for too long");
    if (!isOpen) continue;
    checkDue(frame, { ...row, label: chain }, ...waysOfAddress(preset));
    if (truth && chain !== preset.nativeChain && address === null && !isDue(reason))
      fail(`address withheld without cause: ${JSON.stringify(reason)}`);
  }
}

export function checkPools(frame: Frame, reading: PoolsReading): void {
  for (const pool of reading.pools) checkPair(frame, "pool", [pool.asset], pool.trading);
  const all = frame.truth?.pools.length ?? reading.pools.length;
  if (reading.pools.length !== all)
    frame.violations.push(`${reading.pools.length} pools of ${all}`);
}

export function checkQuote(frame: Frame, reading: QuoteReading, strange: boolean): void {
  const { violations, truth } = frame;
  const { from, to, reason, inboundAddress: address, trading } = reading;
  const source = chainOf(from);
  const assets = [from, to];
  const label = `quote ${from}`;
  checkPair(frame, "quote", assets, trading);
  checkAddress(frame, source, address);
  checkDue(
    frame,
    { label, address, reason },
    {
      codes: assets.map(chainOf),
      assets,
      confirmationSeconds: CONFIRMATION_SECONDS,
      payoutSeconds: PAYOUT_SECONDS,
      payoutChains: [chainOf(to)],
    },
  );
  const isOpen = trading.verdict === "open";
  if (address !== null) {
    if (!isOpen) violations.push(`${label}: address, pair not open`);
  } else if (truth && !strange && isOpen && source !== frame.preset.nativeChain) {
    if (!isDue(reason))
      violations.push(`${label}: address withheld without cause: ${JSON.stringify(reason)}`);
    if (reading.expectedAmountOut === null) violations.push(`${label}: no amount`);
  }
}

/** A reading always holds every chain of the network, whatever was read. */
function expectCodes(frame: Frame, chains: readonly { chain: string }[]): void {
  const told = chains.map((chain) => chain.chain).join(" ");
  const codes = frame.preset.chains.map((chain) => chain.code).join(" ");
  if (told !== codes) frame.violations.push(`chains ${told} instead of ${codes}`);
}
