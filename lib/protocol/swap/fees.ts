// What a final swap cost, when it began and how many parts it had, by the records of indexers: what two of them tell alike, and no more than was deposited.

import { type Prices, priceAmount } from "../market/prices.ts";
import type { Quorum } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { SwapReading } from "../model/swap.ts";
import { payoutChainOf } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import type { IndexerFacts } from "./indexer.ts";

type RecordedFacts = Pick<SwapReading, "liquidityFee" | "outboundFees" | "startedAtMs"> & Pick<IndexerFacts, "parts">;

const none: RecordedFacts = { liquidityFee: null, outboundFees: null, startedAtMs: null, parts: null };

/** `record`: of what enough sources told; null where there is none. `second`: what an indexer of another operator has of the same swap. */
export function recordedFacts(
  record: IndexerFacts | null,
  second: IndexerFacts | null,
  {
    quorum,
    isOver,
    deposit,
    preset,
    prices,
  }: {
    readonly quorum: Quorum;
    readonly isOver: boolean;
    readonly deposit: SwapReading["in"];
    readonly preset: Preset;
    readonly prices: Prices;
  },
): RecordedFacts {
  const other = quorum === 1 ? record : second;
  if (record === null || other === null) return none;
  const startedAtMs = record.startedAtMs === other.startedAtMs ? record.startedAtMs : null;
  if (!isOver) return { ...none, startedAtMs };
  const most = deposit && priceAmount(prices, deposit.asset, deposit.amount).usd;
  const isPossible = ({ usd }: Money) => most === null || usd === null || usd <= most;
  // Only the native chain pays out for nothing: elsewhere a fee of 0 is one that the record does not have.
  const isTold = ({ asset, base }: Money) => base > 0n || payoutChainOf(asset, preset) === preset.nativeChain;
  const liquidityFee =
    record.liquidityFee === null || record.liquidityFee !== other.liquidityFee
      ? null
      : priceAmount(prices, preset.nativeAsset, record.liquidityFee);
  const fees = record.outboundFees.map((fee) => priceAmount(prices, fee.asset, fee.base));
  const isSameList = feesText(record) === feesText(other);
  return {
    liquidityFee: liquidityFee && isPossible(liquidityFee) ? liquidityFee : null,
    outboundFees: isSameList && fees.length > 0 && fees.every((fee) => isTold(fee) && isPossible(fee)) ? fees : null,
    startedAtMs,
    parts: partsOf(record) === partsOf(other) ? record.parts : null,
  };
}

const partsOf = ({ parts }: IndexerFacts) => parts && [parts.count, parts.quantity, parts.failed].join();
const feesText = ({ outboundFees }: IndexerFacts) =>
  outboundFees
    .map(({ asset, base }) => `${base} ${asset}`)
    .sort()
    .join();
