// Assets as people and memos write them: one match, a question or a refusal, never a silent choice.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { filterAssets, matchAsset } from "../../../lib/protocol/values/asset-match.ts";
import {
  assetName,
  formatAsset,
  layer1Asset,
  listKnownAssets,
  longAssetName,
  parseAsset,
  payoutChainOf,
  tickerOf,
} from "../../../lib/protocol/values/assets.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import type { InputError } from "../../../lib/protocol/values/input-error.ts";
import { memoChain, memoMatcher } from "../../../lib/protocol/values/memo-asset.ts";
import { rowsOf } from "../../support/rows.ts";

const { thorchain, mayachain } = presets;
const knownOf = (assets: string, preset = thorchain) =>
  listKnownAssets(
    preset,
    assets.split(" ").map((asset) => ({ asset })),
  );

const USDC = "ETH.USDC-0XA0B86991EB48";
const AVAX_USDC = "AVAX.USDC-0XB97EF9EF";
const USDT = "ETH.USDT-0XDAC17F95EC7";
const FAKE_USDT = "ETH.USDT-0XDAC00000001";
const TRON_USDT = "TRON.USDT-TR7NHQJE";
const BSC_ETH = "BSC.ETH-0X2170ED08";
const THOR_TOKEN = "ETH.THOR-0XA5F2211B";
const tokens = [USDC, AVAX_USDC, USDT, FAKE_USDT, TRON_USDT].join(" ");
const listed = `BTC.BTC ETH.ETH BASE.ETH ${BSC_ETH} ${THOR_TOKEN} AVAX.SOL-0XFE6B1928 GAIA.ATOM ${`BNB.BNB ${tokens} TRON.TRX XRP.XRP THOR.TCY`}`;
const known = knownOf(listed);
const names = known.map(({ asset }) => asset);

/** The asset, `?` and its candidates, or `!` and what is nearest. */
function answerOf(written: string, list = known, preset = thorchain): string {
  try {
    return matchAsset(written, list, preset);
  } catch (error) {
    const { name, code, candidates } = error as InputError;
    expect(name).toBe("InputError");
    const isUnknown = code === "invalid_asset";
    expect(isUnknown || code === "ambiguous_asset", code).toBe(true);
    if (isUnknown) expect(new Set(candidates).size).toBe(candidates.length);
    return [isUnknown ? "!" : "?", ...candidates].join(" ");
  }
}

test("the first separator ends the chain, and what is too long or odd is no asset", () => {
  const longest = `A.${"X".repeat(24)}-${"Y".repeat(80)}`;
  const rows = rowsOf(`
    BTC.BTC | BTC layer1 BTC -
    eth/usdc-0xab | ETH synth USDC 0XAB
    ETH~USDC-0XAB | ETH trade USDC 0XAB
    ETH-USDC-0XAB | ETH secured USDC 0XAB
    BTC-BTC | BTC secured BTC -
    ABCDEFGHIJKL.X | ABCDEFGHIJKL layer1 X -
    ${longest} | A layer1 ${"X".repeat(24)} ${"Y".repeat(80)}`);
  for (const [text = "", want] of rows) {
    const parts = parseAsset(text);
    expect(parts && [parts.chain, parts.kind, parts.ticker, parts.contract ?? "-"].join(" ")).toBe(
      want,
    );
    expect(parts && formatAsset(parts)).toBe(text.toUpperCase());
  }
  for (const text of [
    ...["BTC", "BTC.", ".BTC", "BTC.BTC-", "BTC.B.C", "BTC.BTC ", "BTC.BTC\n", "B\u00a0C.BTC"],
    ...["ABCDEFGHIJKLM.X", `A.${"X".repeat(25)}`, `${longest}Y`],
  ])
    expect(parseAsset(text), text).toBeNull();
});

test("every form has the pool of its layer-1 asset, and a payout chain", () => {
  expect(["eth/usdc-0xab", "eth"].map(layer1Asset)).toEqual(["ETH.USDC-0XAB", null]);
  const payouts = ["ETH.ETH", "ETH~ETH", "BTC"].map((asset) => payoutChainOf(asset, thorchain));
  expect(payouts).toEqual(["ETH", "THOR", null]);
  expect(payoutChainOf("BTC/BTC", mayachain)).toBe("MAYA");
});

test("the native asset is known first, each once, with the short codes of the preset", () => {
  const codes = (list: typeof known) => list.map(({ asset, shortCode }) => `${asset} ${shortCode}`);
  expect(codes(known).slice(0, 3)).toEqual(["THOR.RUNE r", "BTC.BTC b", "ETH.ETH e"]);
  expect(codes(known)).toContain("GAIA.ATOM g");
  const lied = [{ asset: "ETH.ETH", short_code: "ETH.FIXT-0XBAD" }];
  expect(codes(listKnownAssets(thorchain, lied))).toEqual(["THOR.RUNE r", "ETH.ETH e"]);
  const twice = knownOf("MAYA.CACAO THOR.RUNE THOR.RUNE", mayachain);
  expect(codes(twice)).toEqual(["MAYA.CACAO c", "THOR.RUNE r"]);
});

const tables: readonly [what: string, list: typeof known, network: typeof thorchain, string][] = [
  [
    "people",
    known,
    thorchain,
    `
    BTC | BTC.BTC
    ETH | ETH.ETH | never BASE.ETH, never a token
    BASE | BASE.ETH
    RUNE | THOR.RUNE
    ATOM | GAIA.ATOM
    GAIA | GAIA.ATOM
    bitcoin | BTC.BTC | a chain's name
    THORChain | THOR.RUNE
    cosmos hub | GAIA.ATOM
    eth.usdc | ${USDC}
    ETH.USDC-0xa0b8... | ${USDC}
    ETH.USDC-0XA0B8…EB48 | ${USDC}
    ETH.USDC-…EB48 | ${USDC}
    ETH.USDC-B48 | ${USDC}
    usdc-0xb97e | ${AVAX_USDC}
    ETH/USDC | ${USDC.replace(".", "/")}
    ETH~ETH | ETH~ETH
    eth-usdc-0xa0b8 | ${USDC.replace(".", "-")}
    bnb-bnb | BNB-BNB | a chain that the preset no longer lists
    USDT on TRON | ${TRON_USDT}
    tron usdt | ${TRON_USDT}
    tether (TRC-20) | ${TRON_USDT}
    USD Coin on Avalanche | ${AVAX_USDC}
    usdc erc20 | ${USDC}
    USDC-ERC20 | ${USDC}
    usdt.trc-20 | ${TRON_USDT}
    ETH on Base | BASE.ETH
    RUNE on THORChain | THOR.RUNE
    BTC on the Bitcoin network | BTC.BTC
    ripple | XRP.XRP
    atom cosmos | GAIA.ATOM
    ether | ETH.ETH
    USDC | ? ${USDC} ${AVAX_USDC}
    ETH.USDT | ? ${USDT} ${FAKE_USDT}
    ETH~USDT | ? ${`${USDT} ${FAKE_USDT}`.replaceAll(".", "~")}
    tether | ? ${USDT} ${FAKE_USDT} ${TRON_USDT}
    USDT on Ethereum | ? ${USDT} ${FAKE_USDT}
    THOR | ? THOR.RUNE ${THOR_TOKEN}
    ETH.USDX | ! ${USDC} ${USDT} ${FAKE_USDT} ${AVAX_USDC} ${TRON_USDT} | nearest first
    bitcoi | ! BTC.BTC
    TC | ! THOR.TCY
    SOL | ! AVAX.SOL-0XFE6B1928 | the chain's gas asset has no pool
    b | ! BTC.BTC BASE.ETH ${BSC_ETH} BNB.BNB | short codes are for memos
    EHT | ! ETH.ETH BASE.ETH ${BSC_ETH} | two neighbours swapped
    XRD | ! | a chain of MAYAChain
    xrd.xrd | !
    SOL on Solana | ! | its token on Avalanche is another asset
    usdc on Bitcoin | ! ${USDC} ${AVAX_USDC} | what other chains have
    tether (XRP) | ! ${USDT} ${FAKE_USDT} ${TRON_USDT}
    usdt usdc | !
    ETH on THORChain | ! ETH.ETH BASE.ETH ${BSC_ETH} | THOR on Ethereum is another asset
    THOR ETH | !
    AVAX (SPL) | !
    BSC on ETH | !
    THE (BEP20) | !
    USDT not on TRON | !
    erc20 | ! ${THOR_TOKEN} ${USDC} ${USDT} ${FAKE_USDT} | a standard names no token
    BEP20 | ! ${BSC_ETH}
    ZZZ.ZZZ | !
    -USDC | !
    BTC.BTC;DROP | !
    USD\u0421 | ! | a Cyrillic letter
    b\u0131tcoin | ! | dotless i, which capitals would turn into I
    u\u017fdc | ! | long s, which capitals would turn into S
                             | !
    ${"x".repeat(121)} | !
    ETH.USDC-${"X".repeat(112)} | ! | 121 characters`,
  ],
  [
    "people where tokens bear the names of chains and standards",
    knownOf(`${listed} BSC.BNB BSC.USDT-0X55D3 BSC.THE-0XF4C8 ETH.BASE-0X07150 ETH.BITCOIN-0X72E4`),
    thorchain,
    `
    usdt bnb smart chain | BSC.USDT-0X55D3
    THE on BSC | BSC.THE-0XF4C8
    BASE (ERC-20) | ETH.BASE-0X07150
    BASE | ? BASE.ETH ETH.BASE-0X07150
    Bitcoin | ? BTC.BTC ETH.BITCOIN-0X72E4
    BTC | BTC.BTC`,
  ],
  [
    "people where tokens bear what another asset is called",
    knownOf(`${listed} ETH.COSMOS-0X1 ETH.RIPPLE-0X1 ETH.ETHER-0X1 ETH.ETH-0XFA4E`),
    thorchain,
    `
    cosmos | ? ETH.COSMOS-0X1 GAIA.ATOM
    Ripple | ? ETH.RIPPLE-0X1 XRP.XRP
    ether | ? ETH.ETHER-0X1 ETH.ETH
    eth.eth | ETH.ETH | before a token that takes its name
    ETH/ETH | ETH/ETH`,
  ],
  [
    "people where pools are in small letters",
    knownOf("eth.usdc-0xab"),
    thorchain,
    "usdc | ETH.USDC-0XAB",
  ],
  [
    "people on MAYAChain",
    knownOf("THOR.RUNE ARB.ETH", mayachain),
    mayachain,
    `
    cacao | MAYA.CACAO
    MAYA | MAYA.CACAO
    rune | THOR.RUNE
    THOR/RUNE | THOR/RUNE
    ARB | ARB.ETH`,
  ],
  [
    "people on MAYAChain with a token of a chain's name",
    knownOf("THOR.RUNE ARB.ETH ARB.ARB-0X912C", mayachain),
    mayachain,
    `
    ARB | ? ARB.ETH ARB.ARB-0X912C
    ARB.ARB | ARB.ARB-0X912C`,
  ],
];
for (const [who, list, network, table] of tables)
  for (const [written = "", answer = ""] of rowsOf(table))
    test(`${who} write ${written.slice(0, 40)}: ${answer}`, () => {
      expect(answerOf(written, list, network)).toBe(answer);
      expect(answerOf(` ${written} `, list, network).split(" ", 1)).toEqual(answer.split(" ", 1));
    });

test("a text that is no name, or cuts a contract in two places or to nothing, is no match", () => {
  /** What is nearest stands behind it, where that is one. */
  const rows = rowsOf(`
    ETH.
    ETH.USDC-
    ETH.-0XA0
    .
    ETH.USDC-…
    ETH.USDC-A…0…8
    ETH.USDC-0XA0…0000
    ETH.USDC-0000…EB48
    ETH.ETH-0
    THOR~TCY
    USDCC | ${USDC}
    BTX.BTC | BTC.BTC
    ETH.USDC-0XFFFF | ${USDC}
    usdc-0xffff | ${USDC}
    THOR/RUNE | THOR.RUNE
    ETH.USDC-${"X".repeat(111)} | ${USDC}`);
  for (const [written = "", nearest] of rows) {
    const [mark, first] = answerOf(written).split(" ");
    expect(mark, written).toBe("!");
    if (nearest !== undefined) expect(first, written).toBe(nearest);
  }
});

test("ten candidates of a name are given, five tokens of a standard, in the order of the pools", () => {
  const codes = "ETH AVAX BASE BSC POL TRON SOL ARB GAIA XRD ZZZ8 ZZZ9".split(" ");
  const pools = codes.map((code) => `${code}.DAI-0X1`);
  for (const count of [10, 12])
    expect(answerOf("DAI", knownOf(pools.slice(0, count).join(" ")))).toBe(
      `? ${pools.slice(0, 10).join(" ")}`,
    );
  const tokens = [..."ABCDEF"].map((ticker) => `ETH.${ticker}-0X${ticker.repeat(4)}`);
  expect(answerOf("ERC-20", knownOf(tokens.join(" ")))).toBe(`! ${tokens.slice(0, 5).join(" ")}`);
});

test("every name that is shown can be typed: it is the asset, or one of the candidates", () => {
  const shown = names.filter((asset) =>
    thorchain.chains.some(({ code }) => asset.startsWith(`${code}.`)),
  );
  expect(shown.length).toBeGreaterThan(10);
  for (const asset of shown)
    for (const name of [assetName(asset, thorchain), longAssetName(asset, thorchain)]) {
      const meant = filterAssets(name, names, thorchain);
      expect(meant, name).toContain(asset);
      expect(new Set(meant.map(tickerOf)).size, name).toBe(1);
    }
});

test("a filter keeps all pools of a name", () => {
  const pools = [USDC, "BTC.BTC", AVAX_USDC, "ETH.ETH", "BASE.ETH", "eth.bitcoin-0x72"];
  const rows = rowsOf(`
    USDC | ${USDC} ${AVAX_USDC}
    eth.usdc | ${USDC}
    ETH | ETH.ETH
    bitcoin | BTC.BTC eth.bitcoin-0x72
    ETH/USDC | ${USDC}
    DOGE |
    ??? |`);
  for (const [written = "", kept] of rows)
    expect(filterAssets(written, pools, thorchain).join(" "), written).toBe(kept);
});

test("the target of a memo means an asset by its short code, its name or the end of its contract", () => {
  const rows = rowsOf(`
    b | BTC.BTC | yes
    B | BTC.BTC | yes
    r | THOR.RUNE | yes
    tr | TRON.TRX | yes
    RUNE | THOR.RUNE | yes
    tcy | THOR.TCY | yes
    ETH.USDT | ${USDT} | yes
    eth.usdt | ${USDT} | yes
    ETH.USDT-EC7 | ${USDT} | yes
    ETH.USDT-0XDAC | ${USDT} | no
    ETH.USDT | ${TRON_USDT} | no
    ETH.USDT | ${USDC} | no
    ETH/USDT | ${USDT} | no
    ETH.ETH-EC7 | ETH.ETH | no
    ETH.ETH | ETH.ETH | yes
    q | BTC.BTC | no
    BTC.BTC | nonsense | no
                   | THOR.RUNE | no`);
  for (const [written = "", asset = "", isMeant] of rows)
    expect(memoMatcher(written, known, thorchain)(asset), `${written} ${asset}`).toBe(
      isMeant === "yes",
    );
  expect(memoMatcher("tcy", knownOf("thor.tcy"), thorchain)("THOR.TCY")).toBe(true);
  const shortCodes = { "BTC.BTC": "b", "BCH.BCH": "B" };
  const twice = knownOf("BTC.BTC BCH.BCH", { ...thorchain, shortCodes });
  expect(memoMatcher("b", twice, thorchain)("BTC.BTC"), "a code of two pools").toBe(false);
  const chains = ["b", "ETH~ETH", "rune", "q"].map((one) => memoChain(one, known, thorchain));
  expect(chains).toEqual(["BTC", "THOR", "THOR", null]);
});

test("a full name in any case always means itself, and any answer is a known asset", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.func(fc.boolean()), (asset, isLower) => {
      const letters = [...asset].map((one, at) => (isLower(at) ? one.toLowerCase() : one));
      expect(answerOf(letters.join(""))).toBe(asset);
    }),
  );
  const loose = fc.string({ unit: fc.constantFrom(..."ETHBASUDC.-/~0X8…"), maxLength: 14 });
  fc.assert(
    fc.property(loose, (written) => {
      const answer = answerOf(written);
      if (!/^[?!]/.test(answer)) expect(names).toContain(layer1Asset(answer));
    }),
  );
});
