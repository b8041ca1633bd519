// A swap's fees, part counts and start time, if enough indexers record equal values.

import { type Prices, priceAmount } from "../market/prices.ts";
import type { Quorum } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { SwapReading } from "../model/swap.ts";
import { payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import type { IndexerFacts } from "./indexer.ts";

type RecordedFacts = Pick<SwapReading, "liquidityFee" | "outboundFees" | "startedAtMs"> &
  Pick<IndexerFacts, "parts">;

const unrecordedFacts: RecordedFacts = {
  liquidityFee: null,
  outboundFees: null,
  startedAtMs: null,
  parts: null,
};

interface RecordContext {
  readonly quorum: Quorum;
  readonly isOutcomeConfirmed: boolean;
  readonly deposit: SwapReading["in"];
  readonly preset: Preset;
  readonly prices: Prices;
}

export function recordedFacts(
  record: IndexerFacts | null,
  secondIndexerFacts: IndexerFacts | null,
  context: RecordContext,
): RecordedFacts {
  const secondRecord = context.quorum === 1 ? record : secondIndexerFacts;
  if (record === null || secondRecord === null) return unrecordedFacts;
  const startedAtMs = record.startedAtMs === secondRecord.startedAtMs ? record.startedAtMs : null;
  if (!context.isOutcomeConfirmed) return { ...unrecordedFacts, startedAtMs };
  return {
    liquidityFee: agreedLiquidityFee(record, secondRecord, context),
    outboundFees: agreedOutboundFees(record, secondRecord, context),
    startedAtMs,
    parts: partsKey(record) === partsKey(secondRecord) ? record.parts : null,
  };
}

function agreedLiquidityFee(
  { liquidityFee }: IndexerFacts,
  secondRecord: IndexerFacts,
  context: RecordContext,
): Money | null {
  if (liquidityFee === null || liquidityFee !== secondRecord.liquidityFee) return null;
  const { prices, preset } = context;
  const fee = priceAmount(prices, preset.nativeAsset, liquidityFee);
  return isPossibleFee(fee, context) ? fee : null;
}

function agreedOutboundFees(
  record: IndexerFacts,
  secondRecord: IndexerFacts,
  context: RecordContext,
): readonly Money[] | null {
  const { prices, preset } = context;
  const fees = record.outboundFees.map(({ asset, base }) => priceAmount(prices, asset, base));
  // Only payouts on the native chain can have no fee. Elsewhere, 0 means "not recorded".
  const isFeeRecorded = ({ asset, base }: Money) =>
    base > 0n || payoutChainOf(asset, preset) === preset.nativeChain;
  if (fees.length === 0 || feesKey(record) !== feesKey(secondRecord)) return null;
  return fees.every((fee) => isFeeRecorded(fee) && isPossibleFee(fee, context)) ? fees : null;
}

function isPossibleFee({ usd }: Money, { deposit, prices }: RecordContext): boolean {
  const maxFeeUsd = deposit && priceAmount(prices, deposit.asset, deposit.amount).usd;
  return maxFeeUsd === null || usd === null || usd <= maxFeeUsd;
}

const partsKey = ({ parts }: IndexerFacts) =>
  parts && [parts.count, parts.quantity, parts.failed].join();

const feesKey = ({ outboundFees }: IndexerFacts) =>
  outboundFees
    .map(({ asset, base }) => `${base} ${asset}`)
    .sort()
    .join();
