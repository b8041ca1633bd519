// Writes the memo of a swap from its request. No text of a node goes into the memo.

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
  /** The least output, in base units of `to`. 0 means no limit. */
  readonly limit: bigint;
  readonly agreedMaxParts: number | null;
  /** Assets in the nodes' memos. Our memo shortens the asset only if all shorten it alike. */
  readonly targets: readonly string[];
  /** Destinations in the nodes' memos. Our memo drops `account_rdx1` only if all nodes drop it. */
  readonly receivers: readonly string[];
}

/**
 * The memo: `=:ASSET:DESTINATION/REFUND:LIMIT/INTERVAL/QUANTITY:AFFILIATE:BPS`.
 * Null if ASSET is ambiguous.
 */
export function memoText(
  content: MemoContent,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const targetText = memoAsset(content, knownAssets, preset);
  if (targetText === null) return null;
  const shortDestination = withoutRadixPrefix(content.destination);
  const isShortInAllMemos = content.receivers.every((receiver) => receiver === shortDestination);
  const destination = isShortInAllMemos ? shortDestination : content.destination;
  const addresses = [destination, content.refundAddress].filter((address) => address !== undefined);
  const limitAndPartsText = limitAndPartsField(content, preset);
  const affiliateTexts = affiliateFields(content);
  const functionName = content.targetOut === undefined ? "=" : "=<";
  const memoFields = [functionName, targetText, addresses.join("/")];
  if (limitAndPartsText !== null || affiliateTexts.length > 0)
    memoFields.push(limitAndPartsText ?? "", ...affiliateTexts);
  return memoFields.join(":");
}

/** THORNode writes interval and quantity if the interval is above 0, or the quantity above 1. */
function limitAndPartsField(
  { limit, streaming, agreedMaxParts: maxCount }: MemoContent,
  preset: Preset,
): string | null {
  const { interval, quantity: requestedCount } = partNumbers(streaming, preset);
  const quantity = maxCount === null ? requestedCount : Math.min(requestedCount, maxCount);
  if (interval > 0 || quantity > 1) return `${limit}/${interval}/${quantity}`;
  return limit > 0n ? String(limit) : null;
}

/**
 * Shortened only as all nodes do, because node versions differ: THORNode, `querier_quotes.go`
 * (quoteReverseFuzzyAsset). A short form must not fit another asset, not even one of a closed pool,
 * because that pool may open before the deposit arrives.
 */
function memoAsset(
  { to, targets }: MemoContent,
  knownAssets: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const fullAssetName = to.toUpperCase();
  const parsedAsset = parseAsset(fullAssetName);
  if (!parsedAsset) return null;
  const { chain, separator, ticker } = parsedAsset;
  const contract = parsedAsset.contract ?? "";
  const chainAndTicker = `${chain}${separator}${ticker}`;
  const shortenedAssets = Array.from(
    contract,
    (_, index) => `${chainAndTicker}-${contract.slice(index)}`,
  );
  const assetSpellings = [
    preset.shortCodes[fullAssetName] ?? chainAndTicker,
    chainAndTicker,
    ...shortenedAssets,
  ];
  const agreedSpellings = assetSpellings.filter((spelling) =>
    targets.every((target) => target.toUpperCase() === spelling.toUpperCase()),
  );
  const isUnique = (spelling: string) =>
    matchMemoAsset(spelling, knownAssets, preset) === fullAssetName;
  return [...agreedSpellings, fullAssetName].find(isUnique) ?? null;
}
