// Receiving addresses as people write them. None may hold a character that divides a memo or query.

import { isMistyped } from "./address-checksum.ts";
import { lowerBech32 } from "./address-match.ts";
import { findChainRow } from "./chain-lookup.ts";
import type { Preset } from "./chains.ts";
import {
  type AddressArgument,
  badInput,
  type InputError,
  type InputFaultParams,
} from "./input-error.ts";

const MAX_CHARS = 128;

const grammar = new RegExp(`^[\\x21-\\x7e]{1,${MAX_CHARS}}$`);
const separators = /[:|/&?#]/;

/** An XRP Ledger address with its tag: behind it, in a link, or packed into an X-address. */
const tagged = /^(?:r[1-9A-HJ-NP-Za-km-z]{24,34}[:?].|X[1-9A-HJ-NP-Za-km-z]{46}$)/;

const nameGrammar = /^[a-z0-9+_-]{1,30}(?:\.[a-z0-9+_-]{1,30})*$/;

/**
 * Drops the prefix of a cash address, whose colon would divide a memo, and makes bech32 small,
 * which is all that nodes sign: `bitcoin/signer.go` (SignTx).
 * @throws InputError `invalid_destination`
 */
export function parseDestination(
  written: string,
  argument: AddressArgument = "destination",
): string {
  const text = lowerBech32(written);
  if (tagged.test(text)) throw addressError("destination_tagged", { argument });
  if (grammar.test(text) && !separators.test(text)) return text;
  throw addressError("address_malformed", { argument, maxChars: MAX_CHARS });
}

type AddressFault =
  | "destination_tagged"
  | "address_malformed"
  | "address_refused"
  | "address_of_other_chain"
  | "address_mistyped";

function addressError<Id extends AddressFault>(id: Id, params: InputFaultParams<Id>): InputError {
  const { argument } = params;
  return badInput(id, params, { argument, code: `invalid_${argument}` });
}

/**
 * Accepts addresses of the chain and names. A chain without a row accepts any text.
 * @throws InputError `invalid_destination`
 */
export function checkDestinationForm(
  destination: string,
  chain: string,
  preset: Preset,
  argument: AddressArgument = "destination",
): void {
  const row = findChainRow(chain, preset);
  if (!row) return;
  const { name, addressForm, refusedForm, checksum } = row;
  const isName = isWrittenAsName(destination);
  if (refusedForm?.form.test(destination) && !isName)
    throw addressError("address_refused", { argument, refused: refusedForm.refused });
  const isOfChain = addressForm.test(destination);
  if (!isOfChain && !isName)
    throw addressError("address_of_other_chain", { argument, chain: name });
  if (isOfChain && checksum && isMistyped(destination, checksum))
    throw addressError("address_mistyped", { argument });
}

export const isWrittenAsName = (destination: string): boolean => nameGrammar.test(destination);
