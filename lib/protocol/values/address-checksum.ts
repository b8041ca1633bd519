// Checks the checksum of an address: EIP-55 capitals, or the last four bytes of base58check.
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Checksum } from "./chain-rows.ts";

export function isMistyped(address: string, checksum: Checksum): boolean {
  return checksum === "eip55" ? !isEip55(address) : !isBase58Check(address);
}

function isEip55(address: string): boolean {
  const digits = address.slice(2);
  const lowercaseDigits = digits.toLowerCase();
  if (digits === lowercaseDigits || digits === digits.toUpperCase()) return true;
  const hashHex = bytesToHex(keccak_256(utf8ToBytes(lowercaseDigits)));
  const checksummedDigits = [...lowercaseDigits].map((digit, index) =>
    /[89a-f]/.test(hashHex[index] ?? "") ? digit.toUpperCase() : digit,
  );
  return digits === checksummedDigits.join("");
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** An address has one byte for its kind, twenty for its owner, and four for the checksum. */
const BASE58CHECK_BYTES = 25;

export function isBase58Check(address: string): boolean {
  const addressHex = base58Hex(address);
  if (addressHex.length > BASE58CHECK_BYTES * 2) return false;
  const addressBytes = hexToBytes(addressHex);
  const hashHex = bytesToHex(sha256(sha256(addressBytes.slice(0, -4))));
  return hashHex.startsWith(bytesToHex(addressBytes.slice(-4)));
}

export function base58Hex(address: string): string {
  return numberOf(address, BASE58)
    .toString(16)
    .padStart(BASE58CHECK_BYTES * 2, "0");
}

export function numberOf(text: string, alphabet: string): bigint {
  const alphabetSize = BigInt(alphabet.length);
  return [...text].reduce(
    (number, digit) => number * alphabetSize + BigInt(alphabet.indexOf(digit)),
    0n,
  );
}
