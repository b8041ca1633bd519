// Checks the checksum of an address, which shows a mistyped letter before anybody pays to it.
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { base58, base58xrp, bech32, bech32m } from "@scure/base";
import { cashWords } from "./cash-address.ts";
import type { Checksum } from "./chain-rows.ts";

/** True if the address fits none of the checksums. Only for an address in the form of its chain. */
export function isMistyped(address: string, checksums: readonly Checksum[]): boolean {
  return !checksums.some((checksum) => fitsChecksum[checksum](address));
}

const fitsChecksum: Readonly<Record<Checksum, (address: string) => boolean>> = {
  eip55: isEip55,
  base58check: isBase58Check,
  base58xrp: (address) => endsInChecksum(base58xrp.decode(address)),
  segwit: (address) => isBech32(address, versionLetter.test(address) ? bech32 : bech32m),
  bech32: (address) => isBech32(address, bech32),
  bech32m: (address) => isBech32(address, bech32m),
  cash: isCashAddress,
};

/** The letter after the prefix is the version of a segwit address: "q" is 0. */
const versionLetter = /^[a-z]+1q/i;

function isBech32(address: string, form: typeof bech32): boolean {
  return form.decodeUnsafe(address, false) !== undefined;
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

const BASE58_LETTERS = /^[1-9A-HJ-NP-Za-km-z]+$/;

export function isBase58Check(address: string): boolean {
  return BASE58_LETTERS.test(address) && endsInChecksum(base58.decode(address));
}

/** The last four bytes are the first of the doubled SHA-256 of all others. */
function endsInChecksum(addressBytes: Uint8Array): boolean {
  const hash = sha256(sha256(addressBytes.slice(0, -4)));
  return bytesToHex(hash).startsWith(bytesToHex(addressBytes.slice(-4)));
}

const CASH_PREFIX = "bitcoincash";
/** Source: the specification of cash addresses of Bitcoin Cash, section "Checksum". */
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** The remainder of a polynomial over prefix and letters, of five bits each, is 1. */
function isCashAddress(address: string): boolean {
  const prefixWords = [...utf8ToBytes(CASH_PREFIX)].map((letterCode) => letterCode & 31);
  let remainder = 1n;
  for (const word of [...prefixWords, 0, ...cashWords(address)]) {
    const highBits = remainder >> 35n;
    remainder = ((remainder & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of CASH_GENERATORS.entries())
      if ((highBits >> BigInt(bit)) & 1n) remainder ^= generator;
  }
  return remainder === 1n;
}
