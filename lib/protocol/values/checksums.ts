// Whether an address came whole. Only of the forms of which nodes look at the length alone: the other checksums are left to them.
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** `eip55`: the capitals of 0x hexadecimal, where it has small letters too. `base58check`: the last four bytes. */
export type Checksum = "eip55" | "base58check";

/** Of an address in the form of its chain: whether a letter of it was changed on the way. */
export function isMistyped(address: string, checksum: Checksum): boolean {
  return checksum === "eip55" ? !isEip55(address) : !isBase58Check(address);
}

function isEip55(address: string): boolean {
  const digits = address.slice(2);
  const small = digits.toLowerCase();
  if (digits === small || digits === digits.toUpperCase()) return true;
  const hash = bytesToHex(keccak_256(utf8ToBytes(small)));
  return [...small].every((digit, at) => digits[at] === (/[89a-f]/.test(hash[at] ?? "") ? digit.toUpperCase() : digit));
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** A byte for the kind of address, twenty for whom it is of, and four of the checksum. */
const BASE58CHECK_BYTES = 25;

function isBase58Check(address: string): boolean {
  const value = [...address].reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n);
  const hex = value.toString(16).padStart(BASE58CHECK_BYTES * 2, "0");
  if (hex.length > BASE58CHECK_BYTES * 2) return false;
  const bytes = hexToBytes(hex);
  return bytesToHex(sha256(sha256(bytes.slice(0, -4)))).startsWith(bytesToHex(bytes.slice(-4)));
}
