// The memo of a swap, written from its request. No text of a node goes into it.

import type { QuoteRequest } from "../model/quote.ts";
import { withoutRadixPrefix } from "../values/address-match.ts";
import { type KnownAsset, parseAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { matchMemoAsset } from "../values/memo-asset.ts";
import { affiliateFields } from "./memo.ts";
import { partNumbers } from "./streaming.ts";

interface MemoContent
  extends Pick<
    QuoteRequest,
    "streaming" | "refundAddress" | "affiliate" | "affiliateBps" | "targetOut"
  > {
  readonly to: string;
  readonly destination: string;
  /** Base units of `to`; 0 sets none. */
  readonly limit: bigint;
  /** Null where the sources differ. */
  readonly agreedMaxParts: number | null;
  /** As each source's memo writes them. They only decide how short ours may be. */
  readonly targets: readonly string[];
  readonly receivers: readonly string[];
}

/** `=:ASSET:DESTINATION/REFUND:LIMIT/INTERVAL/QUANTITY:AFFILIATE:BPS`; null if ambiguous. */
export function memoText(
  content: MemoContent,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const target = memoAsset(content, knownAssets, preset);
  if (target === null) return null;
  const shortDestination = withoutRadixPrefix(content.destination);
  const isShort = content.receivers.every((receiver) => receiver === shortDestination);
  const destination = isShort ? shortDestination : content.destination;
  const receivers = [destination, content.refundAddress].filter((address) => address !== undefined);
  const limit = limitField(content, preset);
  const affiliate = affiliateFields(content);
  const functionName = content.targetOut === undefined ? "=" : "=<";
  const fields = [functionName, target, receivers.join("/")];
  if (limit !== null || affiliate.length > 0) fields.push(limit ?? "", ...affiliate);
  return fields.join(":");
}

/** THORNode writes the numbers where the interval is above 0, or the quantity above 1. */
function limitField(
  { limit, streaming, agreedMaxParts: maxParts }: MemoContent,
  preset: Preset,
): string | null {
  const { interval, quantity: requestedParts } = partNumbers(streaming, preset);
  const quantity = maxParts === null ? requestedParts : Math.min(requestedParts, maxParts);
  if (interval > 0 || quantity > 1) return `${limit}/${interval}/${quantity}`;
  return limit > 0n ? String(limit) : null;
}

/**
 * Short only where every source writes the same form, because versions of nodes read other forms:
 * THORNode, `querier_quotes.go` (quoteReverseFuzzyAsset). A closed pool may open before the deposit
 * arrives, so its asset makes a form ambiguous too.
 */
function memoAsset(
  { to, targets }: MemoContent,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const fullName = to.toUpperCase();
  const parts = parseAsset(fullName);
  if (!parts) return null;
  const { chain, separator, ticker } = parts;
  const contract = parts.contract ?? "";
  const symbol = `${chain}${separator}${ticker}`;
  const shortened = Array.from(contract, (_, index) => `${symbol}-${contract.slice(index)}`);
  const forms = [preset.shortCodes[fullName] ?? symbol, symbol, ...shortened];
  const commonForms = forms.filter((form) =>
    targets.every((target) => target.toUpperCase() === form.toUpperCase()),
  );
  const isUnique = (form: string) => matchMemoAsset(form, knownAssets, preset) === fullName;
  return [...commonForms, fullName].find(isUnique) ?? null;
}
