// The query of a quote, and the queries that THORNode refuses before it computes anything.
import type { SampleState } from "./network.ts";
import { convert, findSide, larger, NodeRefusal, outboundFee, type Side } from "./side.ts";

export const FULL_BPS = 10_000n;

/** Parameters of a quote. Amounts are in the asset sent, in 1e8. */
export interface QuoteQuestion {
  readonly from: Side;
  readonly to: Side;
  readonly amount: bigint;
  readonly leastAmount: bigint;
  /** Empty if the query has none, as also `refundAddress` and `affiliate`. */
  readonly destination: string;
  readonly refundAddress: string;
  readonly affiliate: string;
  readonly affiliateBps: bigint;
}

export function parseQuestion(state: SampleState, query: URLSearchParams): QuoteQuestion {
  const from = findSide(state, query.get("from_asset") ?? "", "from");
  const to = findSide(state, query.get("to_asset") ?? "");
  const amount = parseNumber(query, "amount");
  if (amount < from.dustThreshold) throw new NodeRefusal("amount less than dust threshold");
  const destination = query.get("destination") ?? "";
  const refundAddress = query.get("refund_address") ?? "";
  checkAddress(state, "destination", destination);
  checkAddress(state, "refund", refundAddress);
  const affiliate = query.get("affiliate") ?? "";
  const affiliateBps = parseNumber(query, "affiliate_bps");
  if (affiliateBps > 1_000n)
    throw new NodeRefusal(
      "bad affiliate params: total affiliate fee must not be more than 1000 bps",
    );
  const leastAmount = leastAmountIn(state, from, to, affiliateBps);
  return { from, to, amount, leastAmount, destination, refundAddress, affiliate, affiliateBps };
}

/** A whole number; 0 if the query has none. `label`: its name in a refusal. */
export function parseNumber(query: URLSearchParams, name: string, label = name): bigint {
  const text = query.get(name) || "0";
  if (!/^\d{1,60}$/.test(text))
    throw new NodeRefusal(`bad ${label}: strconv.ParseUint: parsing "${text}": invalid syntax`);
  return BigInt(text);
}

/** A placeholder names its chain. Other text is an address of every chain whose format it has. */
export function addressChains({ chains }: SampleState, address: string): readonly string[] {
  const placeholderChain = /^sample-([a-z0-9]+)-[a-z-]+$/.exec(address)?.[1]?.toUpperCase();
  return [...chains.values()]
    .filter(({ code, addressForm }) => code === placeholderChain || addressForm.test(address))
    .map(({ code }) => code);
}

function checkAddress(state: SampleState, role: "destination" | "refund", address: string): void {
  if (address && addressChains(state, address).length === 0)
    throw new NodeRefusal(
      `bad ${role} address: unable to parse address: THORName doesn't exist: ${address}`,
    );
}

/** Least amount to send: three times what a refund or payout needs, plus the affiliate's share. */
function leastAmountIn(state: SampleState, from: Side, to: Side, affiliateBps: bigint): bigint {
  const payoutNeed = (side: Side) => outboundFee(state, side) + side.dustThreshold;
  const largerNeed = larger(payoutNeed(from), convert(to, from, payoutNeed(to)));
  return (largerNeed * 3n * (FULL_BPS + affiliateBps)) / FULL_BPS;
}
