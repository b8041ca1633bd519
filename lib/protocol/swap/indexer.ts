// What the indexer says of one hash. An empty list means "not seen", never success or failure.

import { type Prices, priceAmount } from "../market/prices.ts";
import type { Quorum } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { StreamingProgress, SwapOut, SwapReading } from "../model/swap.ts";
import type { Action, Actions } from "../upstream/schemas.ts";
import { payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanTextOrNull, isAddressText } from "../values/clean-text.ts";
import { readOutputTxid } from "../values/txid.ts";
import { parseSwapMemo } from "./memo.ts";
import { type AssetContext, findProof, targetMatcher } from "./outputs.ts";

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
interface FlatLeg {
  readonly txID: string;
  readonly address: string | null;
  readonly affiliate: boolean;
  readonly asset: string;
  readonly amount: bigint;
}

/** Null without an action that counts. `nodeMemo` is for 2021 to 2022, when actions had no memo. */
export function readIndexerFacts(
  actions: Actions,
  txid: string,
  nodeMemo: string | null,
  context: AssetContext,
): IndexerFacts | null {
  const all = actions.actions.filter((action) => isCounted(action) && isOfInbound(action, txid));
  if (all.length === 0) return null;
  const of = (type: string, status?: string) =>
    all.filter(
      (action) => action.type === type && (status === undefined || action.status === status),
    );
  const refunds = of("refund");
  const memoText =
    all.map((action) => memoOf(action)).find((memo) => memo !== undefined) ?? nodeMemo;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  const legs = swapLegs(all.map((action) => action.out));
  const returns = [...refunds, ...of("failed")];
  const refundAssets = new Set(
    returns.flatMap((action) => swapLegs([action.in]).map((leg) => leg.asset)),
  );
  const isTarget = targetMatcher(memo, context);
  // Without a memo nothing shows whose a payout is. It counts as the user's.
  const isUsers = (leg: FlatLeg) =>
    memoText === null ||
    (memo !== null && findProof(leg, memo, leg.address === null, isTarget) !== null);
  const out = legs.map((leg) => payout(leg, refundAssets, isUsers(leg), context));
  const paidUser = memo !== null && out.some((entry) => entry.kind === "swap");
  // If all payouts are others', a "success" only means that the affiliate was paid.
  const paidOthersOnly = memo !== null && out.length > 0 && !paidUser;

  return {
    ...decide(),
    rejected: of("failed").length > 0,
    paidUser,
    memo: memoText,
    in: deposit(),
    out,
    refundReason: cleanTextOrNull(
      all
        .map((action) => action.metadata?.refund?.reason ?? action.metadata?.failed?.reason)
        .find((text) => text),
    ),
    liquidityFee: liquidityFee(of("swap")),
    outboundFees: outboundFees(all),
    startedAtMs: startTime(all),
    parts: swapParts(of("swap")),
  };

  function decide(): Pick<IndexerFacts, "state" | "settled" | "refundExpected"> {
    const pending = of("swap", "pending").length > 0;
    if (of("failed").length > 0) {
      const returned = of("failed").some((action) =>
        action.out.some((leg) => (leg.txID ?? "").trim() !== ""),
      );
      return { state: returned ? "refunded" : "failed", settled: true, refundExpected: false };
    }
    if (of("refund", "pending").length > 0)
      return { state: "outbound_signing", settled: false, refundExpected: true };
    if (of("refund", "success").length > 0) {
      const partial = of("swap", "success").length > 0 && paidUser;
      return {
        state: partial ? "partially_refunded" : "refunded",
        settled: !pending,
        refundExpected: false,
      };
    }
    if (pending) return { state: "swapping", settled: false, refundExpected: false };
    return {
      state: paidOthersOnly ? "outbound_signing" : "done",
      settled: !paidOthersOnly,
      refundExpected: false,
    };
  }

  function deposit(): SwapReading["in"] {
    // Versions of the indexer differ in how a refund and a swap share one deposit.
    const swaps = of("swap");
    if (swaps.length > 0 && refunds.length > 0) return null;
    const shares = swapLegs(all.map((action) => action.in));
    const [first] = shares;
    if (!first || shares.some((leg) => leg.asset !== first.asset)) return null;
    const { asset, address } = first;
    const [chain, amount] = [
      payoutChainOf(asset, context.preset) ?? "",
      shares.reduce((sum, leg) => sum + leg.amount, 0n),
    ];
    return { chain, asset, amount, address, memo: cleanTextOrNull(memoText) };
  }
}

function isCounted({ type = "", status = "" }: Action): boolean {
  const statuses = type === "failed" ? ["success", "pending", "failed"] : ["success", "pending"];
  return ["swap", "refund", "failed"].includes(type) && statuses.includes(status);
}

/** A search by hash also finds the swap that the hash is a payout of. */
function isOfInbound(action: Action, txid: string): boolean {
  return has(action.in, txid) || (action.in.every((leg) => !leg.txID) && !has(action.out, txid));
}

const has = (legs: readonly Leg[], txid: string) =>
  legs.some((leg) => leg.txID?.toLowerCase() === txid.toLowerCase());

export function findPaidDeposit({ actions }: Actions, txid: string): string | null {
  const paid = actions.filter(
    (action) => isCounted(action) && !isOfInbound(action, txid) && has(action.out, txid),
  );
  const [only = null, ...others] = new Set(
    paid.flatMap((action) => action.in.map((leg) => readOutputTxid(leg.txID))),
  );
  return others.length === 0 ? only : null;
}

function memoOf(action: Action): string | undefined {
  const { swap, refund, failed } = action.metadata ?? {};
  return swap?.memo || refund?.memo || failed?.memo || undefined;
}

/** One entry per coin. An entry that two actions repeat counts once. */
function swapLegs(lists: readonly (readonly Leg[])[]): FlatLeg[] {
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

function payout(
  leg: FlatLeg,
  refundAssets: ReadonlySet<string>,
  isUsers: boolean,
  context: AssetContext,
): SwapOut {
  // Both actions of a hash list all payouts. One in the refunded asset is the refund.
  const kind = leg.affiliate
    ? "affiliate"
    : refundAssets.has(leg.asset)
      ? "refund"
      : isUsers
        ? "swap"
        : "affiliate";
  const { asset, amount, address } = leg;
  const chain = payoutChainOf(asset, context.preset) ?? "";
  return { kind, chain, asset, amount, address, txid: readOutputTxid(leg.txID) };
}

/** Base units of the native asset, added over the parts; null where no action states it. */
function liquidityFee(swaps: readonly Action[]): bigint | null {
  const parts = new Map(
    swaps.map((action) => [
      JSON.stringify([action.height, action.date, attributeKeys(action.in)]),
      action,
    ]),
  );
  const fees = [...parts.values()].map((action) => action.metadata?.swap?.liquidityFee);
  const known = fees.filter((fee): fee is bigint => fee !== undefined && fee >= 0n);
  return known.length === 0 ? null : known.reduce((sum, fee) => sum + fee, 0n);
}

/** `count` includes failed parts. An older indexer does not list failed parts. */
function swapParts(swaps: readonly Action[]): StreamingProgress | null {
  const told = swaps
    .map(({ metadata }) => metadata?.swap?.streamingSwapMeta)
    .find((parts) => parts !== undefined);
  if (!told || told.quantity <= 1 || told.count > told.quantity) return null;
  const failed = told.failedSwaps?.length ?? null;
  if ((failed ?? 0) > told.count) return null;
  return { count: told.count, quantity: told.quantity, asset: null, in: null, out: null, failed };
}

function attributeKeys(legs: readonly Leg[]): string[] {
  return swapLegs([legs]).map((leg) => `${leg.txID} ${leg.asset} ${leg.amount}`);
}

/** Each action lists the fees of the whole hash, so equal fees are counted in one action. */
function outboundFees(actions: readonly Action[]): Pick<Money, "asset" | "base">[] {
  const most = new Map<string, { readonly fee: Pick<Money, "asset" | "base">; count: number }>();
  for (const action of actions) {
    const counts = new Map<string, number>();
    for (const { asset, amount } of action.metadata?.swap?.networkFees ??
      action.metadata?.refund?.networkFees ??
      []) {
      const key = `${asset} ${amount}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const kept = most.get(key);
      if (kept) kept.count = Math.max(kept.count, count);
      else most.set(key, { fee: { asset, base: amount }, count });
    }
  }
  return [...most.values()].flatMap(({ fee, count }) => Array.from({ length: count }, () => fee));
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

const none: RecordedFacts = {
  liquidityFee: null,
  outboundFees: null,
  startedAtMs: null,
  parts: null,
};

interface Told {
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
  told: Told,
): RecordedFacts {
  const { quorum, isOver, deposit, preset, prices } = told;
  const secondRecord = quorum === 1 ? record : second;
  if (record === null || secondRecord === null) return none;
  const startedAtMs = record.startedAtMs === secondRecord.startedAtMs ? record.startedAtMs : null;
  if (!isOver) return { ...none, startedAtMs };
  const most = deposit && priceAmount(prices, deposit.asset, deposit.amount).usd;
  const isPossible = ({ usd }: Money) => most === null || usd === null || usd <= most;
  // Only the native chain has free payouts. Elsewhere a fee of 0 is one that was not recorded.
  const isTold = ({ asset, base }: Money) =>
    base > 0n || payoutChainOf(asset, preset) === preset.nativeChain;
  const isSameFee = record.liquidityFee === secondRecord.liquidityFee;
  const liquidityFee =
    record.liquidityFee !== null && isSameFee
      ? priceAmount(prices, preset.nativeAsset, record.liquidityFee)
      : null;
  const fees = record.outboundFees.map((fee) => priceAmount(prices, fee.asset, fee.base));
  const isSameList = feesText(record) === feesText(secondRecord);
  return {
    liquidityFee: liquidityFee && isPossible(liquidityFee) ? liquidityFee : null,
    outboundFees:
      isSameList && fees.length > 0 && fees.every((fee) => isTold(fee) && isPossible(fee))
        ? fees
        : null,
    startedAtMs,
    parts: partsOf(record) === partsOf(secondRecord) ? record.parts : null,
  };
}

const partsOf = ({ parts }: IndexerFacts) =>
  parts && [parts.count, parts.quantity, parts.failed].join();
const feesText = ({ outboundFees }: IndexerFacts) =>
  outboundFees
    .map(({ asset, base }) => `${base} ${asset}`)
    .sort()
    .join();
