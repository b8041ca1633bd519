// Example pairs of assets that trade now, each worth about the same. An asset without a price has no example.

import type { PoolReading, PoolsReading } from "../../../protocol/model/pools.ts";
import { pageHintText } from "../../../protocol/safety/sentences.ts";
import { decimalsOf, formatUnits, unitsOfUsd } from "../../../protocol/values/amounts.ts";
import { assetName } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { formatWholeDollars } from "../../../protocol/values/figure-text.ts";
import { quoteHref, roundTyped } from "./links.ts";
import type { QuoteView } from "./view.ts";

const ABOUT_USD = 500n;
/** Prices are US dollars in 1e8. */
const USD_UNITS = 100_000_000n;

/** The list of pools does not say whether the native asset trades, so no example has it. */
export function exampleLinks(reading: PoolsReading, preset: Preset): QuoteView["examples"] {
  if (reading.failure) return { note: `No examples now. ${pageHintText(reading.failure)}`, links: [] };
  const open = reading.pools.filter(
    (pool) => pool.trading.verdict === "open" && pool.priceUsd !== null && !hasOddName(pool),
  );
  const [a, b, c] = open;
  const pairs = [
    { from: a, to: b },
    { from: b, to: a },
    { from: c, to: a },
    { from: a, to: c },
  ];
  const links = pairs.flatMap(({ from, to }) => {
    const amount = from && roundAmount(from);
    if (!from || !to || !amount) return [];
    const label = `${amount} ${assetName(from.asset, preset)} to ${assetName(to.asset, preset)}`;
    return [{ href: quoteHref({ from: from.asset, to: to.asset, amount }), label }];
  });
  const note =
    links.length > 0
      ? `Pairs that trade now, each worth about ${formatWholeDollars(ABOUT_USD)}:`
      : "No pair is known to trade now.";
  return { note, links };
}

/** A name that does not follow the grammar may be there to deceive: it is never suggested. */
export const hasOddName = ({ reason }: Pick<PoolReading, "reason">) => reason?.code === "odd_asset_name";

/** About `ABOUT_USD` of an asset, in two digits; null without a price. */
function roundAmount({ asset, priceUsd }: Pick<PoolReading, "asset" | "priceUsd">): string | null {
  if (priceUsd === null || priceUsd <= 0n) return null;
  const decimals = decimalsOf(asset);
  const base = unitsOfUsd(ABOUT_USD * USD_UNITS, decimals, priceUsd);
  if (base === 0n) return null;
  return formatUnits(roundTyped(base), decimals);
}
