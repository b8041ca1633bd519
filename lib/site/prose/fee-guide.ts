// The figures of the fee guide as Markdown. They come from one recorded node, so every build has the same bytes: the node's own quote,
// layer by layer. The layers and the payout add up to what was sent.

import { link, list, table } from "../../markdown/nodes.ts";
import { writeLine, writeMarkdown } from "../../markdown/write.ts";
import { tickerOf } from "../../protocol/values/assets.ts";
import { type NetworkName, type Preset, presets } from "../../protocol/values/chains.ts";
import { formatAmount, formatDollars, formatPercent, formatWholeDollars } from "../../protocol/values/figure-text.ts";
import { outboundFee } from "../../sample/quote/outbound-fee.ts";
import { quoteStateOf } from "../../sample/quote/recorded-node.ts";
import { convert } from "../../sample/quote/simulate.ts";
import { findSide, type QuoteState } from "../../sample/quote/state.ts";
import { swapQuote } from "../../sample/quote/swap-quote.ts";
import { assetWorth, dollarsPerRune, runeWorth, share } from "../../sample/quote/worth.ts";
import { absoluteUrl } from "../registry/links.ts";
import recorded from "./fee-snapshot.json" with { type: "json" };

const ONE = 100_000_000n;

/** Base units of an asset and their worth in US dollars (1e8). */
interface Cost {
  readonly asset: string;
  readonly base: bigint;
  readonly usd: bigint;
}

type SwapCost = ReturnType<typeof swapCost>;

interface SwapRequest {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  /** In one part, not as the node splits it. */
  readonly isSingle?: boolean;
}

/** @throws Refusal in the node's words where it would not quote. */
export function swapCost(state: QuoteState, { from, to, amount, isSingle = false }: SwapRequest) {
  const query = new URLSearchParams({ from_asset: from, to_asset: to, amount: String(amount) });
  if (isSingle) for (const name of ["streaming_interval", "streaming_quantity"]) query.set(name, "1");
  const quote = swapQuote(state, query);
  const cost = (asset: string, base: bigint): Cost => ({ asset, base, usd: worthInUsd(state, asset, base) });
  const [sent, received] = [cost(from, amount), cost(to, BigInt(quote.expected_amount_out))];
  const worth = convert(findSide(state, from, "from"), findSide(state, to, "to"), amount);
  const totalUsd = sent.usd - received.usd;
  return {
    sent,
    liquidity: cost(to, BigInt(quote.fees.liquidity)),
    /** What the swap's own size took: worth sent − fees − payout. */
    priceImpact: cost(to, worth - received.base - BigInt(quote.fees.total)),
    outbound: cost(to, BigInt(quote.fees.outbound)),
    received,
    /** How many parts the node splits it into. */
    parts: isSingle ? 1 : quote.max_streaming_quantity,
    recommendedMinimum: cost(from, BigInt(quote.recommended_min_amount_in)),
    /** Worth sent − worth received: in dollars (1e8) and in hundredths of a basis point of what is sent. */
    totalUsd,
    totalCentiBps: (totalUsd * 1_000_000n) / sent.usd,
  };
}

/** Worth in US dollars (1e8) at the pools' prices, without fees. */
export function worthInUsd(state: QuoteState, asset: string, base: bigint): bigint {
  const { isRune, pool } = findSide(state, asset, "from");
  if (!isRune && !pool) throw new RangeError(`no pool of ${asset} in the snapshot`);
  return share(isRune || !pool ? base : runeWorth(pool, base), ONE, dollarsPerRune(state));
}

/** Base units of an asset with a pool that were worth so many dollars (1e8), without fees. */
export function fromDollars(state: QuoteState, asset: string, usd: bigint): bigint {
  const { pool } = findSide(state, asset, "from");
  if (!pool) throw new RangeError(`no pool of ${asset} in the snapshot`);
  return assetWorth(pool, share(usd, dollarsPerRune(state), ONE));
}

/** What one payout of an asset cost, in that asset; on its own chain also what a refund of it cost. */
export function payoutFee(state: QuoteState, asset: string): Cost {
  const base = outboundFee(state, findSide(state, asset, "to"));
  return { asset, base, usd: worthInUsd(state, asset, base) };
}

/** The least size, in whole US dollars, at which a fixed fee (1e8 dollars) is no more than `bps` of it. */
export function breakEven(feeUsd: bigint, bps: bigint): bigint {
  const step = bps * ONE;
  return (feeUsd * 10_000n + step - 1n) / step;
}

export type CostPoint = ReturnType<typeof costPoints>[number];

/** Cost against size, of whole US dollars sent: in hundredths of a basis point, as the node splits the swap and in one part. */
function costPoints(state: QuoteState, pair: Pick<SwapRequest, "from" | "to">, sizes: readonly bigint[]) {
  return sizes.map((dollars) => {
    const amount = fromDollars(state, pair.from, dollars * ONE);
    const costOf = (isSingle: boolean) => swapCost(state, { ...pair, amount, isSingle }).totalCentiBps;
    return { dollars, splitCentiBps: costOf(false), singleCentiBps: costOf(true) };
  });
}

const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";

/** The swaps of the examples, each in three amounts of base units that the recorded node was asked. The first pair is that of the curve. */
export const examples = [
  { from: "BTC.BTC", to: "ETH.ETH", amounts: [1_112_162n, 11_121_623n, 111_216_232n] },
  { from: "ETH.ETH", to: USDC, amounts: [11_325_659n, 113_256_591n, 1_132_565_919n] },
  { from: "THOR.RUNE", to: "BTC.BTC", amounts: [251_088_251_778n, 2_510_882_517_782n, 25_108_825_177_821n] },
] as const;

/** The sizes of the curve and of its table, in US dollars. */
const SIZES = [100n, 500n, 1_000n, 5_000n, 10_000n, 20_000n, 50_000n, 100_000n, 500_000n, 1_000_000n];
const AFFILIATE_BPS = 30n;

/** Name in content/pricing.md → Markdown. */
export function feeGuide(network: NetworkName): Readonly<Record<string, string>> {
  return { ...feeRules[presets[network].protocol], ...feeFigures(network) };
}

function feeFigures(network: NetworkName): Readonly<Record<string, string>> {
  const snapshot = feeSnapshots[network];
  const curve = getCostCurve(network);
  if (!snapshot || !curve) return withoutFigures(network);
  return {
    fee_snapshot: originOf(snapshot),
    fee_examples: [
      "Each swap runs as the network splits it, without an affiliate. Total cost is what you send minus what you receive. The network fee of your wallet comes on top. Percentages are of the amount sent.",
      exampleRows(snapshot),
      optionRows(snapshot),
      writeLine(`The pools held ${depthText(snapshot)}.`),
    ].join("\n\n"),
    fee_curve_summary: writeLine(curveSummary(snapshot, curve.points)),
    fee_curve: [
      recordedText(snapshot),
      writeTable(
        ["You send", "As the network splits it", "In one part"],
        curve.points.map(({ dollars, splitCentiBps, singleCentiBps }) => [
          formatWholeDollars(dollars),
          formatPercent(splitCentiBps),
          formatPercent(singleCentiBps),
        ]),
      ),
    ].join("\n\n"),
    fee_break_even: [
      recordedText(snapshot),
      "At the size in this table or above, the outbound fee is at most 1 % of a payout.",
      breakEvenRows(snapshot),
    ].join("\n\n"),
  };
}

/** No figure is better than one of another year. */
function withoutFigures(network: NetworkName): Readonly<Record<string, string>> {
  const { protocol } = presets[network];
  const none = `No figures of ${protocol} from this year are recorded here.`;
  const ask = writeLine(["Ask for ", link("a quote", absoluteUrl("/quote")), "."]);
  return {
    fee_snapshot: `${none} ${ask}`,
    fee_examples: "",
    fee_curve_summary: none,
    fee_curve: none,
    fee_break_even: none,
  };
}

export type CostCurve = NonNullable<ReturnType<typeof getCostCurve>>;

/** The curve of the first pair; null where nothing is recorded. */
export function getCostCurve(network: NetworkName) {
  const snapshot = feeSnapshots[network];
  if (!snapshot) return null;
  const [pair] = examples;
  const between = SIZES.slice(1).map((size, index) =>
    BigInt(Math.round(Math.sqrt(Number(size * (SIZES[index] ?? size))))),
  );
  const line = costPoints(
    snapshot,
    pair,
    SIZES.flatMap((size, index) => [size, ...between.slice(index, index + 1)]),
  );
  /** The rows of the table. `line` has one more between each two, for a smooth line. */
  const points = line.filter(({ dollars }) => SIZES.includes(dollars));
  return { pair: pairText(pair), day: dayOf(snapshot), points, line };
}

function dayOf({ time }: QuoteState): string {
  return `${new Date(time * 1000).toISOString().slice(0, 10)} UTC`;
}

const recordedText = (snapshot: QuoteState) => `Recorded on a test node on ${dayOf(snapshot)}, not live.`;

function originOf(snapshot: QuoteState): string {
  return `These figures are recorded, not live. A test node with ${SNAPSHOT_RELEASE} gave them on ${dayOf(snapshot)} at block ${snapshot.height}. It held copies of THORChain's pools of 2025. Its gas rates were set for the test. The network's own prices and fees differ: ask for a quote.`;
}

function depthText(snapshot: QuoteState): string {
  const used = new Set<string>(examples.flatMap(({ from, to }) => [from, to]));
  const rune = presets.thorchain.nativeAsset;
  return [...snapshot.pools.values()]
    .filter(({ asset }) => used.has(asset))
    .map(
      ({ asset, balanceAsset, balanceRune }) =>
        `${formatAmount({ asset, base: balanceAsset })} and ${formatAmount({ asset: rune, base: balanceRune })}`,
    )
    .join("; ");
}

/** One row for each swap: the costs in dollars, in the order in which they are taken. */
function exampleRows(snapshot: QuoteState): string {
  const costs = examples.flatMap(({ from, to, amounts }) =>
    amounts.map((amount) => swapCost(snapshot, { from, to, amount })),
  );
  return writeTable(
    ["You send", "Parts", "Liquidity fee", "Price impact", "Outbound fee", "Total cost", "You receive"],
    costs.map(({ sent, parts, liquidity, priceImpact, outbound, totalUsd, totalCentiBps, received }) => [
      amountText(sent),
      String(parts),
      ...[liquidity, priceImpact, outbound].map((fee) => formatDollars(fee.usd)),
      `${formatDollars(totalUsd)} (${formatPercent(totalCentiBps)})`,
      formatAmount(received, undefined, { bound: "most" }),
    ]),
  );
}

/** What an interface, a refund, a small amount and one part would change. */
function optionRows(snapshot: QuoteState): string {
  const [{ from, to, amounts }] = examples;
  const [, amount, large] = amounts;
  const { sent, received, outbound, recommendedMinimum } = swapCost(snapshot, { from, to, amount });
  const affiliateUsd = worthInUsd(snapshot, to, ((received.base + outbound.base) * AFFILIATE_BPS) / 10_000n);
  const refund = payoutFee(snapshot, from);
  return writeMarkdown([
    list([
      `An app that takes ${formatPercent(AFFILIATE_BPS * 100n)} of ${formatAmount(sent)} gets ${formatDollars(affiliateUsd)}.`,
      `A refund of Bitcoin costs the outbound fee of Bitcoin: ${amountText(refund)}.`,
      `The recommended minimum for ${pairText({ from, to })} was ${amountText(recommendedMinimum)}.`,
      partsText(
        swapCost(snapshot, { from, to, amount: large }),
        swapCost(snapshot, { from, to, amount: large, isSingle: true }),
      ),
    ]),
  ]);
}

function partsText(split: SwapCost, single: SwapCost): string {
  const brings = ({ received }: SwapCost) => formatAmount(received, undefined, { bound: "most" });
  return `${formatAmount(split.sent)} in ${split.parts} parts brings ${brings(split)}. In one part it brings ${brings(single)}, worth ${formatDollars(split.received.usd - single.received.usd)} less.`;
}

function curveSummary(snapshot: QuoteState, points: readonly CostPoint[]): string {
  const [{ from, to }] = examples;
  const [first, last] = [points[0], points.at(-1)] as [CostPoint, CostPoint];
  const fee = formatDollars(payoutFee(snapshot, to).usd);
  const [least, most] = [formatWholeDollars(first.dollars), formatWholeDollars(last.dollars)];
  const [start, split, single] = [first.splitCentiBps, last.splitCentiBps, last.singleCentiBps].map(formatPercent);
  return `${recordedText(snapshot)} This was the total cost of ${pairText({ from, to })}, as a share of the amount sent. The outbound fee of ${fee} is the same at every size. So it weighs most in a small swap: at ${least} the total cost was ${start}. At ${most} it was ${split} in parts and ${single} in one part. In parts, these figures hold if others refill the pools in between. A quote says up to what amount nobody has to.`;
}

function breakEvenRows(snapshot: QuoteState): string {
  const recorded = presets.thorchain.chains.filter(({ code, native }) => native || snapshot.rows.has(code));
  const rows = recorded.map(({ name, gasAsset }) => {
    const { usd } = payoutFee(snapshot, gasAsset);
    return usd === 0n
      ? [name, "none", "any size"]
      : [name, formatDollars(usd), formatWholeDollars(breakEven(usd, 100n))];
  });
  return writeTable(["Chain", "Outbound fee", "At most 1 % from"], rows);
}

function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return writeMarkdown([table(head, rows)]);
}

function amountText(cost: Cost): string {
  return `${formatAmount(cost)}, ${formatDollars(cost.usd)}`;
}

function pairText({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${tickerOf(from)} to ${tickerOf(to)}`;
}

/**
 * What differs from protocol to protocol in the rules of fees, by name in content/. THORNode 3.17 and mayanode 1.124,
 * `manager_gas_current.go` and `querier_quotes.go` of both.
 */
export const feeRules = {
  THORChain: {
    fee_native_payouts:
      "A payout in RUNE has no outbound fee since version 3.17. The same is true of synth, trade and secured assets.",
    fee_native_refunds: "A refund on THORChain itself is free. So is one of a synth, trade or secured asset.",
    fee_outbound_multiplier:
      "Each asset has a multiplier of its own. It falls as the fees of that asset bring more than its payouts cost.",
    fee_smallest_amount: "(outbound fee + dust threshold) of the more expensive side × 3 × (1 + affiliate share)",
  },
  MAYAChain: {
    fee_native_payouts:
      "A payout in CACAO costs a flat fee. A payout in a synth or trade asset costs what that fee is worth in the asset.",
    fee_native_refunds: "A refund on MAYAChain itself costs what a payout there costs.",
    fee_outbound_multiplier:
      "All assets have one multiplier. It falls as all outbound fees bring more than all payouts cost.",
    fee_smallest_amount: [
      "larger of the two outbound fees × 4",
      "with an affiliate, at least: flat fee of a payout in CACAO × 2 × 10000 / affiliate bps",
      "between two assets on MAYAChain itself: outbound fee of the asset that you send × 2",
    ].join("\n"),
  },
} satisfies Readonly<Record<Preset["protocol"], Readonly<Record<string, string>>>>;

/** The release that answered. Its answers do not name it. */
const SNAPSHOT_RELEASE = "THORNode 3.17.0";
const thorchain = quoteStateOf(recorded);

/** Null where no state of this year is recorded. The sample network has no past of its own, so it shows THORChain's, under that name. */
export const feeSnapshots: Readonly<Record<NetworkName, QuoteState | null>> = {
  sample: thorchain,
  thorchain,
  mayachain: null,
};
