// Transaction ids. None enters a link before its chain's grammar has accepted it.

import type { Chain, Explorer, TxidForm } from "./chain-rows.ts";
import { chainCodeOf, type Preset } from "./chains.ts";
import { isAddressText } from "./clean-text.ts";
import { InputError } from "./input-error.ts";

interface Grammar {
  readonly pattern: RegExp;
  /** Nodes know hexadecimal ids in capitals. */
  readonly keepsCase: boolean;
  readonly words: string;
}

const grammars: Readonly<Record<TxidForm, Grammar>> = {
  hex: {
    pattern: /^(?:0x)?([0-9a-f]{64})$/i,
    keepsCase: false,
    words: "64 hexadecimal characters, with or without 0x",
  },
  // The first signature of a transaction: 64 bytes.
  base58_signature: {
    pattern: /^([1-9A-HJ-NP-Za-km-z]{87,88})$/,
    keepsCase: true,
    words: "a signature of 87 or 88 base58 characters",
  },
};

/**
 * Returns the form that nodes know.
 * @throws InputError `invalid_txid`, or `invalid_chain` when the network has no such chain.
 */
export function parseTxid(text: string, chain: string | null, preset: Preset): string {
  const code = chain === null ? null : parseChain(chain, preset);
  const chains = preset.chains.filter((row) => code === null || row.code === code);
  const forms = chains.map((row) => row.txidForm);
  const id = findTxid(text.trim(), forms);
  if (id !== null) return id;
  throw new InputError(
    "invalid_txid",
    isAddress(text.trim(), preset) ? ADDRESS_HINT : txidHint(chains),
    {
      argument: "txid",
    },
  );
}

/** Longer than any explorer's URL. */
const LONGEST_CHARS = 2_000;

/**
 * Accepts an id in pasted text, such as an explorer's URL.
 * @throws InputError `no_txid`, `invalid_txid` also for several ids, or `invalid_chain`.
 */
export function parseTypedTxid(text: string, chain: string | null, preset: Preset): string {
  if (text.trim() === "") {
    const hint =
      "Paste the id of the transaction that you sent. The wallet or its explorer shows it.";
    throw new InputError("no_txid", hint);
  }
  if (text.length > LONGEST_CHARS) {
    throw new InputError(
      "invalid_txid",
      "This is too long to be a transaction id. Paste the id alone.",
    );
  }
  const words = text.split(/[^0-9A-Za-z]+/);
  const found = words.flatMap((word) => parsedOrNull(() => parseTxid(word, chain, preset)) ?? []);
  const [id, ...others] = new Set(found);
  if (id === undefined) {
    return parseTxid(
      [text.trim(), ...words].find((word) => isAddress(word, preset)) ?? "",
      chain,
      preset,
    );
  }
  if (others.length === 0) return id;
  throw new InputError(
    "invalid_txid",
    "More than one transaction id is in this. Paste the one that you sent.",
  );
}

/** @throws InputError `invalid_chain` with the codes that the network has. */
export function parseChain(text: string, preset: Preset): string {
  const wanted = chainCodeOf(text, preset.chains);
  const found = preset.chains.find((entry) => entry.code.toUpperCase() === wanted);
  if (found) return found.code;
  const codes = preset.chains.map((entry) => entry.code);
  throw new InputError(
    "invalid_chain",
    `${preset.protocol} has no chain of this code. It has ${codes.join(", ")}.`,
    {
      candidates: codes,
      argument: "chain",
    },
  );
}

/** Null for a native output (blank or zeros) and for anything else that is no id. */
export function readOutputTxid(text: string | undefined): string | null {
  const id = text ?? "";
  return /^0+$/.test(id) ? null : findTxid(id);
}

export function isTxid(text: string): boolean {
  return findTxid(text) !== null;
}

function findTxid(
  text: string,
  forms: readonly TxidForm[] = Object.keys(grammars) as TxidForm[],
): string | null {
  for (const form of new Set(forms)) {
    const { pattern, keepsCase } = grammars[form];
    const id = pattern.exec(text)?.[1];
    if (id !== undefined) return keepsCase ? id : id.toUpperCase();
  }
  return null;
}

const ADDRESS_HINT = "This is an address. Paste the transaction id.";
/** Part of a hexadecimal id may look like an address. */
const isAddress = (text: string, { chains }: Preset) =>
  !/^[0-9a-f]+$/i.test(text) && chains.some(({ addressForm }) => addressForm.test(text));

function txidHint(chains: readonly Chain[]): string {
  const named = chains.filter((row) => row.txidForm !== "hex");
  const [only] = named;
  if (only && chains.length === 1)
    return `A transaction id of ${only.name} is ${grammars[only.txidForm].words}.`;
  const others = named.map((row) => `; on ${row.name}, ${grammars[row.txidForm].words}`).join("");
  return `A transaction id is ${grammars.hex.words}${others}. Copy it from the wallet or the explorer.`;
}

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
  return preset.chains.find((row) => row.code === code)?.explorer ?? null;
}

function parsedOrNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
