// What a quote costs: the parts of the total as one bar, and a table of them. A part that is not known is never drawn or summed.

import type { Money } from "../../../protocol/model/envelope.ts";
import { feeWorth, type QuoteReading } from "../../../protocol/model/quote.ts";
import { floorText } from "../../../protocol/quote/advice.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import {
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatPercent,
} from "../../../protocol/values/figure-text.ts";
import { networkFeeText, totalCostText } from "./figure-texts.ts";

/** In the order in which they are taken. */
const costKinds = ["liquidity", "price_impact", "affiliate", "outbound"] as const;
type CostKind = (typeof costKinds)[number] | "network";

interface Part {
  readonly kind: CostKind;
  readonly money: Money | null;
  readonly bps: number | null;
}

const costNames: Readonly<Record<CostKind, readonly [name: string, who: string]>> = {
  liquidity: ["Liquidity fee", "To the pools."],
  price_impact: ["Price impact", "Not a fee: your own swap moves the price."],
  affiliate: ["Affiliate fee", "To the app that you use, if it takes one."],
  outbound: ["Outbound fee", "To the network, for the payout."],
  network: ["Network fee", "To the miners or validators of your chain, from your wallet."],
};

export type CostsView = ReturnType<typeof costsView>;

export function costsView(quote: QuoteReading, preset: Preset) {
  const { totalCost, totalCostBps, inboundGasEstimate: gas, sentUsd, totalWithNetworkFeeBps: allBps } = quote;
  const parts = costKinds.map((kind) => partOf(kind, quote));
  const row = (name: string, money: Money | null, bps: number | null, who: string) => [
    name,
    formatAmount(money, preset),
    formatDollars(money?.usd),
    percentText(money, bps),
    who,
  ];
  const gasBps = gas?.usd == null || !sentUsd ? null : Number((gas.usd * 1_000_000n) / sentUsd) / 100;
  const network: Part = { kind: "network", money: gas, bps: gasBps };
  const drawn = drawnParts(parts, totalCost, network);
  return {
    /** Drawn as one bar. */
    parts: drawn,
    notes: costNotes(quote, drawn.length > 0),
    table: {
      name: "Every part of the cost",
      head: ["Cost", "Amount", "Worth", "Of the amount sent", "Who takes it"],
      rows: [
        ...parts.map(({ kind, money, bps }) => row(costNames[kind][0], money, bps, costNames[kind][1])),
        row("Fees and price impact", totalCost, totalCostBps, "Already taken from what you receive."),
        row(costNames.network[0], gas, gasBps, costNames.network[1]),
        ["Total cost", "", totalCostText(quote).text, formatBpsAsPercent(allBps), "All that you pay."],
      ],
    },
  };
}

/** What is taken is never nothing, however small its share. */
function percentText(money: Money | null, bps: number | null): string {
  const text = formatBpsAsPercent(bps);
  return money !== null && money.base > 0n && text === formatPercent(0n) ? formatPercent(1n) : text;
}

function partOf(kind: CostKind, quote: QuoteReading): Part {
  if (kind === "price_impact") return { kind, money: quote.priceImpact, bps: quote.priceImpactBps };
  const fee = quote.fees.find((one) => one.kind === kind);
  return { kind, money: feeWorth(fee, quote), bps: quote.feeShares.find((share) => share.kind === kind)?.bps ?? null };
}

/** With a share of 1 each: only where all parts are known and add up to the total. The sender's network fee, paid on top, where all are known in dollars. */
function drawnParts(parts: readonly Part[], totalCost: Money | null, network: Part) {
  const known = parts.flatMap(({ kind, money, bps }) => (money && bps !== null ? [{ kind, money, bps }] : []));
  const sum = known.reduce((all, { money }) => all + money.base, 0n);
  if (totalCost === null || known.length < parts.length || sum !== totalCost.base || sum <= 0n) return [];
  const fee = network.money?.usd;
  const isWhole = fee != null && known.every(({ money }) => money.usd !== null);
  const drawn = (isWhole ? [...known, network] : known).map(({ kind, money, bps }) => {
    const size = (isWhole ? money?.usd : money?.base) ?? 0n;
    return { kind, label: costNames[kind][0], text: formatDollars(money?.usd), note: percentText(money, bps), size };
  });
  const all = drawn.reduce((total, { size }) => total + size, 0n);
  return drawn.flatMap(({ size, ...part }) =>
    size > 0n ? [{ ...part, share: Number((size * 10_000n) / all) / 10_000 }] : [],
  );
}

function costNotes(quote: QuoteReading, isDrawn: boolean): string[] {
  const { affiliateFloor: floor } = quote;
  const onTop =
    quote.totalWithNetworkFeeUsd === null
      ? "Your wallet also pays the network fee, on top. It is not known here."
      : `The total cost includes ${networkFeeText(quote)}. You pay it on top.`;
  return [
    ...(isDrawn ? [] : ["We do not know every part for certain, so there is no bar."]),
    "Percentages are of the amount sent, by the prices of the pools now. Figures are rounded.",
    onTop,
    ...(floor === null || floor.reason !== null ? [] : [floorText(floor.bps)]),
  ];
}
