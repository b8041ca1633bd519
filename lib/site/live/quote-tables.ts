// Site room: a quote's figures as tables: every layer of cost, the time by phase, the limits. A figure that was not stated is `unknown` with its reason.
import { toPayoutChain } from "../../protocol/assets.ts";
import type { Preset } from "../../protocol/chains.ts";
import type { Money, QuoteFee, QuoteReading } from "../../protocol/model.ts";
import { toAmountText, toDurationText, toMoneyText, toUsdText } from "./figures.ts";
import type { TableView } from "./quote-view.ts";

const notStated = "the network did not state it";

const feeRows: Readonly<Record<QuoteFee["kind"], readonly [name: string, who: string]>> = {
  liquidity: ["Liquidity fee", "The pools, for the slip that this swap causes"],
  affiliate: ["Affiliate fee", "The interface that was named; none was named here"],
  outbound: ["Outbound fee", "The network, for sending you the output"],
};
/** In the order in which they are taken. */
const feeOrder = ["liquidity", "affiliate", "outbound"] as const;

export function toCostTable(quote: QuoteReading, preset: Preset): TableView {
  const fees = feeOrder.map((kind): QuoteFee => {
    return quote.fees.find((fee) => fee.kind === kind) ?? { kind, amount: null, bps: null };
  });
  const sum = toSum(fees.map((fee) => fee.amount));
  const gas = quote.inboundGasEstimate;
  const noGas = "the network states no gas rate in a unit that is certain";
  return {
    head: ["Cost", "Amount", "US dollars", "Of the output", "Who takes it"],
    rows: [
      [
        "Inbound gas, on top (estimate)",
        toMoneyText(gas, preset, noGas),
        toUsdText(gas?.usd),
        "on top",
        "The source chain, from your wallet, beside the amount",
      ],
      ...fees.map(({ kind, amount, bps }) => {
        const [name, who] = feeRows[kind];
        return [name, toMoneyText(amount, preset, notStated), toUsdText(amount?.usd), toBpsText(bps), who];
      }),
      [
        "Total of the fees",
        toMoneyText(sum, preset, "not every fee is stated"),
        toUsdText(sum?.usd),
        toBpsText(quote.totalBps),
        "Already taken from what you receive",
      ],
    ],
    notes: [`Slip of the pools' prices by this swap: ${toBpsText(quote.slipBps)}. 100 bps is 1 %.`],
  };
}

/** Null where one part is not known: a sum that leaves something out would look smaller than it is. */
function toSum(parts: readonly (Money | null)[]): Money | null {
  const known = parts.filter((part) => part !== null);
  const [first] = known;
  if (!first || known.length < parts.length || known.some((part) => part.asset !== first.asset)) return null;
  const isPriced = known.every((part) => part.usd !== null);
  const usd = isPriced ? known.reduce((sum, part) => sum + (part.usd ?? 0n), 0n) : null;
  return { asset: first.asset, base: known.reduce((sum, part) => sum + part.base, 0n), usd };
}

export function toTimeTable({ from, to, seconds }: QuoteReading, preset: Preset): TableView {
  const text = (value: number | null) => (value === null ? `unknown: ${notStated}` : toDurationText(value));
  return {
    head: ["Phase", "Time", "What happens"],
    rows: [
      ["Confirmation", text(seconds.inboundConfirmation), `The deposit is confirmed on ${toChainName(from, preset)}`],
      ["Swap", text(seconds.swap), "The pools swap it, in one block"],
      ["Streaming", text(seconds.streaming), "The rest of the sub-swaps, where there are several"],
      ["Outbound delay", text(seconds.outboundDelay), `The payout waits; a larger one waits longer`],
      ["Total", text(seconds.total), `Confirmations on ${toChainName(to, preset)} come on top`],
    ],
    notes: [],
  };
}

export function toLimitTable(quote: QuoteReading, preset: Preset): TableView {
  const amount = (base: bigint | null) =>
    base === null ? `unknown: ${notStated}` : toAmountText(base, quote.from, preset);
  return {
    head: ["Limit", "Value", "What it means"],
    rows: [
      [
        "Recommended minimum",
        amount(quote.recommendedMinAmount),
        "Of less, fees may take all, in a refund as well (recommended_min_amount)",
      ],
      ["Dust threshold", amount(quote.dustThreshold), "A deposit that is not above it is ignored (dust_threshold)"],
      [
        "Sub-swaps at most",
        quote.maxStreamingQuantity === null ? `unknown: ${notStated}` : String(quote.maxStreamingQuantity),
        "Into how many parts this swap may be split",
      ],
    ],
    notes: [],
  };
}

export function toBpsText(bps: number | null): string {
  return bps === null ? "unknown" : `${bps} bps`;
}

/** Where an asset moves: "Bitcoin"; the code where it has no name. */
function toChainName(asset: string, preset: Preset): string {
  const code = toPayoutChain(asset, preset) ?? "";
  return preset.chains.find((chain) => chain.code === code)?.name ?? (code || "its chain");
}
