// Compares addresses that may be written in several ways.
import { bytesToHex } from "@noble/hashes/utils.js";
import { base58, bech32, bech32m } from "@scure/base";
import { isBase58Check } from "./address-checksum.ts";
import { cashAddressForm, cashWords } from "./cash-address.ts";

export function isSameAddress(a: string, b: string): boolean {
  return canonicalAddress(a) === canonicalAddress(b);
}

function canonicalAddress(addressText: string): string {
  const address = lowerBech32(addressText);
  return (
    zcashKeyHash(address) ??
    withoutRadixPrefix(/^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address)
  );
}

/** The hash of a key, which Zcash writes as `t1…` or as `tex1…` (ZIP 320). Null for all others. */
function zcashKeyHash(address: string): string | null {
  if (/^tex1[02-9ac-hj-np-z]{38}$/.test(address)) {
    const words = bech32m.decodeUnsafe(address)?.words;
    const hash = words === undefined ? undefined : bech32m.fromWordsUnsafe(words);
    return hash ? `${ZCASH_KEY_PREFIX}${bytesToHex(hash)}` : null;
  }
  if (!/^t1[1-9A-HJ-NP-Za-km-z]{33}$/.test(address) || !isBase58Check(address)) return null;
  return bytesToHex(base58.decode(address)).slice(0, -CHECKSUM_DIGITS);
}

/** The two bytes before a key's hash in `t1…`: ZIP 320 replaces them. */
const ZCASH_KEY_PREFIX = "1cb8";
const CHECKSUM_DIGITS = 8;

/** Shortens a Radix account as in memos. Source: mayanode, `address.go` (AbbreviatedString). */
export const withoutRadixPrefix = (address: string): string =>
  address.replace(/^account_rdx1(?=[02-9ac-hj-np-z]{54}$)/, "");

/**
 * Lowercases a bech32 or cash address in capitals, and drops `bitcoincash:`. A THORName stays
 * unchanged, because it is too short for a bech32 address.
 */
export function lowerBech32(addressText: string): string {
  const withoutPrefix = addressText.replace(/^bitcoincash:/i, "");
  const lowercaseAddress = withoutPrefix.toLowerCase();
  const isBech32 = /^[a-z][a-z_]{0,30}1[02-9ac-hj-np-z]{30,}$/.test(lowercaseAddress);
  // Mixed case stays: base58 needs it, and a bech32 address in mixed case is invalid.
  return (isBech32 || cashAddressForm.test(lowercaseAddress)) &&
    withoutPrefix === withoutPrefix.toUpperCase()
    ? lowercaseAddress
    : withoutPrefix;
}

const oldCashAddressForm = /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/;

/**
 * True if both addresses are one account. If a person gives an old Bitcoin Cash address (base58), a
 * node pays to the cash address of the same account: `manager_txout_current.go`.
 */
export function isPaidAs(requestedAddress: string, paidAddress: string): boolean {
  if (isSameAddress(requestedAddress, paidAddress)) return true;
  const paidCashAddress = canonicalAddress(paidAddress);
  const isOldCashAddress =
    oldCashAddressForm.test(requestedAddress) && isBase58Check(requestedAddress);
  if (!cashAddressForm.test(paidCashAddress) || !isOldCashAddress) return false;
  const paidHex = cashHexOrNull(paidCashAddress);
  const requestedHex = bytesToHex(base58.decode(requestedAddress));
  return paidHex !== null && withSharedKind(paidHex) === withSharedKind(requestedHex);
}

/** Number of letters, of five bits each, that hold kind and owner (21 bytes) and two empty bits. */
const CASH_LETTERS = 34;
const KIND_AND_OWNER_DIGITS = 42;

/** Null if the two last bits are not empty: then the address is none. */
function cashHexOrNull(address: string): string | null {
  const bytes = bech32.fromWordsUnsafe(cashWords(address).slice(0, CASH_LETTERS));
  return bytes ? bytesToHex(bytes) : null;
}

/**
 * Keeps kind and owner, without the checksum. The kind of a script is 8 in a cash address and 5 in
 * an old address, so both numbers become "script".
 */
function withSharedKind(addressHex: string): string {
  return addressHex.slice(0, KIND_AND_OWNER_DIGITS).replace(/^(?:05|08)/, "script");
}
