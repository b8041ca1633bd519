// Protocol room: transaction ids. Upper-case hexadecimal without 0x, or a Solana signature in base58, which keeps its case.
import type { Preset } from "./chains.ts";
import { InputError } from "./errors.ts";

const hexGrammar = /^(?:0x)?([0-9a-f]{64})$/i;
const base58Grammar = /^[1-9A-HJ-NP-Za-km-z]{87,88}$/;
const BASE58_CHAIN = "SOL";

/**
 * A transaction id as people paste it → the form that nodes know. With `chain` only that chain's form is taken.
 * @throws InputError `invalid_txid`, or `invalid_chain` when the network has no such chain.
 */
export function parseTxid(text: string, chain: string | null, preset: Preset): string {
  const code = chain === null ? null : parseChain(chain, preset);
  const trimmed = text.trim();
  const hex = code === BASE58_CHAIN ? null : toHexTxid(trimmed);
  if (hex !== null) return hex;
  const isBase58Chain =
    code === null ? preset.chains.some((entry) => entry.code === BASE58_CHAIN) : code === BASE58_CHAIN;
  if (isBase58Chain && base58Grammar.test(trimmed)) return trimmed;
  throw new InputError("invalid_txid", toHint(code, isBase58Chain));
}

/**
 * A chain code in any case → the preset's own.
 * @throws InputError `invalid_chain` with the codes that the network has.
 */
export function parseChain(text: string, preset: Preset): string {
  const wanted = text.trim().toLowerCase();
  const found = preset.chains.find((entry) => entry.code.toLowerCase() === wanted);
  if (found) return found.code;
  const codes = preset.chains.map((entry) => entry.code);
  throw new InputError(
    "invalid_chain",
    `${preset.protocol} has no chain of this code. It has ${codes.join(", ")}.`,
    codes,
  );
}

/** An id as upstreams send it → its canonical form; null for a native output (blank or zeros) and for anything else. */
export function toOutputTxid(text: string | undefined): string | null {
  const id = text ?? "";
  if (/^0+$/.test(id)) return null;
  return toHexTxid(id) ?? (base58Grammar.test(id) ? id : null);
}

/** A path without the ids that stand in it: it names a kind of question, never whose. */
export function hideTxids(path: string): string {
  return path.replace(/[^/]+/g, (part) => (hexGrammar.test(part) || base58Grammar.test(part) ? "{txid}" : part));
}

function toHexTxid(text: string): string | null {
  return hexGrammar.exec(text)?.[1]?.toUpperCase() ?? null;
}

function toHint(code: string | null, isBase58Chain: boolean): string {
  const hex = "64 hexadecimal characters, with or without 0x";
  const base58 = "a signature of 87 or 88 base58 characters";
  if (code === BASE58_CHAIN) return `A transaction id of Solana is ${base58}.`;
  return `A transaction id is ${hex}${isBase58Chain ? `; on Solana, ${base58}` : ""}. Copy it from the wallet or the explorer.`;
}
