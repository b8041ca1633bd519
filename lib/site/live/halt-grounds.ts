// What halts a pair: first in words, then the names of the parameters and flags as evidence.
import { isFlag, stoppedText } from "../../protocol/safety/halt-names.ts";
import { parseAsset, payoutChainOf } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";

/** "Trading on Litecoin (LTC): halted by HALTLTCTRADING; the node's flags say so too: chain_trading_paused". */
export function haltGrounds(haltedBy: readonly string[], assets: readonly string[], preset: Preset): string {
  if (haltedBy.length === 0) return "What halts it was not named";
  const chains = assets.flatMap((asset) => [parseAsset(asset)?.chain, payoutChainOf(asset, preset)]);
  const codes = [...new Set(chains.filter((code) => code != null))];
  const flags = haltedBy.filter(isFlag);
  const parameters = haltedBy.filter((name) => !isFlag(name));
  const grounds = parameters.map((name) => {
    const words = codes.map((code) => stoppedText(name, code, preset)).find((text) => text !== name);
    return words ? `${words}: halted by ${name}` : `In force: ${name}`;
  });
  const said = parameters.length > 0 ? "the node's flags say so too" : "The node's flags say so";
  return [...grounds, ...(flags.length > 0 ? [`${said}: ${flags.join(", ")}`] : [])].join("; ");
}
