// Transaction ids, by the grammars of their chains.

import type { Chain, TxidForm } from "./chain-rows.ts";
import { chainCodeOf, type Preset } from "./chains.ts";
import { badInput } from "./input-error.ts";

interface Grammar {
  readonly pattern: RegExp;
  /** Nodes know hexadecimal ids in capitals. */
  readonly keepsCase: boolean;
}

const grammars: Readonly<Record<TxidForm, Grammar>> = {
  hex: {
    pattern: /^(?:0x)?([0-9a-f]{64})$/i,
    keepsCase: false,
  },
  // The first signature of a transaction: 64 bytes.
  base58_signature: {
    pattern: /^([1-9A-HJ-NP-Za-km-z]{87,88})$/,
    keepsCase: true,
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
  if (isAddress(text.trim(), preset)) throw badInput("txid_is_address", null, txidArgument);
  throw badInput("txid_malformed", txidForms(chains), txidArgument);
}

/** Longer than any explorer's URL. */
const MAX_PASTED_CHARS = 2_000;

/**
 * Accepts an id in pasted text, such as an explorer's URL.
 * @throws InputError `no_txid`, `invalid_txid` also for several ids, or `invalid_chain`.
 */
export function parseTypedTxid(text: string, chain: string | null, preset: Preset): string {
  if (text.trim() === "") throw badInput("no_txid", null);
  if (text.length > MAX_PASTED_CHARS) throw badInput("txid_too_long", null);
  const words = text.split(/[^0-9A-Za-z]+/);
  const ids = words.flatMap((word) => parsedOrNull(() => parseTxid(word, chain, preset)) ?? []);
  const [id, ...others] = new Set(ids);
  if (id === undefined) {
    const address = [text.trim(), ...words].find((word) => isAddress(word, preset));
    return parseTxid(address ?? "", chain, preset);
  }
  if (others.length === 0) return id;
  throw badInput("several_txids", null);
}

/** @throws InputError `invalid_chain` with the codes that the network has. */
export function parseChain(text: string, preset: Preset): string {
  const code = chainCodeOf(text, preset.chains);
  const chain = preset.chains.find((row) => row.code.toUpperCase() === code);
  if (chain) return chain.code;
  const candidates = preset.chains.map((row) => row.code);
  const { protocol } = preset;
  const params = { protocol, codes: candidates };
  throw badInput("chain_not_of_network", params, { candidates, argument: "chain" });
}

/** Null for a native output (blank or zeros) and for anything else that is no id. */
export function parseOutputTxid(text: string | undefined): string | null {
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

/** Part of a hexadecimal id may look like an address. */
const isAddress = (text: string, { chains }: Preset) =>
  !/^[0-9a-f]+$/i.test(text) && chains.some(({ addressForm }) => addressForm.test(text));

const txidArgument = { argument: "txid" };

function txidForms(chains: readonly Chain[]) {
  const others = chains
    .filter((row) => row.txidForm !== "hex")
    .map((row) => ({ chain: row.name, form: row.txidForm }));
  return { chain: chains.length === 1 ? (others[0] ?? null) : null, others };
}

export function parsedOrNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
