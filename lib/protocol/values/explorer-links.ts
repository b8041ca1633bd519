// Links to explorers and raw records. An explorer link is null if the chain has no explorer, or if
// the transaction id or address has a wrong form.

import { findChainRow } from "./chain-lookup.ts";
import type { Explorer } from "./chain-rows.ts";
import type { Preset } from "./chains.ts";
import { isAddressText } from "./clean-text.ts";
import { parseChain, parsedOrNull, parseTxid } from "./txid.ts";

interface ExplorerLink {
  readonly name: string;
  readonly href: string;
}

export function txLink(
  chain: string | null,
  txid: string | null,
  preset: Preset,
): ExplorerLink | null {
  const explorer = findExplorer(chain, preset);
  const parsedTxid = txid === null ? null : parsedOrNull(() => parseTxid(txid, chain, preset));
  if (explorer === null || parsedTxid === null) return null;
  const chainTxid = withoutNumber(parsedTxid);
  return {
    name: explorer.name,
    href: explorer.tx.replace("{txid}", chainTxid.toLowerCase()).replace("{TXID}", chainTxid),
  };
}

/** The chain's own id: nodes number the deposits of one transaction, as "…-1". */
const withoutNumber = (txid: string) => txid.replace(/-\d+$/, "");

export function possibleTxLinks(
  txid: string,
  preset: Preset,
): readonly (ExplorerLink & { readonly chainCode: string; readonly chainName: string })[] {
  return preset.chains.flatMap((chain) => {
    const link = txLink(chain.code, txid, preset);
    return link ? { ...link, chainCode: chain.code, chainName: chain.name } : [];
  });
}

export function rawRecordUrls(
  txid: string,
  { nodeUrls: [nodeUrl], indexerUrls: [indexerUrl], segment }: Preset,
) {
  return {
    node: nodeUrl === undefined ? null : `${nodeUrl}/${segment}/tx/status/${txid}`,
    indexer: indexerUrl === undefined ? null : `${indexerUrl}/v2/actions?txid=${txid}`,
  };
}

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
  const chainCode = chain === null ? null : parsedOrNull(() => parseChain(chain, preset));
  return findChainRow(chainCode, preset)?.explorer ?? null;
}
