// Finds one member in a body that may be large, part by part as it comes: the rest is neither kept nor parsed, and no part takes long.

const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = 123;
/** Change of depth at a bracket or a brace. */
const steps: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };
const isGap = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

interface MemberScan {
  add(part: Uint8Array): void;
  /** The object's text; null where its end did not come, or came too late. */
  found(): Buffer | null;
}

/** Looks for an object that is the member `name` of the outermost object. */
export function createMemberScan(name: string, maxBytes: number): MemberScan {
  const wanted = Buffer.from(name);
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /** Bytes of the string so far that equal the name; -1 where it is another. */
  let matched = -1;
  let place: "outside" | "after name" | "after colon" | "inside" | "done" = "outside";
  const kept: Uint8Array[] = [];
  let keptBytes = 0;

  function keep(part: Uint8Array): void {
    keptBytes += part.byteLength;
    if (keptBytes <= maxBytes) kept.push(part);
  }

  /** Of a byte in a string. */
  function readText(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) {
      isString = false;
      if (place !== "inside") place = depth === 1 && matched === wanted.byteLength ? "after name" : "outside";
      return;
    }
    matched = matched >= 0 && byte === wanted[matched] && !isEscaped ? matched + 1 : -1;
  }

  return {
    found: () => (place === "done" && keptBytes <= maxBytes ? Buffer.concat(kept) : null),
    add(part) {
      // Where the object began in an earlier part, this part begins inside it.
      let from = 0;
      for (let at = 0; at < part.byteLength && place !== "done"; at += 1) {
        const byte = part[at] as number;
        if (isString) {
          readText(byte);
          continue;
        }
        depth += steps[byte] ?? 0;
        if (byte === QUOTE) {
          isString = true;
          matched = 0;
        }
        if (place === "inside") {
          if (depth === 1) {
            keep(part.subarray(from, at + 1));
            place = "done";
          }
        } else if (place === "after colon" && byte === OPEN) {
          place = "inside";
          from = at;
        } else if (place === "after name" && byte === COLON) place = "after colon";
        else if (!isGap(byte)) place = "outside";
      }
      if (place === "inside") keep(part.subarray(from));
    },
  };
}
