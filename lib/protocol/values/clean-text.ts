// Upstream text is written by strangers. Cleaned text holds no control, hidden or reordering character.

/** The code of a chain, as the networks write it. */
export const CHAIN_CODE = /^[A-Z0-9]{2,12}$/;

/** Memos are at most 250 bytes on chain; nothing longer is worth repeating. */
const LONGEST_CHARS = 256;

/**
 * Controls, format characters (bidirectional, zero-width, tags), surrogates, private use, line and paragraph
 * separators, and everything that Unicode draws as nothing (variation selectors, fillers, the whole U+E0000 block).
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Upstream text → safe text of at most `maxChars` code points, of which the last is "…" where it was cut. */
export function cleanText(text: string, maxChars: number = LONGEST_CHARS): string {
  const points = [...text.replace(unsafe, "")];
  return points.length <= maxChars ? points.join("") : `${points.slice(0, maxChars - 1).join("")}…`;
}

/** As `cleanText`; null where nothing is left or nothing was sent. */
export function cleanTextOrNull(text: string | null | undefined): string | null {
  return cleanText(text ?? "").trim() || null;
}

/** Address-like text: the letters of base58, bech32, hexadecimal, cash addresses and names; at most 128 characters. */
export function isAddressText(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9:._+-]{0,127}$/.test(text);
}
