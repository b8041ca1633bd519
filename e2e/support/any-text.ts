// Any character, for property tests. Like the unit "binary" of `fc.string`, which needs a table of
// a million characters.
import fc from "fast-check";

const [FIRST_HALF, HALVES] = [0xd800, 0x800];

/** Any code point except surrogates. The inverse function lets fast-check try dangerous texts. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - HALVES).map(
  (number) => String.fromCodePoint(number < FIRST_HALF ? number : number + HALVES),
  (character) => {
    const point = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character)
      throw new Error("not one character");
    return point < FIRST_HALF ? point : point - HALVES;
  },
);
