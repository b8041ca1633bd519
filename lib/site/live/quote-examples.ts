// Site room: pairs to try, of the assets that trade now, each at about the same worth. Without a price there is no example.
import { formatUnits, toDecimals } from "../../protocol/amounts.ts";
import type { Preset } from "../../protocol/chains.ts";
import type { PoolReading, PoolsReading } from "../../protocol/model.ts";
import { toAssetName } from "./figures.ts";
import { toPlainText } from "./plain-words.ts";
import { toQuoteHref } from "./quote-links.ts";
import type { QuoteView } from "./quote-view.ts";

/** In US dollars, 1e8. */
const ABOUT_USD = 50_000_000_000n;
const PAIRS = 4;

export function toExamples(reading: PoolsReading, preset: Preset): QuoteView["examples"] {
  if (reading.failure) return { note: `No examples: ${toPlainText(reading.failure.hint)}`, links: [] };
  const open = reading.pools.filter((pool) => pool.trading.verdict === "open" && pool.priceUsd !== null);
  const [a, b, c] = open;
  const pairs: readonly (readonly [from: PoolReading | undefined, to: string | undefined])[] = [
    [a, b?.asset],
    [b, a?.asset],
    [c, a?.asset],
    [a, preset.nativeAsset],
  ];
  const links = pairs.slice(0, PAIRS).flatMap(([from, to]) => {
    const amount = from && toRoundAmount(from);
    if (!from || !to || !amount) return [];
    const label = `${amount} ${toAssetName(from.asset, preset)} to ${toAssetName(to, preset)}`;
    return [{ href: toQuoteHref({ from: from.asset, to, amount }), label }];
  });
  const note = links.length > 0 ? "Pairs that trade now, each about 500 USD:" : "No pair is known to trade now.";
  return { note, links };
}

/** About `ABOUT_USD` of an asset, in one digit; null where no price says how much that is. */
export function toRoundAmount({ asset, priceUsd }: Pick<PoolReading, "asset" | "priceUsd">): string | null {
  if (priceUsd === null || priceUsd <= 0n) return null;
  const decimals = toDecimals(asset);
  const base = (ABOUT_USD * 10n ** BigInt(decimals)) / priceUsd;
  if (base === 0n) return null;
  const unit = 10n ** BigInt(base.toString().length - 1);
  return formatUnits((base / unit) * unit, decimals);
}
