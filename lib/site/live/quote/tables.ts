// The figures of a quote: every cost, the time by phase, the limits. A missing figure is `unknown` with its reason.

import type { Money } from "../../../protocol/model/envelope.ts";
import type { QuoteFee, QuoteReading } from "../../../protocol/model/quote.ts";
import type { Verdict } from "../../../protocol/model/verdicts.ts";
import { payoutChainOf } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import {
  formatAmount,
  formatDollars,
  formatDuration,
  formatPercent,
  NOT_KNOWN,
} from "../../../protocol/values/figure-text.ts";
import { lossCentiBps, lossOf, noPrice, partOf, priceImpact, type SentWorth } from "./loss.ts";
import type { LayersView } from "./view.ts";

const feeRows: Readonly<Record<QuoteFee["kind"], readonly [name: string, who: string]>> = {
  liquidity: ["Liquidity fee", "To the pools, for the slip that this swap causes."],
  affiliate: ["Affiliate fee", "To the interface, where it takes one; this page names none."],
  outbound: ["Outbound fee", "To the network, for sending you the output."],
};
/** The order in which fees are taken. */
export const feeOrder = ["liquidity", "affiliate", "outbound"] as const;

export function costLayers(quote: QuoteReading, sent: SentWorth, preset: Preset): LayersView {
  const fees = feeOrder.map((kind): QuoteFee => {
    return quote.fees.find((fee) => fee.kind === kind) ?? { kind, amount: null, bps: null };
  });
  const sum = costSum(fees.map((fee) => fee.amount));
  const gas = quote.inboundGasEstimate;
  const gasPart = costPart(gas?.usd ?? null, sent.usd);
  const loss = lossOf(quote, sent);
  const impact = priceImpact(loss, sum);
  const shareOf = (part: Money | null) => formatPercent(lossCentiBps(part, sent));
  const row = (name: string, money: Money | null, share: string, who: string, unknownReason: string) => {
    const text = money === null ? `${who} Not known: ${unknownReason}.` : who;
    return [name, formatAmount(money, preset), formatDollars(money?.usd), share, text];
  };
  const usd = [gas, ...fees.map((fee) => fee.amount), impact].map((money) => money?.usd ?? null);
  const shares = sharesOf(usd.map((one) => (one === null ? null : Math.max(0, Number(one)))));
  return {
    head: ["Cost", "Amount", "Worth", "Share", "Who takes it"],
    rows: [
      row(
        "Inbound gas, an estimate",
        gas,
        `${formatPercent(gasPart)} on top`,
        "To the source chain, from your wallet, beside the amount.",
        "the network states no gas rate in a unit that is certain",
      ),
      ...fees.map(({ kind, amount }) => {
        const [name, who] = feeRows[kind];
        return row(name, amount, formatPercent(feeCentiBps(quote, [kind])), who, notStated);
      }),
      row(
        "Total of the fees",
        sum,
        formatPercent(feeCentiBps(quote, feeOrder)),
        "Already taken from what you receive.",
        "not every fee is stated",
      ),
      row("Price impact", impact, shareOf(impact), "No fee: the swap moves the pools' prices against itself.", noPrice),
      row(
        "Total cost",
        loss,
        shareOf(loss),
        "Fees and price impact, by the pools' prices now; the inbound gas comes on top.",
        noPrice,
      ),
    ],
    // The two sums have no share.
    shares: [...shares.slice(0, -1), null, shares.at(-1) ?? null, null],
    notes: ["Percentages are of the amount sent, by the pools' prices now."],
  };
}

/** What fees take of the amount sent, in hundredths of a basis point; null when one is not known. */
export function feeCentiBps({ feeShares }: QuoteReading, kinds: readonly QuoteFee["kind"][]): bigint | null {
  const shares = kinds.map((kind) => feeShares.find((share) => share.kind === kind)?.bps ?? null);
  if (shares.includes(null)) return null;
  return shares.reduce((sum, bps) => sum + BigInt(Math.round((bps ?? 0) * 100)), 0n);
}

/** In hundredths of a basis point; null when either is not known. */
function costPart(usd: bigint | null, wholeUsd: bigint | null): bigint | null {
  return usd === null || !wholeUsd ? null : partOf(1_000_000n, usd, wholeUsd);
}

/** Null when a part is not known, since an incomplete sum would be too small. */
export function costSum(parts: readonly (Money | null)[]): Money | null {
  const known = parts.filter((part) => part !== null);
  const [first] = known;
  if (!first || known.length < parts.length || known.some((part) => part.asset !== first.asset)) return null;
  const isPriced = known.every((part) => part.usd !== null);
  const usd = isPriced ? known.reduce((sum, part) => sum + (part.usd ?? 0n), 0n) : null;
  return { asset: first.asset, base: known.reduce((sum, part) => sum + part.base, 0n), usd };
}

export const notStated = "the network did not state it";

/** Why the total time of a quote is not known. */
export const unknownTimeReasons: Readonly<Record<Verdict, string>> = {
  open: notStated,
  halted: "signing is halted: the payout waits until it runs again",
  unknown: "whether payouts are signed now is not known",
};

export function timeLayers({ from, to, seconds, streaming, payoutSigning }: QuoteReading, preset: Preset): LayersView {
  const { swap, streaming: parts } = seconds;
  const swapSeconds = swap === null || parts === null ? null : Math.max(swap, parts);
  const phases: readonly (readonly [name: string, seconds: number | null, what: string])[] = [
    ["Confirmation", seconds.inboundConfirmation, `The deposit is confirmed on ${chainNameOf(from, preset)}.`],
    ["Swap", swapSeconds, swapText(streaming)],
    ["Outbound delay", seconds.outboundDelay, "It runs beside the swap, not after it: the longer of the two counts."],
    [
      "Total",
      seconds.total,
      `Confirmation, then the longer of swap and delay. Confirmations on ${chainNameOf(to, preset)} come on top.`,
    ],
  ];
  return {
    head: ["Phase", "Time", "What happens"],
    rows: phases.map(([name, value, what]) => [
      name,
      value === null ? NOT_KNOWN : formatDuration(value),
      value === null ? `${what} Not known: ${name === "Total" ? unknownTimeReasons[payoutSigning] : notStated}.` : what,
    ]),
    // Two phases run at once: each bar is a part of the whole time, and the bars are no sum.
    shares: [...phases.slice(0, -1).map(([, value]) => shareOf(value, seconds.total)), null],
    notes: [],
  };
}

export function limitLayers(quote: QuoteReading, preset: Preset): LayersView {
  const amount = (base: bigint | null) =>
    base === null ? null : formatAmount({ base, asset: quote.from }, preset, { bound: "least" });
  const row = (name: string, value: string | null, what: string) =>
    value === null ? [name, NOT_KNOWN, `${what} Not known: ${notStated}.`] : [name, value, what];
  const least = amount(quote.recommendedMinAmount);
  const parts = quote.maxStreamingQuantity === null ? null : String(quote.maxStreamingQuantity);
  const rows = [
    row("Recommended minimum", least, "Below this amount, fees may take everything, even from a refund."),
    row("Dust threshold", amount(quote.dustThreshold), "The network ignores a deposit that is not above it."),
    row("Parts at most", parts, "Into how many parts this swap may be split."),
  ];
  return { head: ["Limit", "Value", "What it means"], rows, shares: rows.map(() => null), notes: [] };
}

function swapText({ mode, quantity }: QuoteReading["streaming"]): string {
  if (quantity === 1) return "The pools swap it, in one part.";
  if (mode === "single") return "The pools swap it.";
  const parts = quantity === null ? "several parts" : `${quantity} parts`;
  return mode === "rapid"
    ? `The pools swap it in ${parts}, several in a block.`
    : `The pools swap it in ${parts}, blocks apart.`;
}

/** A thousandth is finer than a bar can show. */
function shareOf(part: number | null, whole: number | null): number | null {
  return part && whole ? Math.round((part / whole) * 1000) / 1000 : null;
}

/** Each part as a share of the sum. All are null when one part is not known. */
function sharesOf(parts: readonly (number | null)[]): (number | null)[] {
  const sum = parts.reduce((all: number, part) => all + (part ?? 0), 0);
  const isKnown = sum > 0 && !parts.includes(null);
  return parts.map((part) => (isKnown ? shareOf(part, sum) : null));
}

/** The chain that pays out an asset: "Bitcoin", or its code. */
function chainNameOf(asset: string, preset: Preset): string {
  const code = payoutChainOf(asset, preset) ?? "";
  return preset.chains.find((chain) => chain.code === code)?.name ?? (code || "its chain");
}
