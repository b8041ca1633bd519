// The memo of a swap, written here from what was asked. No text of a node goes into it.

import type { QuoteRequest } from "../model/quote.ts";
import { matchMemoAsset } from "../values/asset-match.ts";
import { type KnownAsset, parseAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { withoutRadixPrefix } from "../values/destination.ts";
import { affiliateFields } from "./memo.ts";
import { partNumbers } from "./way.ts";

export interface MemoParts
  extends Pick<QuoteRequest, "streaming" | "refundAddress" | "affiliate" | "affiliateBps" | "targetOut"> {
  /** The target asset, in full. */
  readonly to: string;
  readonly destination: string;
  /** Base units of `to`; 0 sets none. */
  readonly limit: bigint;
  /** The number of parts that every source allows; null where they do not say the same. */
  readonly agreedMaxParts: number | null;
  /** How each source names the target in its memo, and how it writes the receiver. */
  readonly targets: readonly string[];
  readonly receivers: readonly string[];
}

/**
 * `=:ASSET:DESTINATION/REFUND:LIMIT/INTERVAL/QUANTITY:AFFILIATE:BPS`, without what is zero or was not asked for, with `=<` for a limit order;
 * null where no text names the target alone.
 */
export function memoText(parts: MemoParts, known: readonly KnownAsset[], preset: Preset): string | null {
  const target = memoAsset(parts, known, preset);
  if (target === null) return null;
  const short = withoutRadixPrefix(parts.destination);
  const receiver = parts.receivers.every((written) => written === short) ? short : parts.destination;
  const receivers = parts.refundAddress === undefined ? [receiver] : [receiver, parts.refundAddress];
  const affiliate = affiliateFields(parts);
  const terms = memoTerms(parts, preset);
  const fields = affiliate.length > 0 ? [terms ?? "", ...affiliate] : terms === null ? [] : [terms];
  return [parts.targetOut === undefined ? "=" : "=<", target, receivers.join("/"), ...fields].join(":");
}

/** THORNode writes the numbers where the interval is above 0, or the quantity above 1. */
function memoTerms({ limit, streaming, agreedMaxParts: most }: MemoParts, preset: Preset): string | null {
  const { interval, quantity: asked } = partNumbers(streaming, preset);
  const quantity = most === null ? asked : Math.min(asked, most);
  if (interval > 0 || quantity > 1) return `${limit}/${interval}/${quantity}`;
  return limit > 0n ? String(limit) : null;
}

/**
 * In full, or as short as every source writes it, where that is a form of our own which means this asset alone: a short code,
 * the ticker without its contract, or with the end of it, as in THORNode, `querier_quotes.go`, quoteReverseFuzzyAsset. Which
 * short forms a network reads depends on its version. Pools that cannot be traded count too: they may be, when the deposit arrives.
 */
function memoAsset({ to, targets }: MemoParts, known: readonly KnownAsset[], preset: Preset): string | null {
  const full = to.toUpperCase();
  const parts = parseAsset(full);
  if (!parts) return null;
  const { chain, separator, ticker, contract } = parts;
  const bare = `${chain}${separator}${ticker}`;
  const ends = Array.from({ length: contract?.length ?? 0 }, (_, index) => `${bare}-${contract?.slice(index)}`);
  const forms = [preset.shortCodes[full] ?? bare, bare, ...ends];
  const short = forms.filter((form) => targets.every((target) => target.toUpperCase() === form.toUpperCase()));
  return [...short, full].find((form) => matchMemoAsset(form, known, preset) === full) ?? null;
}
