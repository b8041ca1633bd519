// Site room: the fee guide's figures as Markdown, computed by the protocol room from one dated snapshot: the same bytes in every build.
import { toTable } from "../markdown/write.ts";
import { type Chain, type NetworkName, presets } from "../protocol/chains.ts";
import { type FeeSnapshot, feeSnapshots } from "../protocol/fee-snapshots.ts";
import { toRefund } from "../protocol/fees.ts";
import {
  type Cost,
  type CostPoint,
  type SwapCost,
  type SwapRequest,
  toBreakEven,
  toCostPoints,
  toDollars,
  toLeastDeposit,
  toOutboundFee,
  toSwapCost,
} from "../protocol/swap-cost.ts";
import { toAmountText, toBpsText, toCostText, toDollarText, toExactText, toTicker, toUsdText } from "./fee-figures.ts";

/** Sizes in US dollars of the curve: the rows of its table. */
const SIZES = [100n, 1_000n, 10_000n, 100_000n]
  .flatMap((decade) => [decade, 2n * decade, 5n * decade])
  .concat(1_000_000n);
/** The factor of THORChain's recorded quotes. */
const LEAST_FACTOR = 4n;
const AFFILIATE_BPS = 30n;
const FLOOR_BPS = 10n;
const SUB_SWAPS = [1n, 10n, 20n] as const;

type Example = FeeSnapshot["examples"][number];

/** Name in content/pricing.md → Markdown. */
export function toFeeGuide(network: NetworkName): Readonly<Record<string, string>> {
  const snapshot = feeSnapshots[network];
  const [pair] = snapshot.examples as readonly [Example, ...Example[]];
  const { points } = getCostCurve(network);
  return {
    fee_snapshot: toOrigin(snapshot, network),
    fee_depths: toDepths(snapshot),
    fee_examples: snapshot.examples.map((example) => toExample(snapshot, example)).join("\n\n"),
    fee_options: toOptions(snapshot, pair),
    fee_streaming: toStreaming(snapshot, pair),
    fee_curve_summary: toCurveSummary(snapshot, pair, points),
    fee_curve: toTable(
      ["Sent", "Total cost, bps"],
      points.map(({ dollars, totalTenthBps }) => [toDollarText(dollars), toBpsText(totalTenthBps)]),
    ),
    fee_break_even: toBreakEvens(snapshot, network),
  };
}

export interface CostCurve {
  /** "BTC to ETH". */
  readonly pair: string;
  readonly month: string;
  /** The rows of the table. */
  readonly points: readonly CostPoint[];
  /** The same with one more between each two, for a line that bends as the cost does. */
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
    pair: toPairText({ from, to }),
    month: snapshot.month,
    points: toCostPoints(snapshot, from, to, SIZES),
    line: toCostPoints(snapshot, from, to, line),
  };
}

/** The point where the whole cost is the smallest part of what was sent. */
export function toCheapest(points: readonly CostPoint[]): CostPoint {
  return points.reduce((least, point) => (point.totalTenthBps < least.totalTenthBps ? point : least));
}

function toOrigin({ protocol, month, source }: FeeSnapshot, network: NetworkName): string {
  const other = network === "sample" ? ` Not the sample network, which is invented.` : "";
  return `Historic, never a quote: ${protocol} main network, as of ${month}; neither time nor block was recorded.${other} Source: ${source}.`;
}

function toDepths({ pools, examples, nativeAsset }: FeeSnapshot): string {
  const used = Object.entries(pools).filter(([asset]) => examples.some(({ from, to }) => [from, to].includes(asset)));
  return used
    .map(([asset, { asset: own, native }]) => `${toExactText(asset, own)} and ${toExactText(nativeAsset, native)}`)
    .join("; ");
}

function toExample(snapshot: FeeSnapshot, example: Example): string {
  const costs = example.amounts.map((amount) => toSwapCost(snapshot, { ...example, amount }));
  const isNative = example.from === snapshot.nativeAsset;
  const row = (label: string, write: (cost: SwapCost) => string) => [label, ...costs.map(write)];
  // The same amount at each size: said once, so that the row shows how its part shrinks.
  const fixed = (label: string, layer: (cost: SwapCost) => Cost) =>
    row(`${label}: ${toFeeText(layer(costs[0] as SwapCost))}`, (cost) => `${toBpsText(layer(cost).tenthBps)} bps`);
  const table = toTable(
    ["Layer", ...costs.map(({ sent }) => `${toAmountText(sent.asset, sent.base)} (${toUsdText(sent.usd)})`)],
    [
      fixed(isNative ? "Native network fee" : "Inbound network fee", (cost) => cost.inbound),
      row("Liquidity fee", ({ liquidity }) => toCostText(liquidity)),
      row("Price impact", ({ priceImpact }) => toShareText(priceImpact.usd, priceImpact.tenthBps)),
      fixed("Outbound fee", (cost) => cost.outbound),
      row("Total cost", ({ totalUsd, totalTenthBps }) => toShareText(totalUsd, totalTenthBps)),
      row("You receive", ({ received }) => toFeeText(received)),
    ],
  );
  return `### ${toPairText(example)}\n\n${table}`;
}

/** What an affiliate, a minimum slip, a refund and a small amount would have meant for the middle swap of a pair. */
function toOptions(snapshot: FeeSnapshot, { from, to, amounts }: Example): string {
  const [, amount] = amounts;
  const named = toSwapCost(snapshot, { from, to, amount, affiliateBps: AFFILIATE_BPS });
  const outboundFee = toOutboundFee(snapshot, from);
  const sent = toAmountText(from, amount);
  const least = toLeastDeposit(snapshot, from, to, LEAST_FACTOR);
  return [
    `- An affiliate of ${AFFILIATE_BPS} bps takes ${toCostText(named.affiliate)}, of the ${sent} swap.`,
    ...(snapshot.nativeChain === "THOR" ? [toFloorLine(snapshot, { from, to, amount })] : []),
    `- A refund of ${sent} costs the outbound fee of ${toAmountText(from, outboundFee)} (${toUsdText(toDollars(snapshot, from, outboundFee))}) and returns ${toAmountText(from, toRefund(amount, outboundFee))}.`,
    `- With a factor of ${LEAST_FACTOR}, as in THORChain's recorded quotes, the recommended minimum for ${toPairText({ from, to })} was ${toAmountText(from, least)} (${toUsdText(toDollars(snapshot, from, least))}).`,
  ].join("\n");
}

/** THORChain's kind of minimum alone: MAYAChain adds to the slip instead. */
function toFloorLine(snapshot: FeeSnapshot, request: SwapRequest): string {
  const { liquidity } = toSwapCost(snapshot, { ...request, floorBps: FLOOR_BPS });
  return `- An assumed minimum slip of ${FLOOR_BPS} bps in each pool raises its liquidity fee to ${toCostText(liquidity)}.`;
}

function toStreaming(snapshot: FeeSnapshot, { from, to, amounts }: Example): string {
  const [, , amount] = amounts;
  const ways = SUB_SWAPS.map((quantity) => {
    const { totalUsd, totalTenthBps } = toSwapCost(snapshot, { from, to, amount, quantity });
    return `${toUsdText(totalUsd)} (${toBpsText(totalTenthBps)} bps) in ${quantity === 1n ? "one swap" : `${quantity} sub-swaps`}`;
  });
  return `- Sending ${toAmountText(from, amount)} cost ${ways.join(", ")}.`;
}

function toCurveSummary(snapshot: FeeSnapshot, pair: Example, points: readonly CostPoint[]): string {
  const { inbound, outbound } = toSwapCost(snapshot, { ...pair, amount: pair.amounts[0] });
  const { dollars, totalTenthBps } = toCheapest(points);
  return `${toPairText(pair)}, date and source as above. The fixed fees, inbound and outbound, were ${toUsdText(inbound.usd + outbound.usd)} at every size; the rest was liquidity fee and price impact. Of these sizes ${toDollarText(dollars)} was the cheapest per dollar: ${toBpsText(totalTenthBps)} bps. Below it the fixed fees weigh most, above it the pools.`;
}

function toBreakEvens(snapshot: FeeSnapshot, network: NetworkName): string {
  const recorded = ({ code, native }: Chain) => native || snapshot.chains.some((one) => one.code === code);
  const rows = presets[network].chains.filter(recorded).map(({ name, gasAsset }) => {
    const base = toOutboundFee(snapshot, gasAsset);
    const usd = toDollars(snapshot, gasAsset, base);
    const sizes = [100n, 50n].map((bps) => toDollarText(toBreakEven(usd, bps)));
    return [name, toFeeText({ asset: gasAsset, base, usd }), ...sizes];
  });
  return toTable(["Chain", "Outbound fee", "At most 1 % from", "At most 0.5 % from"], rows);
}

function toFeeText({ asset, base, usd }: Pick<Cost, "asset" | "base" | "usd">): string {
  return `${toAmountText(asset, base)}, ${toUsdText(usd)}`;
}

function toShareText(usd: bigint, tenthBps: bigint): string {
  return `${toUsdText(usd)}, ${toBpsText(tenthBps)} bps`;
}

function toPairText({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${toTicker(from)} to ${toTicker(to)}`;
}
