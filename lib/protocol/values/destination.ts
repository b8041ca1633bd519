// Receiving addresses as people write them. None may hold a character that divides a memo or query.

import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Checksum } from "./chain-rows.ts";
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
  if (tagged.test(text)) {
    throw addressError("destination_tagged", { argument });
  }
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
  const row = preset.chains.find(({ code }) => code === chain);
  if (!row) return;
  if (row.refusedForm?.form.test(destination) && !isWrittenAsName(destination)) {
    const { refused } = row.refusedForm;
    throw addressError("address_refused", { argument, refused });
  }
  if (!row.addressForm.test(destination)) {
    if (isWrittenAsName(destination)) return;
    throw addressError("address_of_other_chain", { argument, chain: row.name });
  }
  if (row.checksum && isMistyped(destination, row.checksum)) {
    throw addressError("address_mistyped", { argument });
  }
}

export const isWrittenAsName = (destination: string): boolean => nameGrammar.test(destination);

function isMistyped(address: string, checksum: Checksum): boolean {
  return checksum === "eip55" ? !isEip55(address) : !isBase58Check(address);
}

function isEip55(address: string): boolean {
  const digits = address.slice(2);
  const lowercase = digits.toLowerCase();
  if (digits === lowercase || digits === digits.toUpperCase()) return true;
  const hash = bytesToHex(keccak_256(utf8ToBytes(lowercase)));
  return [...lowercase].every(
    (digit, at) => digits[at] === (/[89a-f]/.test(hash[at] ?? "") ? digit.toUpperCase() : digit),
  );
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** One byte for the kind of address, twenty for its owner, and four of the checksum. */
const BASE58CHECK_BYTES = 25;

const numberOf = (text: string, digits: string): bigint =>
  [...text].reduce((sum, digit) => sum * BigInt(digits.length) + BigInt(digits.indexOf(digit)), 0n);
const base58Hex = (address: string) =>
  numberOf(address, BASE58)
    .toString(16)
    .padStart(BASE58CHECK_BYTES * 2, "0");

function isBase58Check(address: string): boolean {
  const hex = base58Hex(address);
  if (hex.length > BASE58CHECK_BYTES * 2) return false;
  const bytes = hexToBytes(hex);
  return bytesToHex(sha256(sha256(bytes.slice(0, -4)))).startsWith(bytesToHex(bytes.slice(-4)));
}

/** mayanode, `address.go` (AbbreviatedString): how memos name an account of Radix. */
export const withoutRadixPrefix = (address: string): string =>
  address.replace(/^account_rdx1(?=[02-9ac-hj-np-z]{54}$)/, "");

/** Ignores the case of 0x hexadecimal and bech32, and the prefixes of Bitcoin Cash and Radix. */
export function isSameAddress(a: string, b: string): boolean {
  return canonicalAddress(a) === canonicalAddress(b);
}

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const cashAddress = /^[qp][02-9ac-hj-np-z]{41}$/;
/** A kind and an owner, 21 bytes, take 34 letters of five bits. The last two bits are empty. */
const CASH_LETTERS = 34;
const scriptHash = /^(?:05|08)/;

/** An old form is paid as a cash address: THORNode, `manager_txout_current.go`. */
export function isPaidAs(requested: string, paid: string): boolean {
  if (isSameAddress(requested, paid)) return true;
  const cashForm = canonicalAddress(paid);
  if (
    !cashAddress.test(cashForm) ||
    !/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(requested) ||
    !isBase58Check(requested)
  )
    return false;
  const owner = (numberOf(cashForm.slice(0, CASH_LETTERS), BECH32) >> 2n)
    .toString(16)
    .padStart(42, "0");
  return (
    owner.replace(scriptHash, "script") ===
    base58Hex(requested).slice(0, 42).replace(scriptHash, "script")
  );
}

const canonicalAddress = (written: string): string => {
  const address = lowerBech32(written);
  return withoutRadixPrefix(/^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address);
};

/** Small letters for bech32 and cash addresses, and no prefix of the latter. No name is so long. */
function lowerBech32(written: string): string {
  const address = written.replace(/^bitcoincash:/i, "");
  const lowercase = address.toLowerCase();
  const isBech32 = /^[a-z][a-z_]{0,30}1[02-9ac-hj-np-z]{30,}$/.test(lowercase);
  // Bech32 forbids mixed case, and base58 needs it.
  return (isBech32 || cashAddress.test(lowercase)) && address === address.toUpperCase()
    ? lowercase
    : address;
}
