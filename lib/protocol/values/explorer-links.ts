// Links to explorers and to the raw records of nodes. An id or address enters a link only in the
// form that its chain accepts.

import { findChainRow } from "./chain-lookup.ts";
import type { Explorer } from "./chain-rows.ts";
import type { Preset } from "./chains.ts";
import { isAddressText } from "./clean-text.ts";
import { parseChain, parsedOrNull, parseTxid } from "./txid.ts";

interface ExplorerLink {
  readonly name: string;
  readonly href: string;
}

/** Null for a chain without an explorer, or an id that does not fit the chain. */
export function txLink(
  chain: string | null,
  txid: string | null,
  preset: Preset,
): ExplorerLink | null {
  const explorer = findExplorer(chain, preset);
  const id = txid === null ? null : parsedOrNull(() => parseTxid(txid, chain, preset));
  if (explorer === null || id === null) return null;
  return {
    name: explorer.name,
    href: explorer.tx.replace("{txid}", id.toLowerCase()).replace("{TXID}", id),
  };
}

export function possibleTxLinks(
  txid: string,
  preset: Preset,
): readonly (ExplorerLink & { readonly chain: string })[] {
  return preset.chains.flatMap(({ code, name }) => {
    const link = txLink(code, txid, preset);
    return link ? { ...link, chain: name } : [];
  });
}

export function rawRecordUrls(
  txid: string,
  { nodeUrls: [node], indexerUrls: [indexer], segment }: Preset,
) {
  return {
    node: node === undefined ? null : `${node}/${segment}/tx/status/${txid}`,
    indexer: indexer === undefined ? null : `${indexer}/v2/actions?txid=${txid}`,
  };
}

/** Null for a chain without an explorer, or text that is no address. */
export function addressLink(
  chain: string | null,
  address: string | null,
  preset: Preset,
): ExplorerLink | null {
  const explorer = findExplorer(chain, preset);
  if (explorer === null || address === null || !isAddressText(address)) return null;
  return { name: explorer.name, href: explorer.address.replace("{address}", address) };
}

function findExplorer(chain: string | null, preset: Preset): Explorer | null {
  const code = chain === null ? null : parsedOrNull(() => parseChain(chain, preset));
  return findChainRow(code, preset)?.explorer ?? null;
}
