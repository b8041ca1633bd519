// Site room: a judged quote → what /quote says of it. The verdict and what to do now are the reading's own; nothing here makes them milder.
import { formatUnits, mulDiv, toDecimals, toUsd } from "../../protocol/amounts.ts";
import { parseAsset } from "../../protocol/assets.ts";
import type { Preset } from "../../protocol/chains.ts";
import { toIsoTime } from "../../protocol/instants.ts";
import type { PoolsReading, QuoteReading, QuoteRequest } from "../../protocol/model.ts";
import { routerRule } from "../../protocol/quote-advice.ts";
import { toAmountText, toAssetName, toDurationText, toUsdText } from "./figures.ts";
import { toQuoteHref, toRequestHref } from "./quote-links.ts";
import { toCostTable, toLimitTable, toTimeTable } from "./quote-tables.ts";
import type { AnswerView, ExpiryView, FigureView, QuoteFieldName } from "./quote-view.ts";
import { toWays } from "./quote-ways.ts";

export interface QuoteCase {
  readonly preset: Preset;
  /** As asked of the network: assets in full where they are known. */
  readonly request: QuoteRequest;
  readonly quote: QuoteReading;
  /** The other way, one swap or streaming; null where it was not asked for. */
  readonly other: QuoteReading | null;
  /** For the worth of what is sent and received. */
  readonly pools: PoolsReading;
  /** Whether the pair was understood: else its assets are the words that were typed. */
  readonly isNamed: boolean;
  readonly nowMs: number;
  /** Address of the swap site, before the path. */
  readonly origin: string;
}

/** Codes of a refusal that is about one field, and what stands beside it. */
const refusals: Readonly<Record<string, { readonly field: QuoteFieldName | null; readonly title: string }>> = {
  halted: { field: null, title: "No quote: this swap is halted." },
  amount_too_small: { field: "amount", title: "No quote: the amount is too small." },
  limit_not_met: { field: "tolerance_bps", title: "No quote within this tolerance." },
  invalid_destination: { field: "destination", title: "No quote: the receiving address does not fit." },
  invalid_asset: { field: null, title: "No quote: the network does not swap one of these assets." },
};

export function toRefusal({ failure }: QuoteReading): { field: QuoteFieldName | null; title: string } | null {
  if (!failure) return null;
  return refusals[failure.code] ?? { field: null, title: "No quote: nothing could be verified." };
}

export function toAnswer(asked: QuoteCase): AnswerView {
  const { preset, request, quote, other, isNamed, origin } = asked;
  const refusal = toRefusal(quote);
  const isQuoted = quote.failure === null;
  const href = toRequestHref(request);
  return {
    // In full: two tokens of a chain may have one name.
    verdict: toVerdict(quote, isNamed ? `${quote.from} to ${quote.to}` : "this pair"),
    freshness: quote.clock.freshness,
    problem: refusal && { title: refusal.title, text: quote.failure?.hint ?? "" },
    advice: quote.advice,
    figures: isQuoted ? toFigures(asked) : [],
    expiry: isQuoted ? toExpiry(quote, asked.nowMs) : null,
    costs: isQuoted ? toCostTable(quote, preset) : null,
    time: isQuoted ? toTimeTable(quote, preset) : null,
    ways: toWays(request, quote, other, preset),
    limits: isQuoted ? toLimitTable(quote, preset) : null,
    deposit: isQuoted ? toDeposit(request, quote) : null,
    again: { href, label: isQuoted ? "Ask again" : "Try again" },
    permalink: { href: `${origin}${href}`, label: `${origin}${href}` },
    reverse: toReverse(asked),
  };
}

/** "BTC to USDC on Ethereum". */
export function toPairName({ from, to }: Pick<QuoteReading, "from" | "to">, preset: Preset): string {
  return `${toAssetName(from, preset)} to ${toAssetName(to, preset)}`;
}

function toVerdict({ trading, clock }: QuoteReading, pair: string): AnswerView["verdict"] {
  const stale = clock.freshness === "stale" && clock.reason !== null ? ` Not current: ${clock.reason}.` : "";
  if (trading.verdict === "open") return { state: "open", text: `Trading ${pair} is open.${stale}` };
  if (trading.verdict === "halted") {
    return { state: "halted", text: `Trading ${pair} is halted by ${trading.haltedBy.join(", ")}.${stale}` };
  }
  const why = trading.reason ?? clock.reason ?? "no reason was given";
  return { state: "unknown", text: `Whether trading ${pair} is open is unknown (${why}).` };
}

function toFigures({ preset, request, quote, pools }: QuoteCase): FigureView[] {
  const { from, to, amount, expectedAmountOut: out } = quote;
  const toWorth = (base: bigint, asset: string) => {
    const price = pools.pools.find((pool) => pool.asset.toUpperCase() === asset)?.priceUsd;
    return price == null ? "worth unknown" : `worth ${toUsdText(toUsd(base, toDecimals(asset), price))}`;
  };
  const tolerance = request.toleranceBps;
  const least = out === null || tolerance === undefined ? null : mulDiv(out, BigInt(10_000 - tolerance), 10_000n);
  return [
    { label: "You send", text: toAmountText(amount, from, preset), usd: toWorth(amount, from) },
    out === null
      ? { label: "You receive", text: "unknown: the network did not state it", usd: null }
      : { label: "You receive", text: toAmountText(out, to, preset), usd: toWorth(out, to) },
    least === null
      ? { label: "Minimum", text: "none is set: give a tolerance to be refunded rather than receive less", usd: null }
      : {
          label: "Minimum",
          text: `${toAmountText(least, to, preset)} before the outbound fee, or a refund less fees`,
          usd: null,
        },
  ];
}

function toExpiry({ expiresAtMs }: QuoteReading, nowMs: number): ExpiryView {
  const instant = toIsoTime(expiresAtMs);
  if (expiresAtMs === null || instant === null) {
    return { instant: null, leftMs: null, text: "When this quote expires is unknown: do not send on it." };
  }
  const leftMs = Math.max(0, expiresAtMs - nowMs);
  const left = toDurationText(Math.floor(leftMs / 1000));
  return { instant, leftMs, text: `Expires at ${instant} (UTC), ${left} after this answer. Never send on it later.` };
}

function toDeposit({ destination }: QuoteRequest, quote: QuoteReading): AnswerView["deposit"] {
  const { memo, inboundAddress: address, reason, from } = quote;
  if (memo === null) {
    const why =
      reason !== null
        ? `Memo and inbound address are withheld: ${reason}.`
        : destination === undefined
          ? "No memo and no inbound address: they are given with a receiving address, and only when it is safe to send."
          : "No memo and no inbound address were given.";
    return { notes: [why], memo: null, address: null };
  }
  const withheld = address === null ? [`No inbound address: ${reason ?? "none was given"}.`] : [];
  const isToken = parseAsset(from)?.contract != null;
  return { notes: [...withheld, ...(isToken ? [routerRule] : [])], memo, address };
}

/** The way back: what would come out, sent in. */
function toReverse({ request, quote, preset, isNamed }: QuoteCase): AnswerView["reverse"] {
  const out = quote.expectedAmountOut;
  const amount = out === null || out === 0n ? undefined : formatUnits(out, toDecimals(quote.to));
  const href = toQuoteHref({ from: request.to, to: request.from, amount });
  return { href, label: isNamed ? toPairName({ from: quote.to, to: quote.from }, preset) : "The other direction" };
}
