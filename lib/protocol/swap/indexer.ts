// What the indexer says of one hash. An empty list means "not seen", never success or failure.

import { type Prices, priceAmount } from "../market/prices.ts";
import type { Quorum } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { StreamingProgress, SwapOut, SwapReading } from "../model/swap.ts";
import type { Action, Actions } from "../upstream/schemas.ts";
import { payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanTextOrNull, isAddressText } from "../values/clean-text.ts";
import { parseOutputTxid } from "../values/txid.ts";
import { parseSwapMemo } from "./memo.ts";
import { type AssetNames, findProof, targetMatcher } from "./outputs.ts";

type IndexerState =
  | "failed"
  | "refunded"
  | "partially_refunded"
  | "done"
  | "swapping"
  | "outbound_signing";

export interface IndexerFacts {
  readonly state: IndexerState;
  readonly settled: boolean;
  readonly rejected: boolean;
  readonly refundExpected: boolean;
  readonly paidUser: boolean;
  readonly memo: string | null;
  readonly in: SwapReading["in"];
  readonly out: readonly SwapOut[];
  readonly refundReason: string | null;
  readonly liquidityFee: bigint | null;
  readonly outboundFees: readonly Pick<Money, "asset" | "base">[];
  readonly startedAtMs: number | null;
  readonly parts: StreamingProgress | null;
}

type Leg = Action["in"][number];
interface CoinLeg {
  readonly txID: string;
  readonly address: string | null;
  readonly affiliate: boolean;
  readonly asset: string;
  readonly amount: bigint;
}

/** Null without an action that counts. `nodeMemo` is for 2021 to 2022, when actions had no memo. */
export function indexerFactsOf(
  { actions }: Actions,
  txid: string,
  nodeMemo: string | null,
  context: AssetNames,
): IndexerFacts | null {
  const counted = actions.filter((action) => isCounted(action) && isOfInbound(action, txid));
  if (counted.length === 0) return null;
  const typed: TypedActions = { swaps: [], refunds: [], failures: [] };
  for (const action of counted) typed[listNames[action.type as ActionType]].push(action);
  const memoText = counted.map(memoOf).find((text) => text !== undefined) ?? nodeMemo;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  const returns = [...typed.refunds, ...typed.failures];
  const refundAssets = new Set(coinLegs(returns.map((action) => action.in)).map(assetOf));
  const isTarget = targetMatcher(memo, context);
  // Without a memo nothing shows whose a payout is. It counts as the user's.
  const isUserLeg = (leg: CoinLeg) =>
    memoText === null ||
    (memo !== null && findProof(leg, memo, leg.address === null, isTarget) !== null);
  const legs = coinLegs(counted.map((action) => action.out));
  const out = legs.map((leg) => toPayout(leg, refundAssets, isUserLeg(leg), context));
  const paidUser = memo !== null && out.some(({ kind }) => kind === "swap");
  // If all payouts are others', a "success" only means that the affiliate was paid.
  const isOnlyAffiliatePaid = memo !== null && out.length > 0 && !paidUser;
  const reasons = counted.map(
    ({ metadata }) => metadata?.refund?.reason ?? metadata?.failed?.reason,
  );
  return {
    ...recordedState(typed, paidUser, isOnlyAffiliatePaid),
    rejected: typed.failures.length > 0,
    paidUser,
    memo: memoText,
    in: recordedDeposit(counted, typed, memoText, context),
    out,
    refundReason: cleanTextOrNull(reasons.find((text) => text)),
    liquidityFee: liquidityFee(typed.swaps),
    outboundFees: outboundFees(counted),
    startedAtMs: startTime(counted),
    parts: swapParts(typed.swaps),
  };
}

const listNames = { swap: "swaps", refund: "refunds", failed: "failures" } as const;
type ActionType = keyof typeof listNames;
type TypedActions = Readonly<Record<(typeof listNames)[ActionType], Action[]>>;
const assetOf = ({ asset }: CoinLeg) => asset;
const hasStatus = (actions: readonly Action[], status: string) =>
  actions.some((action) => action.status === status);

function recordedState(
  { swaps, refunds, failures }: TypedActions,
  paidUser: boolean,
  isOnlyAffiliatePaid: boolean,
): Pick<IndexerFacts, "state" | "settled" | "refundExpected"> {
  const isPending = hasStatus(swaps, "pending");
  const ended = { settled: true, refundExpected: false };
  const open = { settled: false, refundExpected: false };
  if (failures.length > 0) {
    const sentLegs = failures.flatMap(({ out }) => out);
    const isReturned = sentLegs.some(({ txID = "" }) => txID.trim() !== "");
    return { state: isReturned ? "refunded" : "failed", ...ended };
  }
  if (hasStatus(refunds, "pending"))
    return { state: "outbound_signing", settled: false, refundExpected: true };
  if (hasStatus(refunds, "success")) {
    const isPartial = hasStatus(swaps, "success") && paidUser;
    const state = isPartial ? "partially_refunded" : "refunded";
    return { state, settled: !isPending, refundExpected: false };
  }
  if (isPending) return { state: "swapping", ...open };
  return isOnlyAffiliatePaid ? { state: "outbound_signing", ...open } : { state: "done", ...ended };
}

function recordedDeposit(
  actions: readonly Action[],
  { swaps, refunds }: TypedActions,
  memoText: string | null,
  { preset }: AssetNames,
): SwapReading["in"] {
  // Versions of the indexer differ in how a refund and a swap share one deposit.
  if (swaps.length > 0 && refunds.length > 0) return null;
  const legs = coinLegs(actions.map((action) => action.in));
  const [firstLeg] = legs;
  if (!firstLeg || legs.some(({ asset }) => asset !== firstLeg.asset)) return null;
  const { asset, address } = firstLeg;
  const chain = payoutChainOf(asset, preset) ?? "";
  const amount = legs.reduce((sum, leg) => sum + leg.amount, 0n);
  return { chain, asset, amount, address, memo: cleanTextOrNull(memoText) };
}

function isCounted({ type = "", status = "" }: Action): boolean {
  const statuses = type === "failed" ? ["success", "pending", "failed"] : ["success", "pending"];
  return ["swap", "refund", "failed"].includes(type) && statuses.includes(status);
}

/** A search by hash also finds the swap that the hash is a payout of. */
function isOfInbound(action: Action, txid: string): boolean {
  return (
    hasTxid(action.in, txid) || (action.in.every((leg) => !leg.txID) && !hasTxid(action.out, txid))
  );
}

const hasTxid = (legs: readonly Leg[], txid: string) =>
  legs.some((leg) => leg.txID?.toLowerCase() === txid.toLowerCase());

export function findPaidDeposit({ actions }: Actions, txid: string): string | null {
  const payingActions = actions.filter(
    (action) => isCounted(action) && !isOfInbound(action, txid) && hasTxid(action.out, txid),
  );
  const [paidDeposit = null, ...others] = new Set(
    payingActions.flatMap((action) => action.in.map((leg) => parseOutputTxid(leg.txID))),
  );
  return others.length === 0 ? paidDeposit : null;
}

function memoOf(action: Action): string | undefined {
  const { swap, refund, failed } = action.metadata ?? {};
  return swap?.memo || refund?.memo || failed?.memo || undefined;
}

/** One entry per coin. An entry that two actions repeat counts once. */
function coinLegs(lists: readonly (readonly Leg[])[]): CoinLeg[] {
  const flat = lists
    .flat()
    .flatMap(({ txID = "", address: written = "", affiliate = false, coins = [] }) => {
      const address = isAddressText(written) ? written : null;
      return coins.map(({ asset, amount }) => ({ txID, address, affiliate, asset, amount }));
    });
  const keyed = flat.map(
    (leg) => [`${leg.txID} ${leg.address} ${leg.asset} ${leg.amount}`, leg] as const,
  );
  return [...new Map(keyed).values()];
}

function toPayout(
  leg: CoinLeg,
  refundAssets: ReadonlySet<string>,
  isUsers: boolean,
  context: AssetNames,
): SwapOut {
  // Both actions of a hash list all payouts. One in the refunded asset is the refund.
  const userKind = refundAssets.has(leg.asset) ? "refund" : isUsers ? "swap" : "affiliate";
  const kind = leg.affiliate ? "affiliate" : userKind;
  const { asset, amount, address } = leg;
  const chain = payoutChainOf(asset, context.preset) ?? "";
  return { kind, chain, asset, amount, address, txid: parseOutputTxid(leg.txID) };
}

/** Base units of the native asset, added over the parts; null where no action states it. */
function liquidityFee(swaps: readonly Action[]): bigint | null {
  const feesByPart = new Map(
    swaps.map(({ height, date, in: legs, metadata }) => [
      JSON.stringify([height, date, attributeKeys(legs)]),
      metadata?.swap?.liquidityFee,
    ]),
  );
  const isFee = (fee: bigint | undefined): fee is bigint => fee !== undefined && fee >= 0n;
  const fees = [...feesByPart.values()].filter(isFee);
  return fees.length === 0 ? null : fees.reduce((sum, fee) => sum + fee, 0n);
}

/** `count` includes failed parts. An older indexer does not list failed parts. */
function swapParts(swaps: readonly Action[]): StreamingProgress | null {
  const meta = swaps
    .map(({ metadata }) => metadata?.swap?.streamingSwapMeta)
    .find((parts) => parts !== undefined);
  if (!meta || meta.quantity <= 1 || meta.count > meta.quantity) return null;
  const failed = meta.failedSwaps?.length ?? null;
  if ((failed ?? 0) > meta.count) return null;
  return { count: meta.count, quantity: meta.quantity, asset: null, in: null, out: null, failed };
}

function attributeKeys(legs: readonly Leg[]): string[] {
  return coinLegs([legs]).map((leg) => `${leg.txID} ${leg.asset} ${leg.amount}`);
}

/** Each action lists the fees of the whole hash, so equal fees are counted in one action. */
function outboundFees(actions: readonly Action[]): Pick<Money, "asset" | "base">[] {
  const mostByFee = new Map<
    string,
    { readonly fee: Pick<Money, "asset" | "base">; count: number }
  >();
  for (const action of actions) {
    const counts = new Map<string, number>();
    const { swap, refund } = action.metadata ?? {};
    for (const { asset, amount } of swap?.networkFees ?? refund?.networkFees ?? []) {
      const key = `${asset} ${amount}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const counted = mostByFee.get(key);
      if (counted) counted.count = Math.max(counted.count, count);
      else mostByFee.set(key, { fee: { asset, base: amount }, count });
    }
  }
  return [...mostByFee.values()].flatMap(({ fee, count }) =>
    Array.from({ length: count }, () => fee),
  );
}

/** `date`: nanoseconds since the epoch. */
function startTime(actions: readonly Action[]): number | null {
  const dates = actions.map((action) => action.date).filter((date) => /^\d{16,19}$/.test(date));
  return dates.length === 0
    ? null
    : Math.min(...dates.map((date) => Number(BigInt(date) / 1_000_000n)));
}

type RecordedFacts = Pick<SwapReading, "liquidityFee" | "outboundFees" | "startedAtMs"> &
  Pick<IndexerFacts, "parts">;

const unknownRecord: RecordedFacts = {
  liquidityFee: null,
  outboundFees: null,
  startedAtMs: null,
  parts: null,
};

interface RecordContext {
  readonly quorum: Quorum;
  readonly isOver: boolean;
  readonly deposit: SwapReading["in"];
  readonly preset: Preset;
  readonly prices: Prices;
}

/** `record`: null unless enough sources confirm its swap. `second`: from another operator. */
export function recordedFacts(
  record: IndexerFacts | null,
  second: IndexerFacts | null,
  context: RecordContext,
): RecordedFacts {
  const { quorum, isOver, deposit, preset, prices } = context;
  const secondRecord = quorum === 1 ? record : second;
  if (record === null || secondRecord === null) return unknownRecord;
  const startedAtMs = record.startedAtMs === secondRecord.startedAtMs ? record.startedAtMs : null;
  if (!isOver) return { ...unknownRecord, startedAtMs };
  const maxUsd = deposit && priceAmount(prices, deposit.asset, deposit.amount).usd;
  const isPossible = ({ usd }: Money) => maxUsd === null || usd === null || usd <= maxUsd;
  // Only the native chain has free payouts. Elsewhere a fee of 0 is one that was not recorded.
  const isRecorded = ({ asset, base }: Money) =>
    base > 0n || payoutChainOf(asset, preset) === preset.nativeChain;
  const isSameFee = record.liquidityFee === secondRecord.liquidityFee;
  const liquidityFee =
    record.liquidityFee !== null && isSameFee
      ? priceAmount(prices, preset.nativeAsset, record.liquidityFee)
      : null;
  const fees = record.outboundFees.map((fee) => priceAmount(prices, fee.asset, fee.base));
  const isSameList = feesKey(record) === feesKey(secondRecord);
  return {
    liquidityFee: liquidityFee && isPossible(liquidityFee) ? liquidityFee : null,
    outboundFees:
      isSameList && fees.length > 0 && fees.every((fee) => isRecorded(fee) && isPossible(fee))
        ? fees
        : null,
    startedAtMs,
    parts: partsKey(record) === partsKey(secondRecord) ? record.parts : null,
  };
}

const partsKey = ({ parts }: IndexerFacts) =>
  parts && [parts.count, parts.quantity, parts.failed].join();
const feesKey = ({ outboundFees }: IndexerFacts) =>
  outboundFees
    .map(({ asset, base }) => `${base} ${asset}`)
    .sort()
    .join();
