// The transaction id in pasted text. It must hold exactly one; nothing is guessed, cut or completed.

import type { Preset } from "./chains.ts";
import { InputError } from "./input-error.ts";
import { parseTxid } from "./txid.ts";

/** Longer than any explorer's URL. */
const LONGEST_CHARS = 2_000;

/**
 * An id with what people paste around it (spaces, quotes, an explorer's URL) → the form that nodes know.
 * With `chain` only that chain's form is taken.
 * @throws InputError `no_txid` when nothing was typed, `invalid_txid` when no id or more than one is in it, `invalid_chain`.
 */
export function parseTypedTxid(text: string, chain: string | null, preset: Preset): string {
  if (text.trim() === "") {
    throw new InputError(
      "no_txid",
      "Paste the id of the transaction that you sent. The wallet or its explorer shows it.",
    );
  }
  if (text.length > LONGEST_CHARS) {
    throw new InputError("invalid_txid", "This is too long to be a transaction id. Paste the id alone.");
  }
  const found = text.split(/[^0-9A-Za-z]+/).flatMap((word) => {
    try {
      return parseTxid(word, chain, preset);
    } catch {
      return [];
    }
  });
  const [id, ...others] = new Set(found);
  if (id === undefined) return parseTxid("", chain, preset);
  if (others.length === 0) return id;
  throw new InputError("invalid_txid", "More than one transaction id is in this. Paste the one that you sent.");
}
