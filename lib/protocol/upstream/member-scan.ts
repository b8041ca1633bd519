// Finds one member in the bytes of a large JSON body, without parsing the rest.

import { BACKSLASH, QUOTE } from "./json-text.ts";

const COLON = 58;
const OPENING_BRACE = 123;
const depthChangeByBracket: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };
const isWhitespace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

type Position = "outside" | "after name" | "after colon" | "inside" | "done";

export function createMemberScan(name: string, maxBytes: number) {
  const nameBytes = Buffer.from(name);
  let depth = 0;
  let isInString = false;
  let isAfterBackslash = false;
  /** Number of first bytes of the current string that equal `name`. -1 after a difference. */
  let matchedByteCount = -1;
  let position: Position = "outside";
  const memberChunks: Uint8Array[] = [];
  let memberByteCount = 0;

  function keep(memberChunk: Uint8Array): void {
    memberByteCount += memberChunk.byteLength;
    if (memberByteCount <= maxBytes) memberChunks.push(memberChunk);
  }

  function scanStringByte(byte: number): void {
    if (isAfterBackslash) isAfterBackslash = false;
    else if (byte === BACKSLASH) isAfterBackslash = true;
    else if (byte === QUOTE) {
      isInString = false;
      if (position !== "inside")
        position =
          depth === 1 && matchedByteCount === nameBytes.byteLength ? "after name" : "outside";
      return;
    }
    const isNextNameByte =
      matchedByteCount >= 0 && byte === nameBytes[matchedByteCount] && !isAfterBackslash;
    matchedByteCount = isNextNameByte ? matchedByteCount + 1 : -1;
  }

  function nextPosition(byte: number): Position {
    if (position === "inside") return depth === 1 ? "done" : "inside";
    if (position === "after name" && byte === COLON) return "after colon";
    if (position === "after colon" && byte === OPENING_BRACE) return "inside";
    return isWhitespace(byte) ? position : "outside";
  }

  function startString(): void {
    isInString = true;
    matchedByteCount = 0;
  }

  return {
    foundBytes: () =>
      position === "done" && memberByteCount <= maxBytes ? Buffer.concat(memberChunks) : null,
    add(chunk: Uint8Array): void {
      // 0 if the value began in an earlier chunk.
      let valueStartIndex = 0;
      for (let index = 0; index < chunk.byteLength && position !== "done"; index += 1) {
        const byte = chunk[index] as number;
        if (isInString) {
          scanStringByte(byte);
          continue;
        }
        depth += depthChangeByBracket[byte] ?? 0;
        if (byte === QUOTE) startString();
        // Set at each byte after the colon. The last of these bytes is the opening brace.
        if (position === "after colon") valueStartIndex = index;
        position = nextPosition(byte);
        if (position === "done") keep(chunk.subarray(valueStartIndex, index + 1));
      }
      if (position === "inside") keep(chunk.subarray(valueStartIndex));
    },
  };
}
