// The one member that is read of a large body, without parsing the rest.

import { BACKSLASH, QUOTE } from "./json-text.ts";

const COLON = 58;
const OPENING_BRACE = 123;
const depthSteps: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };
const isWhitespace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

type Position = "outside" | "after name" | "after colon" | "inside" | "done";

/** Finds the object that is the member `name` of the outermost object. */
export function createMemberScan(name: string, maxBytes: number) {
  const nameBytes = Buffer.from(name);
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /** How many bytes of the current string equal the name so far; -1 once one differs. */
  let matchedBytes = -1;
  let position: Position = "outside";
  const pieces: Uint8Array[] = [];
  let memberBytes = 0;

  function keep(piece: Uint8Array): void {
    memberBytes += piece.byteLength;
    if (memberBytes <= maxBytes) pieces.push(piece);
  }

  function scanStringByte(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) {
      isString = false;
      if (position !== "inside")
        position = depth === 1 && matchedBytes === nameBytes.byteLength ? "after name" : "outside";
      return;
    }
    const isNext = matchedBytes >= 0 && byte === nameBytes[matchedBytes] && !isEscaped;
    matchedBytes = isNext ? matchedBytes + 1 : -1;
  }

  function nextPosition(byte: number): Position {
    if (position === "inside") return depth === 1 ? "done" : "inside";
    if (position === "after name" && byte === COLON) return "after colon";
    if (position === "after colon" && byte === OPENING_BRACE) return "inside";
    return isWhitespace(byte) ? position : "outside";
  }

  function startString(): void {
    isString = true;
    matchedBytes = 0;
  }

  return {
    found: () => (position === "done" && memberBytes <= maxBytes ? Buffer.concat(pieces) : null),
    add(chunk: Uint8Array): void {
      // A member that began in an earlier chunk continues at the start of this one.
      let startIndex = 0;
      for (let index = 0; index < chunk.byteLength && position !== "done"; index += 1) {
        const byte = chunk[index] as number;
        if (isString) {
          scanStringByte(byte);
          continue;
        }
        depth += depthSteps[byte] ?? 0;
        if (byte === QUOTE) startString();
        // Moves on until the byte that opens the member.
        if (position === "after colon") startIndex = index;
        position = nextPosition(byte);
        if (position === "done") keep(chunk.subarray(startIndex, index + 1));
      }
      if (position === "inside") keep(chunk.subarray(startIndex));
    },
  };
}
