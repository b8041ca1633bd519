// Links to public explorers. An id or an address enters a URL only after the grammar of its chain has accepted it.
import type { Explorer } from "./chain-rows.ts";
import type { Preset } from "./chains.ts";
import { isAddressText } from "./clean-text.ts";
import { parsedOrNull } from "./input-error.ts";
import { parseChain, parseTxid } from "./txid.ts";

export interface ExplorerLink {
  /** Name of the website. */
  readonly name: string;
  readonly href: string;
}

/** The page of a transaction. Null for a chain without an explorer and for an id that does not fit the chain. */
export function txLink(chain: string | null, txid: string | null, preset: Preset): ExplorerLink | null {
  const explorer = findExplorer(chain, preset);
  const id = txid === null ? null : parsedOrNull(() => parseTxid(txid, chain, preset));
  if (explorer === null || id === null) return null;
  return { name: explorer.name, href: explorer.tx.replace("{txid}", id.toLowerCase()).replace("{TXID}", id) };
}

/** Every chain on whose explorer an id may stand, for a transaction whose chain is not known. */
export function possibleTxLinks(txid: string, preset: Preset): readonly (ExplorerLink & { readonly chain: string })[] {
  return preset.chains.flatMap(({ code, name }) => {
    const link = txLink(code, txid, preset);
    return link ? { ...link, chain: name } : [];
  });
}

/** Where public nodes and indexers of the network answer for an id in JSON; null for a network without any. */
export function rawRecordUrls(txid: string, { nodeUrls: [node], indexerUrls: [indexer], segment }: Preset) {
  return {
    node: node === undefined ? null : `${node}/${segment}/tx/status/${txid}`,
    indexer: indexer === undefined ? null : `${indexer}/v2/actions?txid=${txid}`,
  };
}

/** The page of an address. Null for a chain without an explorer and for text that is not like an address. */
export function addressLink(chain: string | null, address: string | null, preset: Preset): ExplorerLink | null {
  const explorer = findExplorer(chain, preset);
  if (explorer === null || address === null || !isAddressText(address)) return null;
  return { name: explorer.name, href: explorer.address.replace("{address}", address) };
}

function findExplorer(chain: string | null, preset: Preset): Explorer | null {
  const code = chain === null ? null : parsedOrNull(() => parseChain(chain, preset));
  return preset.chains.find((row) => row.code === code)?.explorer ?? null;
}
