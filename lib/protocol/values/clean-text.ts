// Removes control, hidden and reordering characters from text that strangers wrote.

export const CHAIN_CODE = /^[A-Z0-9]{2,12}$/;

/** Default limit: enough for every memo, because a memo has at most 250 bytes. */
const MAX_CHARS = 256;

const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

export function cleanText(text: string, maxChars: number = MAX_CHARS): string {
  const characters = [...text.replace(unsafeCharacters, "")];
  return characters.length <= maxChars
    ? characters.join("")
    : `${characters.slice(0, maxChars - 1).join("")}…`;
}

export function cleanTextOrNull(text: string | null | undefined): string | null {
  return cleanText(text ?? "").trim() || null;
}

export function isAddressText(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9:._+-]{0,127}$/.test(text);
}
