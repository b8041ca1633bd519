// Receiving addresses, and upstream text without what cannot be seen.
import { expect, test } from "@playwright/test";
import { bech32 as base, bech32m } from "@scure/base";
import fc from "fast-check";
import { isPaidAs, isSameAddress } from "../../../lib/protocol/values/address-match.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import {
  cleanText,
  cleanTextOrNull,
  isAddressText,
} from "../../../lib/protocol/values/clean-text.ts";
import {
  checkDestinationForm,
  parseDestination,
} from "../../../lib/protocol/values/destination.ts";
import { InputError } from "../../../lib/protocol/values/input-error.ts";
import { data, good, hex } from "../../fixtures/chain-examples.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { withInventedChain } from "../../support/invented-chain.ts";
import { rowsOf } from "../../support/rows.ts";

const { thorchain, mayachain } = presets;
const networkOf = (chain: string) =>
  thorchain.chains.some(({ code }) => code === chain) ? thorchain : mayachain;
/** The code of the refusal and the argument it names; null where it is taken. */
function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return `${error.code} ${error.argument}`;
  }
}
const isForm = (address: string, chain: string, preset = networkOf(chain)) =>
  refusalOf(() => checkDestinationForm(address, chain, preset)) === null;

const example = (chain: string, at = 0) => good[chain]?.[at] ?? "";
const [bech32, base58, script, cash] = [
  example("BTC"),
  example("BTC", 3),
  example("BTC", 4),
  example("BCH"),
];
/** The examples of EIP-55, and the contract of USDT on TRON. */
const [eth, tron] = [
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
];
/** An address of that version of segwit, with an owner of 20 bytes in version 0. */
const segwit = (version: number) => [
  version,
  ...base.toWords(new Uint8Array(version === 0 ? 20 : 32)),
];
const changed = {
  letter: eth.replace("5aAe", "5aAf"),
  capital: eth.replace("5aAe", "5AAe"),
  base58: tron.replace("R7N", "R7M"),
};

test("each chain takes its own addresses, and none that was cut, made longer or misspelt", () => {
  const codes = [...thorchain.chains, ...mayachain.chains].map(({ code }) => code);
  expect(Object.keys(good).sort()).toEqual([...new Set(codes)].sort());
  for (const [chain, addresses] of Object.entries(good))
    for (const address of addresses) {
      const lower = /^(?:BC|THOR)1/.test(address) ? address.toLowerCase() : address;
      expect(parseDestination(address)).toBe(lower);
      expect(isForm(address, chain), address).toBe(true);
      const end = `${address}${"x".repeat(60)}`;
      for (const text of [address.slice(0, -21), end, address.replace(/.{6}$/, "O0Il!!")])
        expect(isForm(text, chain) && !/^[a-z0-9+_-]{1,30}$/.test(text), text).toBe(false);
    }
});

test("one mistyped letter is found in each address that has a checksum", () => {
  for (const [chain, addresses] of Object.entries(good))
    for (const address of addresses.filter(
      (text) => text !== text.toLowerCase() || !/^0x/.test(text),
    ))
      for (const at of [-1, -8, Math.ceil(address.length / 2)]) {
        const letter = address.at(at) ?? "";
        const others = [...(/[a-z]/.test(letter) ? "ac" : /[A-Z]/.test(letter) ? "AC" : "23")];
        const other = others.find((text) => text !== letter) ?? "";
        const start = address.slice(0, at);
        const mistyped = `${start}${other}${address.slice(start.length + 1)}`;
        expect(isForm(mistyped, chain), `${address} ${mistyped}`).toBe(chain === "SOL");
      }
});

test("an address of another chain, or whose letters do not fit its checksum, is refused", () => {
  const rows = rowsOf(`
    ETH | ${hex.slice(2)} | no
    ETH | ${hex}0 | no
    BTC | ${example("LTC")} | no
    BTC | ${bech32.slice(0, -1)}H | no
    BTC | ${bech32m.encode("bc", segwit(0))} | no
    BTC | ${base.encode("bc", segwit(1))} | no
    BTC | ${bech32m.encode("bc", segwit(1))} | yes
    THOR | ${example("GAIA")} | no
    TRON | ${example("XRP")} | no
    LTC | ltcmweb1${data(118)} | no | shielded: the network cannot pay it
    ZEC | zs1${data(75)} | no
    BCH | ${base58} | no | Bitcoin writes it alike
    LTC | ${script} | no
    ETH | ${eth} | yes
    ETH | 0x52908400098527886E0F7030069857D2E4169EE7 | yes
    ETH | ${changed.letter.toLowerCase()} | yes | without capitals there is no checksum
    TRON | ${tron} | yes
    ETH | ${changed.letter} | no
    ETH | ${changed.capital} | no
    TRON | ${changed.base58} | no
    TRON | T${"z".repeat(33)} | no
    ETH | odin | yes | names, which nodes know
    ETH | a+b_c-d | yes
    ETH | odin.thor | yes
    ETH | ${"x".repeat(30)} | yes
    ETH | ${"x".repeat(31)} | no
    ETH | Odin | no
    ETH | .odin | no
    ETH | odin..thor | no
    ETH | ödin | no
    NEW | Whatever | yes | a chain without a row`);
  for (const [chain = "", address = "", isTaken] of rows)
    expect(isForm(address, chain), `${chain} ${address}`).toBe(isTaken === "yes");
  const row = withInventedChain(thorchain);
  expect(isForm(`zzz1${"Q".repeat(40)}`, "ZZZ9", row)).toBe(false);
  expect(isForm(`zzz1${"q".repeat(40)}`, "ZZZ9", row)).toBe(true);
});

test("a checksum of base58 is found in short numbers too, and in none that are too long", () => {
  const own = { checksums: ["base58check"], addressForm: /^[1-9A-Za-z]+$/ } as const;
  const preset = withInventedChain(thorchain, own);
  expect(isForm(base58, "ZZZ9", preset)).toBe(true);
  expect(isForm(base58.replace("BvB", "BvC"), "ZZZ9", preset)).toBe(false);
  for (const length of [35, 36, 37, 38, 39, 40])
    expect(isForm("Z".repeat(length), "ZZZ9", preset)).toBe(false);
});

test("a refusal names the argument that is refused", () => {
  for (const argument of [undefined, "destination", "refund_address"] as const) {
    const name = argument ?? "destination";
    const works = [
      () => parseDestination("a b", argument),
      () => parseDestination(`${example("XRP")}:1`, argument),
      ...[bech32, changed.letter].map(
        (address) => () => checkDestinationForm(address, "ETH", thorchain, argument),
      ),
      () => checkDestinationForm(script, "LTC", thorchain, argument),
    ];
    for (const work of works) expect(refusalOf(work)).toBe(`invalid_${name} ${name}`);
  }
});

test("what divides a memo, carries a tag or cannot be seen is in no address", () => {
  const tagged = "X7gJ5YK8abHf2eTPWPFHAAot8Knck11QGqmQ7a6a3Z8PJvk";
  const hidden = "\t\n\r\0\u00a0\u202e\u200b\u007f";
  for (const text of [
    ...[...`:|/&?# é${hidden}`].flatMap((part) => [hex + part, part + hex, `odin${part}thief`]),
    ...["", "x".repeat(129), `bitcoincash:${cash}:x`, `xbitcoincash:${cash}`],
    ...[`${example("XRP")}:12345`, `${example("XRP")}?dt=12345`, tagged],
  ])
    expect(() => parseDestination(text), JSON.stringify(text)).toThrow(InputError);
  expect(parseDestination("x".repeat(128))).toHaveLength(128);
});

test("bech32 and cash addresses are asked in small letters, which nodes pay", () => {
  const rows = rowsOf(`
    ${bech32.toUpperCase()} | ${bech32}
    bitcoincash:${cash} | ${cash}
    BITCOINCASH:${cash.toUpperCase()} | ${cash}
    ${example("ADA").toUpperCase()} | ${example("ADA")}
    ${bech32.replace("bc1q", "bc1Q")} | ${bech32.replace("bc1q", "bc1Q")}
    BOB1${"Q".repeat(26)} | BOB1${"Q".repeat(26)}`);
  for (const [written = "", asked] of rows) {
    expect(parseDestination(written, "refund_address")).toBe(asked);
    expect(parseDestination(written)).toBe(asked);
  }
});

test("addresses differ but by the case of 0x, bech32 and cash addresses, and by prefixes", () => {
  const rows = rowsOf(`
    ${hex} | ${hex.toLowerCase()} | same
    ${bech32} | ${bech32.toUpperCase()} | same
    ${bech32} | ${bech32.replace("bc1qx", "bc1qX")} | other
    ${base58} | ${base58.toLowerCase()} | other
    ${base58} | 1${base58} | other
    ${cash} | bitcoincash:${cash} | same
    BITCOINCASH:${cash.toUpperCase()} | bitcoincash:${cash} | same
    x${cash} | xbitcoincash:${cash} | other
    ${cash} | 1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu | other
    ALICE | alice | other
    T0xABC | T0xabc | other
    0xABCz | 0xabcz | other
    9${bech32} | 9${bech32.toUpperCase()} | other
    ${bech32}b | ${bech32.toUpperCase()}B | other
    thor1${data(38)} | THOR1${data(38).toUpperCase()} | same
    0${cash} | 0${cash.toUpperCase()} | other
    ${cash}q | ${cash.toUpperCase()}Q | other
    account_rdx1${data(54)} | ${data(54)} | same
    ACCOUNT_RDX1${data(54).toUpperCase()} | ${data(54)} | same
    account_rdx1${data(53)} | ${data(53)} | other
    component_rdx1${data(54)} | ${data(54)} | other
    t1KRqwQhktLV4BjbNLiuH6pb3AMoszZKcQB | tex1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3rcmznv | same
    TEX1ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3ZYG3RCMZNV | t1KRqwQhktLV4BjbNLiuH6pb3AMoszZKcQB | same
    t3L7rrxCCSEoSGuHoTpZsXSwyJt6bcF2i5q | tex1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3rcmznv | other
    t1KRqwQhktLV4BjbNLiuH6pb3AMoszZKcQB | t1Rv4exT7bqhZqi2j7xz8bUHDMxwosrjADU | other
    tex1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3rcmznv | tex1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3rcmznw | other`);
  for (const [a = "", b = "", relation] of rows)
    expect(isSameAddress(a, b), `${a} ${b}`).toBe(relation === "same");
});

test("a payout to a cash address is one to the old form of it", () => {
  // The examples of the CashAddr specification.
  const rows = rowsOf(`
    ${cash} | bitcoincash:${cash} | paid
    1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu | ${cash} | paid
    1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu | bitcoincash:${cash} | paid
    3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC | ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq | paid
    3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC | ${cash} | stranger
    1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv | ${cash} | stranger
    1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR | ${cash} | stranger
    1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu | ${cash.slice(0, 33)}d${cash.slice(34)} | stranger
    ${cash} | 1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu | stranger`);
  for (const [asked = "", paid = "", relation] of rows)
    expect(isPaidAs(asked, paid), `${asked} ${paid}`).toBe(relation === "paid");
});

test("upstream text loses what cannot be seen or reorders it, and keeps the rest", () => {
  const lost = rowsOf(`
    C0 and C1 controls | 0 7 9 a d 1b 1f 7f 80 85 9f
    bidirectional | 61c 200e 200f 202a 202e 2066 2069
    of no width | 200b 200c 200d 2060 feff ad
    tags and their block | e0000 e0001 e0020 e0041 e007f e0fff
    variation selectors | fe00 fe0f e0100 e01ef 180b
    separators | 2028 2029
    invisible letters | 115f 3164 34f ffa0
    private, interlinear | e000 f0000 fff9`);
  for (const [what, points = ""] of lost)
    for (const point of points.split(" ")) {
      const character = String.fromCodePoint(Number.parseInt(point, 16));
      expect(cleanText(`a${character}b`), `${what} ${point}`).toBe("ab");
    }
  expect(cleanText("a\ud800b\udc00c"), "halves of pairs").toBe("abc");
  const kept = "=:ETH.ETH:0xAb:0/1/0 é 漢 😀 \u00a0~";
  expect(cleanText(kept)).toBe(kept);
  const cut = ["abcd", "abcde"].map((text) => cleanText(text, 4));
  expect([...cut, cleanText("😀😀😀", 2)]).toEqual(["abcd", "abc…", "😀…"]);
  const long = [256, 257].map((count) => cleanText("x".repeat(count)));
  expect(long).toEqual(["x".repeat(256), `${"x".repeat(255)}…`]);
  const blank = [undefined, null, " \u200b\n ", " emit asset "].map(cleanTextOrNull);
  expect(blank).toEqual([null, null, null, "emit asset"]);
});

test("cleaning twice is cleaning once, and no control, format or hidden character survives", () => {
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]|[\u{e0000}-\u{e0fff}]/u;
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect([...clean].length).toBeLessThanOrEqual(256);
      expect(clean).not.toMatch(hidden);
    }),
  );
});

test("a text is like an address where it has only the letters of addresses, and 128 at most", () => {
  const yes = ["bc1q", hex, "bitcoincash:qp", "account_rdx1e", "my-name.v1+x", "a".repeat(128)];
  const no = ["a".repeat(129), "", ":a", "a b", "a\n", "<script>", "аddress"];
  expect([...yes, ...no].filter(isAddressText)).toEqual(yes);
});
