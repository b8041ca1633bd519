// Which written addresses are one address.
import { base58Hex, isBase58Check, numberOf } from "./address-checksum.ts";

/** Ignores the case of 0x hexadecimal and bech32, and the prefixes of Bitcoin Cash and Radix. */
export function isSameAddress(a: string, b: string): boolean {
  return canonicalAddress(a) === canonicalAddress(b);
}

function canonicalAddress(written: string): string {
  const address = lowerBech32(written);
  return withoutRadixPrefix(/^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address);
}

/** mayanode, `address.go` (AbbreviatedString): how memos name an account of Radix. */
export const withoutRadixPrefix = (address: string): string =>
  address.replace(/^account_rdx1(?=[02-9ac-hj-np-z]{54}$)/, "");

const cashAddress = /^[qp][02-9ac-hj-np-z]{41}$/;

/** Small letters for bech32 and cash addresses, and no prefix of the latter. No name is so long. */
export function lowerBech32(written: string): string {
  const address = written.replace(/^bitcoincash:/i, "");
  const lowercase = address.toLowerCase();
  const isBech32 = /^[a-z][a-z_]{0,30}1[02-9ac-hj-np-z]{30,}$/.test(lowercase);
  // Bech32 forbids mixed case, and base58 needs it.
  return (isBech32 || cashAddress.test(lowercase)) && address === address.toUpperCase()
    ? lowercase
    : address;
}

const oldCashAddress = /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/;

/** An old form is paid as a cash address: THORNode, `manager_txout_current.go`. */
export function isPaidAs(requested: string, paid: string): boolean {
  if (isSameAddress(requested, paid)) return true;
  const cashForm = canonicalAddress(paid);
  if (!cashAddress.test(cashForm) || !oldCashAddress.test(requested) || !isBase58Check(requested))
    return false;
  return withSharedKind(cashHex(cashForm)) === withSharedKind(base58Hex(requested));
}

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
/** A kind and an owner, 21 bytes, take 34 letters of five bits. The last two bits are empty. */
const CASH_LETTERS = 34;
const KIND_AND_OWNER_DIGITS = 42;

function cashHex(address: string): string {
  const bits = numberOf(address.slice(0, CASH_LETTERS), BECH32) >> 2n;
  return bits.toString(16).padStart(KIND_AND_OWNER_DIGITS, "0");
}

/** Kind and owner. The kind of a script is 8 in a cash address, and 5 in an old one. */
function withSharedKind(hex: string): string {
  return hex.slice(0, KIND_AND_OWNER_DIGITS).replace(/^(?:05|08)/, "script");
}
