// The figures of the fee guide as Markdown. lib/protocol computes them from one dated snapshot, so every build has the same bytes.
import { list, table } from "../../markdown/nodes.ts";
import { writeLine, writeMarkdown } from "../../markdown/write.ts";
import { type FeeSnapshot, feeSnapshots } from "../../protocol/market/fee-snapshots.ts";
import { refundAmount } from "../../protocol/market/fees.ts";
import {
  breakEven,
  type Cost,
  type CostPoint,
  costPoints,
  crossingPoint,
  leastDeposit,
  payoutFee,
  type SwapRequest,
  swapCost,
  worthInUsd,
} from "../../protocol/market/swap-cost.ts";
import { tickerOf } from "../../protocol/values/assets.ts";
import type { Chain } from "../../protocol/values/chain-rows.ts";
import { type NetworkName, presets } from "../../protocol/values/chains.ts";
import { formatAmount, formatDollars, formatPercent, formatWholeDollars } from "../../protocol/values/figure-text.ts";

/** The sizes of the curve and of its table, in US dollars. They are closest where the curve turns. */
const SIZES = [100n, 500n, 1_000n, 5_000n, 10_000n, 20_000n, 50_000n, 100_000n, 500_000n, 1_000_000n];
/** The factor of the quotes that were recorded with the snapshots. */
const LEAST_FACTOR = 4n;
const AFFILIATE_BPS = 30n;
const FLOOR_BPS = 10n;
const SUB_SWAPS = [10n, 20n] as const;

type Example = FeeSnapshot["examples"][number];

/** Name in content/pricing.md → Markdown. */
export function feeGuide(network: NetworkName): Readonly<Record<string, string>> {
  const snapshot = feeSnapshots[network];
  const [pair] = snapshot.examples as readonly [Example, ...Example[]];
  const { points } = getCostCurve(network);
  return {
    fee_snapshot: originOf(snapshot, network),
    fee_depths: writeLine(depthRows(snapshot)),
    fee_examples: exampleRows(snapshot),
    fee_options: optionRows(snapshot, pair),
    fee_curve_summary: writeLine(curveSummary(snapshot, pair, points)),
    fee_curve: writeTable(
      ["Sent", "Total cost"],
      points.map(({ dollars, totalCentiBps }) => [formatWholeDollars(dollars), formatPercent(totalCentiBps)]),
    ),
    fee_break_even: breakEvenRows(snapshot, network),
  };
}

export interface CostCurve {
  /** "BTC to ETH". */
  readonly pair: string;
  readonly month: string;
  /** The rows of the table. */
  readonly points: readonly CostPoint[];
  /** The same points with one more between each two, for a smooth line. */
  readonly line: readonly CostPoint[];
}

/** The curve of the snapshot's first pair. */
export function getCostCurve(network: NetworkName): CostCurve {
  const snapshot = feeSnapshots[network];
  const [{ from, to }] = snapshot.examples as readonly [Example, ...Example[]];
  const between = SIZES.slice(1).map((size, index) =>
    BigInt(Math.round(Math.sqrt(Number(size * (SIZES[index] ?? size))))),
  );
  const line = SIZES.flatMap((size, index) => [size, ...between.slice(index, index + 1)]);
  return {
    pair: pairText({ from, to }),
    month: snapshot.month,
    points: costPoints(snapshot, from, to, SIZES),
    line: costPoints(snapshot, from, to, line),
  };
}

/** The point with the smallest total cost of its size. */
export function cheapestPair(points: readonly CostPoint[]): CostPoint {
  return points.reduce((least, point) => (point.totalCentiBps < least.totalCentiBps ? point : least));
}

/** The snapshot's `source` is our own Markdown, so it needs no escaping. */
function originOf({ protocol, month, source }: FeeSnapshot, network: NetworkName): string {
  const other = network === "sample" ? ` Not the sample network, which is invented.` : "";
  return `Historic, here and below, and never a quote: ${protocol} main network, as of ${month}; neither time nor block was recorded. Fees, rules and pools have changed since: ask for a quote.${other} Source: ${source}.`;
}

function depthRows({ pools, examples, nativeAsset }: FeeSnapshot): string {
  const used = Object.entries(pools).filter(([asset]) => examples.some(({ from, to }) => [from, to].includes(asset)));
  return used
    .map(([asset, { asset: own, native }]) => `${formatExact(asset, own)} and ${formatExact(nativeAsset, native)}`)
    .join("; ");
}

/** One row for each swap: the costs in dollars, in the order in which they are taken. */
function exampleRows(snapshot: FeeSnapshot): string {
  const costs = snapshot.examples.flatMap(({ from, to, amounts }) =>
    amounts.map((amount) => swapCost(snapshot, { from, to, amount })),
  );
  return writeTable(
    ["Sent", "Inbound", "Liquidity", "Price impact", "Outbound", "Total cost", "Of the amount sent", "You receive"],
    costs.map(({ sent, inbound, liquidity, priceImpact, outbound, totalUsd, totalCentiBps, received }) => [
      feeText(sent),
      ...[inbound, liquidity, priceImpact, outbound].map(({ usd }) => formatDollars(usd)),
      formatDollars(totalUsd),
      formatPercent(totalCentiBps),
      formatBase(received.asset, received.base),
    ]),
  );
}

/** Variants of a pair's swap: an affiliate, a minimum slip, a refund, the recommended minimum, streaming. */
function optionRows(snapshot: FeeSnapshot, { from, to, amounts }: Example): string {
  const [, amount, large] = amounts;
  const { affiliate } = swapCost(snapshot, { from, to, amount, affiliateBps: AFFILIATE_BPS });
  const least = leastDeposit(snapshot, from, to, LEAST_FACTOR);
  const items = [
    `An affiliate of ${formatPercent(100n * AFFILIATE_BPS)} on ${formatBase(from, amount)}: ${formatDollars(affiliate.usd)}.`,
    ...(snapshot.nativeChain === "THOR" ? [floorLine(snapshot, { from, to, amount })] : []),
    `A refund of ${formatBase(from, amount)} returns ${formatBase(from, refundAmount(amount, payoutFee(snapshot, from)))}.`,
    `Recommended minimum for ${pairText({ from, to })} by the rule of that time, the larger outbound fee × ${LEAST_FACTOR}: ${feeText({ asset: from, base: least, usd: worthInUsd(snapshot, from, least) })}.`,
    streamingLine(snapshot, { from, to, amount: large }),
  ];
  return writeMarkdown([list(items)]);
}

/** For THORChain only: MAYAChain adds to the slip instead of a minimum. */
function floorLine(snapshot: FeeSnapshot, request: SwapRequest): string {
  const { liquidity } = swapCost(snapshot, { ...request, floorBps: FLOOR_BPS });
  return `A minimum slip of ${formatPercent(100n * FLOOR_BPS)} in each pool, on the same: liquidity fee ${formatDollars(liquidity.usd)}.`;
}

function streamingLine(snapshot: FeeSnapshot, request: SwapRequest): string {
  const ways = SUB_SWAPS.map((quantity) => {
    const { totalUsd, totalCentiBps } = swapCost(snapshot, { ...request, quantity });
    return `${formatDollars(totalUsd)} (${formatPercent(totalCentiBps)}) in ${quantity}`;
  });
  return `${formatBase(request.from, request.amount)} in parts: total cost ${ways.join(", ")}, if others refill the pools in between, which nothing guarantees.`;
}

function curveSummary(snapshot: FeeSnapshot, pair: Example, points: readonly CostPoint[]): string {
  const { inbound, outbound } = swapCost(snapshot, { ...pair, amount: pair.amounts[0] });
  const { dollars, totalCentiBps } = cheapestPair(points);
  const crossing = crossingPoint(snapshot, pair.from, pair.to, SIZES.at(-1) ?? 1n);
  return `${pairText(pair)}: the fixed fees, inbound and outbound, were ${formatDollars(inbound.usd + outbound.usd)} at every size. ${formatWholeDollars(dollars)} was the cheapest of these per dollar: ${formatPercent(totalCentiBps)}. Below ${formatWholeDollars(crossing)} the fixed fees weighed most, from there the pools.`;
}

function breakEvenRows(snapshot: FeeSnapshot, network: NetworkName): string {
  const recorded = ({ code, native }: Chain) => native || snapshot.chains.some((one) => one.code === code);
  const rows = presets[network].chains.filter(recorded).map(({ name, gasAsset }) => {
    const usd = worthInUsd(snapshot, gasAsset, payoutFee(snapshot, gasAsset));
    return [name, formatDollars(usd), formatWholeDollars(breakEven(usd, 100n))];
  });
  return writeTable(["Chain", "Outbound fee", "At most 1 % from"], rows);
}

/** The depths, from which a reader may compute the examples again. */
function formatExact(asset: string, base: bigint): string {
  return formatAmount({ asset, base }, undefined, { digits: Number.POSITIVE_INFINITY });
}

/** Four digits are enough to compare examples. */
function formatBase(asset: string, base: bigint): string {
  return formatAmount({ asset, base }, undefined, { digits: 4 });
}

function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return writeMarkdown([table(head, rows)]);
}

function feeText({ asset, base, usd }: Pick<Cost, "asset" | "base" | "usd">): string {
  return `${formatBase(asset, base)}, ${formatDollars(usd)}`;
}

function pairText({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${tickerOf(from)} to ${tickerOf(to)}`;
}
