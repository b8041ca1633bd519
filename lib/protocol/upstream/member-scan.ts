// The one member that is read of a large body, without parsing the rest.

import { BACKSLASH, QUOTE } from "./json-text.ts";

const COLON = 58;
const OPENING_BRACE = 123;
const depthSteps: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };
const isWhitespace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

/** Finds the object that is the member `name` of the outermost object. */
export function createMemberScan(name: string, maxBytes: number) {
  const nameBytes = Buffer.from(name);
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /** How many bytes of the current string equal the name so far; -1 once one differs. */
  let matchedBytes = -1;
  let position: "outside" | "after name" | "after colon" | "inside" | "done" = "outside";
  const parts: Uint8Array[] = [];
  let memberBytes = 0;

  function keep(part: Uint8Array): void {
    memberBytes += part.byteLength;
    if (memberBytes <= maxBytes) parts.push(part);
  }

  function readStringByte(byte: number): void {
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

  return {
    found: () => (position === "done" && memberBytes <= maxBytes ? Buffer.concat(parts) : null),
    add(part: Uint8Array): void {
      // An object that began in an earlier part continues at the start of this one.
      let partStart = 0;
      for (let at = 0; at < part.byteLength && position !== "done"; at += 1) {
        const byte = part[at] as number;
        if (isString) {
          readStringByte(byte);
          continue;
        }
        depth += depthSteps[byte] ?? 0;
        if (byte === QUOTE) {
          isString = true;
          matchedBytes = 0;
        }
        if (position === "inside") {
          if (depth === 1) {
            keep(part.subarray(partStart, at + 1));
            position = "done";
          }
        } else if (position === "after colon" && byte === OPENING_BRACE) {
          position = "inside";
          partStart = at;
        } else if (position === "after name" && byte === COLON) position = "after colon";
        else if (!isWhitespace(byte)) position = "outside";
      }
      if (position === "inside") keep(part.subarray(partStart));
    },
  };
}
