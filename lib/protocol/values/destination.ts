// Parses receiving addresses. An address must not contain a separator of a memo or query.

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

const destinationForm = new RegExp(`^[\\x21-\\x7e]{1,${MAX_CHARS}}$`);
const separatorInMemoOrQuery = /[:|/&?#]/;

/** An XRP address with a destination tag, after ":" or "?" or inside the address ("X…"). */
const taggedXrpAddress = /^(?:r[1-9A-HJ-NP-Za-km-z]{24,34}[:?].|X[1-9A-HJ-NP-Za-km-z]{46}$)/;

const nameForm = /^[a-z0-9+_-]{1,30}(?:\.[a-z0-9+_-]{1,30})*$/;

/**
 * Returns an address as a memo needs it. Removes `bitcoincash:`, because a colon separates memo
 * fields. Lowercases bech32, because nodes cannot pay to capitals: `bitcoin/signer.go` (SignTx).
 * @throws InputError `invalid_destination` or `invalid_refund_address`
 */
export function parseDestination(
  addressText: string,
  argument: AddressArgument = "destination",
): string {
  const address = lowerBech32(addressText);
  if (taggedXrpAddress.test(address)) throw addressError("destination_tagged", { argument });
  if (destinationForm.test(address) && !separatorInMemoOrQuery.test(address)) return address;
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
 * Accepts a THORName or an address of the chain. Accepts any text for a chain that we do not know.
 * @throws InputError `invalid_destination` or `invalid_refund_address`
 */
export function checkDestinationForm(
  destination: string,
  chain: string,
  preset: Preset,
  argument: AddressArgument = "destination",
): void {
  const chainRow = findChainRow(chain, preset);
  if (!chainRow) return;
  const { name, addressForm, refusedForm, checksums } = chainRow;
  const isName = isWrittenAsName(destination);
  if (refusedForm?.form.test(destination) && !isName)
    throw addressError("address_refused", { argument, refused: refusedForm.refused });
  const isChainAddress = addressForm.test(destination);
  if (!isChainAddress && !isName)
    throw addressError("address_of_other_chain", { argument, chain: name });
  if (isChainAddress && !isName && checksums.length > 0 && isMistyped(destination, checksums))
    throw addressError("address_mistyped", { argument });
}

export const isWrittenAsName = (destination: string): boolean => nameForm.test(destination);
