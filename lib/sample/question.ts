// Parses the query of a quote. Refuses what THORNode refuses before it computes a swap.

import { larger } from "../protocol/values/amounts.ts";
import type { SampleState } from "./network.ts";
import { convert, findSide, NodeRefusal, outboundFee, type Side } from "./side.ts";

export const FULL_BPS = 10_000n;

/** A query for a quote. Amounts are in 1e8 units of the asset that is sent. */
export interface ParsedQuery {
  readonly from: Side;
  readonly to: Side;
  readonly amount: bigint;
  readonly leastAmount: bigint;
  /** `destination`, `refundAddress` and `affiliate` are empty if the query does not have them. */
  readonly destination: string;
  readonly refundAddress: string;
  readonly affiliate: string;
  readonly affiliateBps: bigint;
}

export function parseQuery(state: SampleState, query: URLSearchParams): ParsedQuery {
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

/** A whole number of the query, 0 if it is missing. Error messages call the number `label`. */
export function parseNumber(query: URLSearchParams, name: string, label = name): bigint {
  const numberText = query.get(name) || "0";
  if (!/^\d{1,60}$/.test(numberText))
    throw new NodeRefusal(
      `bad ${label}: strconv.ParseUint: parsing "${numberText}": invalid syntax`,
    );
  return BigInt(numberText);
}

/**
 * The chains on which an address is valid. Several chains can have the same address format. A
 * placeholder such as "sample-btc-recipient-address" contains the code of its chain.
 */
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

/**
 * The least amount to send: three times the sum of outbound fee and dust threshold, for `from` or
 * `to`, whichever sum is larger, plus the affiliate's share of it.
 */
function leastAmountIn(state: SampleState, from: Side, to: Side, affiliateBps: bigint): bigint {
  const feeAndDust = (side: Side) => outboundFee(state, side) + side.dustThreshold;
  const largerFeeAndDust = larger(feeAndDust(from), convert(to, from, feeAndDust(to)));
  return (largerFeeAndDust * 3n * (FULL_BPS + affiliateBps)) / FULL_BPS;
}
