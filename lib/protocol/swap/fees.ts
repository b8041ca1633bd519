// What a final swap cost and when it began, by the records of indexers: what two of them tell alike, and no more than was deposited.

import { type Prices, priceAmount } from "../market/prices.ts";
import type { Quorum } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import type { SwapReading } from "../model/swap.ts";
import type { IndexerFacts } from "./indexer.ts";

type RecordedFacts = Pick<SwapReading, "liquidityFee" | "outboundFees" | "startedAtMs">;

const none: RecordedFacts = { liquidityFee: null, outboundFees: null, startedAtMs: null };

/** `record`: of what enough sources told; null where there is none. `second`: what an indexer of another operator has of the same swap. */
export function recordedFacts(
  record: IndexerFacts | null,
  second: IndexerFacts | null,
  {
    quorum,
    deposit,
    nativeAsset,
    prices,
  }: {
    readonly quorum: Quorum;
    readonly deposit: SwapReading["in"];
    readonly nativeAsset: string;
    readonly prices: Prices;
  },
): RecordedFacts {
  const other = quorum === 1 ? record : second;
  if (record === null || other === null) return none;
  const most = deposit && priceAmount(prices, deposit.asset, deposit.amount).usd;
  const isPossible = ({ usd }: Money) => most === null || usd === null || usd <= most;
  const liquidityFee =
    record.liquidityFee === null || record.liquidityFee !== other.liquidityFee
      ? null
      : priceAmount(prices, nativeAsset, record.liquidityFee);
  const fees = record.outboundFees.map((fee) => priceAmount(prices, fee.asset, fee.base));
  const isSameList = feesText(record) === feesText(other);
  return {
    liquidityFee: liquidityFee && isPossible(liquidityFee) ? liquidityFee : null,
    outboundFees: isSameList && fees.length > 0 && fees.every(isPossible) ? fees : null,
    startedAtMs: record.startedAtMs === other.startedAtMs ? record.startedAtMs : null,
  };
}

const feesText = ({ outboundFees }: IndexerFacts) =>
  outboundFees
    .map(({ asset, base }) => `${base} ${asset}`)
    .sort()
    .join();
