// Parses transaction ids in the forms that the network's chains use.

import type { Chain, TxidForm } from "./chain-rows.ts";
import { chainCodeOf, type Preset } from "./chains.ts";
import { badInput } from "./input-error.ts";

interface FormRule {
  readonly pattern: RegExp;
  /** False: the id is changed to capitals, because nodes write hexadecimal ids in capitals. */
  readonly keepsCase: boolean;
}

const formRules: Readonly<Record<TxidForm, FormRule>> = {
  hex: { pattern: /^(?:0x)?([0-9a-f]{64})$/i, keepsCase: false },
  hex_numbered: { pattern: /^(?:0x)?([0-9a-f]{64}(?:-\d{1,4})?)$/i, keepsCase: false },
  // The id on Solana is the first signature of a transaction: 64 bytes.
  base58_signature: { pattern: /^([1-9A-HJ-NP-Za-km-z]{87,88})$/, keepsCase: true },
};

export function parseTxid(text: string, chain: string | null, preset: Preset): string {
  const chainCode = chain === null ? null : parseChain(chain, preset);
  const possibleChains = preset.chains.filter(
    ({ code }) => chainCode === null || code === chainCode,
  );
  const txidForms = possibleChains.map(({ txidForm }) => txidForm);
  const txid = findTxid(text.trim(), txidForms);
  if (txid !== null) return txid;
  if (isAddress(text.trim(), preset)) throw badInput("txid_is_address", null, txidArgument);
  throw badInput(
    "txid_malformed",
    { ...formParams(possibleChains), characterCount: countMistyped(text.trim()) },
    txidArgument,
  );
}

/** Null unless the text would be a hexadecimal id with some characters more or less. */
const countMistyped = (text: string): number | null =>
  /^(?:0x)?([0-9a-f]{48,80})$/i.exec(text)?.[1]?.length ?? null;

const MAX_PASTED_CHARS = 2_000;

/**
 * Finds the one transaction id in pasted text, such as an explorer's URL.
 * @throws InputError if the text has no id or several ids.
 */
export function parseTypedTxid(text: string, chain: string | null, preset: Preset): string {
  if (text.trim() === "") throw badInput("no_txid", null);
  if (text.length > MAX_PASTED_CHARS) throw badInput("txid_too_long", null);
  const words = text.split(/[^0-9A-Za-z]+/);
  const parseWord = (word: string) => parsedOrNull(() => parseTxid(word, chain, preset));
  const txids = text
    .split(/[^0-9A-Za-z-]+/)
    .flatMap((word) => parseWord(word) ?? word.split("-").flatMap((part) => parseWord(part) ?? []));
  const [txid, ...otherTxids] = new Set(txids);
  if (txid === undefined) {
    const pastedAddress = [text.trim(), ...words].find((word) => isAddress(word, preset));
    return parseTxid(pastedAddress ?? text, chain, preset);
  }
  if (otherTxids.length === 0) return txid;
  throw badInput("several_txids", null);
}

export function parseChain(text: string, preset: Preset): string {
  const typedChainCode = chainCodeOf(text, preset.chains);
  const chainRow = preset.chains.find(({ code }) => code.toUpperCase() === typedChainCode);
  if (chainRow) return chainRow.code;
  const chainCodes = preset.chains.map(({ code }) => code);
  throw badInput(
    "chain_not_of_network",
    { protocol: preset.protocol, codes: chainCodes },
    { candidates: chainCodes, argument: "chain" },
  );
}

/**
 * Transaction id of a payout. Null if the text is no id. An output on the native chain has no id:
 * its text is blank or has only zeros.
 */
export function parseOutputTxid(txidText = ""): string | null {
  return /^0+$/.test(txidText) ? null : findTxid(txidText);
}

export function isTxid(text: string): boolean {
  return findTxid(text) !== null;
}

function findTxid(
  text: string,
  txidForms: readonly TxidForm[] = Object.keys(formRules) as TxidForm[],
): string | null {
  for (const txidForm of new Set(txidForms)) {
    const { pattern, keepsCase } = formRules[txidForm];
    const txid = pattern.exec(text)?.[1];
    if (txid !== undefined) return keepsCase ? txid : txid.toUpperCase();
  }
  return null;
}

/** True for an address, but false for hexadecimal text: part of an id may look like an address. */
const isAddress = (text: string, { chains }: Preset) =>
  !/^[0-9a-f]+$/i.test(text) && chains.some(({ addressForm }) => addressForm.test(text));

const txidArgument = { argument: "txid" };

function formParams(chains: readonly Chain[]) {
  const nonHexForms = chains
    .filter(({ txidForm }) => txidForm === "base58_signature")
    .map(({ name, txidForm }) => ({ chain: name, form: txidForm }));
  return { chain: chains.length === 1 ? (nonHexForms[0] ?? null) : null, others: nonHexForms };
}

export function parsedOrNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
