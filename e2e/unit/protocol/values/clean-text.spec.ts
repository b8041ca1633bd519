import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import {
  cleanText,
  cleanTextOrNull,
  isAddressText,
} from "../../../../lib/protocol/values/clean-text.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { parseChain, parseTxid, readOutputTxid } from "../../../../lib/protocol/values/txid.ts";
import { anyCharacter } from "../../../support/any-text.ts";
import { inventedChain, txidExamples, withInventedChain } from "../../../support/invented-chain.ts";

test.describe("what upstream text loses", () => {
  const rows: [string, number[]][] = [
    ["C0 controls", [0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f]],
    ["C1 controls", [0x80, 0x85, 0x9f]],
    ["bidirectional controls", [0x061c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069]],
    ["zero-width characters", [0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad]],
    ["tag characters and their block", [0xe0000, 0xe0001, 0xe0020, 0xe0041, 0xe007f, 0xe0fff]],
    ["variation selectors", [0xfe00, 0xfe0f, 0xe0100, 0xe01ef, 0x180b]],
    ["line and paragraph separators", [0x2028, 0x2029]],
    ["invisible letters", [0x115f, 0x3164, 0x034f, 0xffa0]],
    ["private use and interlinear marks", [0xe000, 0xf0000, 0xfff9]],
  ];
  for (const [name, points] of rows) {
    test(name, () => {
      for (const point of points)
        expect(cleanText(`a${String.fromCodePoint(point)}b`), point.toString(16)).toBe("ab");
    });
  }
  test("lone surrogates", () => expect(cleanText("a\ud800b\udc00c")).toBe("abc"));
  test("and what it keeps", () => {
    expect(cleanText("=:ETH.ETH:0xAb:0/1/0 é 漢 😀 \u00a0~")).toBe(
      "=:ETH.ETH:0xAb:0/1/0 é 漢 😀 \u00a0~",
    );
  });
});

test("length is capped in characters, with a mark", () => {
  expect(cleanText("abcd", 4)).toBe("abcd");
  expect(cleanText("abcde", 4)).toBe("abc…");
  expect(cleanText("😀😀😀", 2)).toBe("😀…");
  expect(cleanText("x".repeat(256))).toHaveLength(256);
  expect(cleanText("x".repeat(257))).toBe(`${"x".repeat(255)}…`);
});

test("nothing is null", () => {
  expect(cleanTextOrNull(undefined)).toBeNull();
  expect(cleanTextOrNull(null)).toBeNull();
  expect(cleanTextOrNull(" \u200b\n ")).toBeNull();
  expect(cleanTextOrNull(" emit asset ")).toBe("emit asset");
});

test("cleaning twice is cleaning once, and no control, format or hidden character survives", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect([...clean].length).toBeLessThanOrEqual(256);
      expect(clean).not.toMatch(
        /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]|[\u{e0000}-\u{e0fff}]/u,
      );
    }),
  );
});

test.describe("address-like text", () => {
  const rows: [string, boolean][] = [
    ["bc1qexample", true],
    ["0x00000000000000000000000000000000000000Aa", true],
    ["bitcoincash:qpexample", true],
    ["account_rdx1example", true],
    ["my-name.v1+x", true],
    ["a".repeat(128), true],
    ["a".repeat(129), false],
    ["", false],
    [":a", false],
    ["a b", false],
    ["a\n", false],
    ["<script>", false],
    ["аddress", false], // the first letter is Cyrillic
  ];
  for (const [text, want] of rows)
    test(`${JSON.stringify(text)} ${want}`, () => expect(isAddressText(text)).toBe(want));
});

test.describe("transaction ids", () => {
  const HEX = "aB".repeat(32);
  const BASE58 = `5${"hJ".repeat(43)}z`; // 88 characters
  const { thorchain, mayachain } = presets;
  const good: [string, string, string | null, string][] = [
    ["lower and mixed case", HEX, null, HEX.toUpperCase()],
    ["0x", `0x${HEX}`, null, HEX.toUpperCase()],
    ["0X", `0X${HEX}`, null, HEX.toUpperCase()],
    ["blanks around it", ` ${HEX}\n`, null, HEX.toUpperCase()],
    ["with a chain", `0x${HEX}`, "eth", HEX.toUpperCase()],
    ["88 base58 characters", BASE58, null, BASE58],
    ["87 base58 characters", BASE58.slice(1), " sol ", BASE58.slice(1)],
  ];
  for (const [name, text, chain, want] of good) {
    test(`${name} is taken`, () => expect(parseTxid(text, chain, thorchain)).toBe(want));
  }
  const bad: [string, string, string | null, "thorchain" | "mayachain"][] = [
    ["63 characters", HEX.slice(1), null, "thorchain"],
    ["65 characters", `${HEX}a`, null, "thorchain"],
    ["a letter beyond F", `${HEX.slice(1)}g`, null, "thorchain"],
    ["0x twice", `0x0x${HEX}`, null, "thorchain"],
    ["blank", "", null, "thorchain"],
    ["a line break inside", `${HEX}\n${HEX}`, null, "thorchain"],
    ["86 base58 characters", BASE58.slice(2), null, "thorchain"],
    ["89 base58 characters", `${BASE58}z`, null, "thorchain"],
    ["base58 with 0", `${BASE58.slice(1)}0`, null, "thorchain"],
    ["base58 for a chain that is not Solana", BASE58, "BTC", "thorchain"],
    ["hexadecimal for Solana", HEX, "SOL", "thorchain"],
    ["base58 on a network without Solana", BASE58, null, "mayachain"],
  ];
  for (const [name, text, chain, network] of bad) {
    test(`${name} is refused`, () => {
      expect(() => parseTxid(text, chain, network === "thorchain" ? thorchain : mayachain)).toThrow(
        expect.objectContaining({ name: "InputError", code: "invalid_txid" }),
      );
    });
  }
  test("the hint says what to write", () => {
    const hintOf = (chain: string | null, preset = thorchain) => {
      try {
        return parseTxid("?", chain, preset);
      } catch (error) {
        return error instanceof InputError ? error.hint : "";
      }
    };
    const end = "Copy it from the wallet or the explorer.";
    const hex = "A transaction id is 64 hexadecimal characters, with or without 0x";
    const base58 = "a signature of 87 or 88 base58 characters";
    expect(hintOf(null)).toBe(`${hex}; on Solana, ${base58}. ${end}`);
    expect(hintOf("BTC")).toBe(`${hex}. ${end}`);
    expect(hintOf(null, mayachain)).toBe(`${hex}. ${end}`);
    expect(hintOf("SOL")).toBe(`A transaction id of Solana is ${base58}.`);
    const more = withInventedChain(thorchain);
    expect(hintOf(null, more)).toBe(`${hex}; on Solana, ${base58}; on Zzz Nine, ${base58}. ${end}`);
    expect(hintOf(inventedChain.code, more)).toBe(`A transaction id of Zzz Nine is ${base58}.`);
  });
  test("every chain takes an id of its row's form, and no other", () => {
    for (const preset of [withInventedChain(thorchain), withInventedChain(mayachain)]) {
      for (const { code, txidForm } of preset.chains) {
        for (const [form, id] of Object.entries(txidExamples)) {
          const parse = () => parseTxid(id, code, preset);
          if (form === txidForm) expect(parse(), code).toBe(id);
          else expect(parse, code).toThrow(expect.objectContaining({ code: "invalid_txid" }));
        }
        expect(parseTxid(txidExamples[txidForm], null, preset)).toBe(txidExamples[txidForm]);
      }
    }
  });
  test("a chain that the network does not have is named with those that it has", () => {
    expect(parseChain(" bsc", thorchain)).toBe("BSC");
    const codes = thorchain.chains.map((chain) => chain.code);
    const hint = `THORChain has no chain of this code. It has ${codes.join(", ")}.`;
    expect(() => parseTxid(HEX, inventedChain.code, thorchain)).toThrow(
      expect.objectContaining({
        name: "InputError",
        code: "invalid_chain",
        candidates: codes,
        hint,
      }),
    );
  });
  test("ids of outputs: native and unreadable ones are null", () => {
    expect(readOutputTxid(undefined)).toBeNull();
    expect(readOutputTxid("")).toBeNull();
    expect(readOutputTxid("0".repeat(64))).toBeNull();
    expect(readOutputTxid("not an id")).toBeNull();
    expect(readOutputTxid(`0x${HEX}`)).toBe(HEX.toUpperCase());
    expect(readOutputTxid(BASE58)).toBe(BASE58);
  });
});
