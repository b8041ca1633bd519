// Any character for properties: the same texts as `fc.string({ unit: "binary" })`, without its table of a million characters.
import fc from "fast-check";

const [FIRST_HALF, HALVES] = [0xd800, 0x800];

/** Any code point but halves of a pair. It can be read back, so that fast-check also tries its dangerous texts. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - HALVES).map(
  (number) => String.fromCodePoint(number < FIRST_HALF ? number : number + HALVES),
  (character) => {
    const point = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character)
      throw new Error("not one character");
    return point < FIRST_HALF ? point : point - HALVES;
  },
);
