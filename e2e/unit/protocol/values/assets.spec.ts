import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { filterAssets, matchAsset } from "../../../../lib/protocol/values/asset-match.ts";
import {
  assetName,
  formatAsset,
  layer1Asset,
  listKnownAssets,
  longAssetName,
  parseAsset,
  payoutChainOf,
  tickerOf,
} from "../../../../lib/protocol/values/assets.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import type { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { memoChain, memoMatcher } from "../../../../lib/protocol/values/memo-asset.ts";

const { thorchain, mayachain } = presets;
const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
const AVAX_USDC = "AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E";
const USDT = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
const FAKE_USDT = "ETH.USDT-0XDAC0000000000000000000000000000000000001";
const TRON_USDT = "TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T";
const known = listKnownAssets(thorchain, [
  { asset: "BTC.BTC" },
  { asset: "ETH.ETH" },
  { asset: "BASE.ETH" },
  { asset: "BSC.ETH-0X2170ED0880AC9A755FD29B2688956BD959F933F8" },
  { asset: "ETH.THOR-0XA5F2211B9B8170F694421F2046281775E8468044" },
  { asset: "AVAX.SOL-0XFE6B19286885A4F7F55ADAD09C3CD1F906D2478F" },
  { asset: "GAIA.ATOM" },
  { asset: "BNB.BNB" },
  { asset: USDC },
  { asset: AVAX_USDC },
  { asset: USDT },
  { asset: FAKE_USDT },
  { asset: TRON_USDT },
  { asset: "TRON.TRX" },
  { asset: "XRP.XRP" },
  { asset: "THOR.TCY" },
]);

test.describe("the grammar: the first separator decides", () => {
  const rows: [string, string | null][] = [
    ["BTC.BTC", "BTC layer1 BTC -"],
    ["eth/usdc-0xab", "ETH synth USDC 0XAB"],
    ["ETH~USDC-0XAB", "ETH trade USDC 0XAB"],
    ["ETH-USDC-0XAB", "ETH secured USDC 0XAB"],
    ["BTC-BTC", "BTC secured BTC -"],
    ["BTC", null],
    ["BTC.", null],
    [".BTC", null],
    ["BTC.BTC-", null],
    ["BTC.B.C", null],
    ["BTC.BTC ", null],
    ["BTC.BTC\n", null],
    ["B\u00a0C.BTC", null],
    ["ABCDEFGHIJKL.X", "ABCDEFGHIJKL layer1 X -"],
    ["ABCDEFGHIJKLM.X", null],
    [`A.${"X".repeat(24)}-${"Y".repeat(80)}`, `A layer1 ${"X".repeat(24)} ${"Y".repeat(80)}`],
    [`A.${"X".repeat(25)}`, null],
    [`A.X-${"Y".repeat(81)}`, null],
  ];
  for (const [text, want] of rows) {
    test(`${JSON.stringify(text)} → ${want}`, () => {
      const parts = parseAsset(text);
      expect(parts && `${parts.chain} ${parts.kind} ${parts.ticker} ${parts.contract ?? "-"}`).toBe(
        want,
      );
      if (parts) expect(formatAsset(parts)).toBe(text.toUpperCase());
    });
  }
  test("the pool behind any form, and the chain that pays out", () => {
    expect(layer1Asset("eth/usdc-0xab")).toBe("ETH.USDC-0XAB");
    expect(layer1Asset("eth")).toBeNull();
    expect(payoutChainOf("ETH.ETH", thorchain)).toBe("ETH");
    expect(payoutChainOf("ETH~ETH", thorchain)).toBe("THOR");
    expect(payoutChainOf("BTC/BTC", mayachain)).toBe("MAYA");
    expect(payoutChainOf("BTC", thorchain)).toBeNull();
  });
});

test("known assets: the native one first, each once, with the preset's short codes whatever a pool says", () => {
  expect(known[0]).toEqual({ asset: "THOR.RUNE", shortCode: "r" });
  expect(known[1]).toEqual({ asset: "BTC.BTC", shortCode: "b" });
  expect(known.find((entry) => entry.asset === "GAIA.ATOM")?.shortCode).toBe("g");
  const lied = [{ asset: "ETH.ETH", short_code: "ETH.FIXT-0XBAD" }];
  expect(listKnownAssets(thorchain, lied)).toEqual([
    { asset: "THOR.RUNE", shortCode: "r" },
    { asset: "ETH.ETH", shortCode: "e" },
  ]);
  const twice = [
    { asset: "MAYA.CACAO" },
    { asset: "THOR.RUNE" },
    { asset: "THOR.RUNE", short_code: "x" },
  ];
  expect(listKnownAssets(mayachain, twice)).toEqual([
    { asset: "MAYA.CACAO", shortCode: "c" },
    { asset: "THOR.RUNE", shortCode: "r" },
  ]);
});

test.describe("what people write", () => {
  const rows: [string, string][] = [
    ["BTC", "BTC.BTC"],
    ["btc.btc", "BTC.BTC"],
    [" Btc ", "BTC.BTC"],
    ["ETH", "ETH.ETH"], // never BASE.ETH, never a token
    ["eth.eth", "ETH.ETH"],
    ["BASE", "BASE.ETH"],
    ["BASE.ETH", "BASE.ETH"],
    ["bsc.eth", "BSC.ETH-0X2170ED0880AC9A755FD29B2688956BD959F933F8"],
    ["RUNE", "THOR.RUNE"],
    ["TCY", "THOR.TCY"],
    ["ATOM", "GAIA.ATOM"],
    ["GAIA", "GAIA.ATOM"],
    ["BNB", "BNB.BNB"],
    ["bitcoin", "BTC.BTC"], // a chain's name
    [" Ethereum ", "ETH.ETH"],
    ["THORChain", "THOR.RUNE"],
    ["cosmos hub", "GAIA.ATOM"],
    ["eth.usdc", USDC],
    ["ETH.USDC-0XA0B8…", USDC],
    ["ETH.USDC-0xa0b8...", USDC],
    ["ETH.USDC-0XA0B8…EB48", USDC],
    ["ETH.USDC-…EB48", USDC],
    ["ETH.USDC-B48", USDC],
    ["eth.usdc-0xa0b8", USDC],
    [USDC.toLowerCase(), USDC],
    [USDT, USDT],
    ["usdc-0xb97e", AVAX_USDC],
    ["TRON.USDT", TRON_USDT],
    ["ETH/USDC", USDC.replace(".", "/")],
    ["ETH~ETH", "ETH~ETH"],
    ["eth-usdc-0xa0b8", USDC.replace(".", "-")],
    ["BTC-BTC", "BTC-BTC"],
    ["bnb-bnb", "BNB-BNB"], // a pool's chain that the preset no longer lists
    ["USDT on TRON", TRON_USDT],
    ["tron usdt", TRON_USDT],
    ["tether (TRC-20)", TRON_USDT],
    ["Tether trc20", TRON_USDT],
    ["USD Coin on Avalanche", AVAX_USDC],
    ["usdc erc20", USDC],
    ["USDC-ERC20", USDC],
    ["USDT-TRC20", TRON_USDT],
    ["usdt trc20", TRON_USDT],
    ["usdt.trc-20", TRON_USDT],
    ["ETH on Base", "BASE.ETH"],
    ["RUNE on THORChain", "THOR.RUNE"],
    ["BTC on the Bitcoin network", "BTC.BTC"],
    ["XRP on XRP Ledger", "XRP.XRP"],
    ["usdt bnb smart chain", "BSC.USDT-0X55D3"],
    ["THE on BSC", "BSC.THE-0XF4C8"],
    ["BASE (ERC-20)", "ETH.BASE-0X07150"],
    ["ripple", "XRP.XRP"],
    ["cosmos", "GAIA.ATOM"],
    ["atom cosmos", "GAIA.ATOM"],
    ["ether", "ETH.ETH"],
  ];
  const more = ["BSC.BNB", "BSC.USDT-0X55D3", "BSC.THE-0XF4C8", "ETH.BASE-0X07150"];
  const list = [...known, ...more.map((asset) => ({ asset, shortCode: null }))];
  for (const [written, want] of rows) {
    const all = more.includes(want) ? list : known;
    test(`${written} → ${want}`, () => expect(matchAsset(written, all, thorchain)).toBe(want));
  }
  test("what people call an asset, where a token bears it as its ticker, means both", () => {
    for (const [name, asset] of [
      ["cosmos", "GAIA.ATOM"],
      ["Ripple", "XRP.XRP"],
      ["ether", "ETH.ETH"],
    ] as const) {
      const token = `ETH.${name.toUpperCase()}-0XBAD`;
      expect(refusal(name, [...known, { asset: token, shortCode: null }]).candidates, name).toEqual(
        [token, asset],
      );
    }
  });
  test("a chain's name that a token bears as its ticker means both", () => {
    const token = "ETH.BITCOIN-0X72E4";
    const more = [...known, { asset: token, shortCode: null }];
    expect(
      filterAssets(
        "bitcoin",
        more.map((entry) => entry.asset),
        thorchain,
      ),
    ).toEqual(["BTC.BTC", token]);
    expect(() => matchAsset("Bitcoin", more, thorchain)).toThrow("Several assets of THORChain");
    expect(matchAsset("BTC", more, thorchain)).toBe("BTC.BTC");
  });
  test("an asset without a contract comes before a token that takes its name", () => {
    const list = listKnownAssets(thorchain, [{ asset: "ETH.ETH-0XFA4E" }, { asset: "ETH.ETH" }]);
    expect(matchAsset("eth.eth", list, thorchain)).toBe("ETH.ETH");
    expect(matchAsset("ETH/ETH", list, thorchain)).toBe("ETH/ETH");
  });
  test("pools that are named in small letters are found", () => {
    const list = listKnownAssets(thorchain, [{ asset: "eth.usdc-0xab" }, { asset: "thor.tcy" }]);
    expect(matchAsset("usdc", list, thorchain)).toBe("ETH.USDC-0XAB");
    expect(filterAssets("usdc", ["eth.usdc-0xab"], thorchain)).toEqual(["eth.usdc-0xab"]);
    expect(memoMatcher("tcy", list, thorchain)("THOR.TCY")).toBe(true);
  });
  test("CACAO is native on MAYAChain, and RUNE is a pool there with synths", () => {
    const maya = listKnownAssets(mayachain, [{ asset: "THOR.RUNE" }, { asset: "ARB.ETH" }]);
    expect(matchAsset("cacao", maya, mayachain)).toBe("MAYA.CACAO");
    expect(matchAsset("MAYA", maya, mayachain)).toBe("MAYA.CACAO");
    expect(matchAsset("rune", maya, mayachain)).toBe("THOR.RUNE");
    expect(matchAsset("THOR/RUNE", maya, mayachain)).toBe("THOR/RUNE");
    expect(matchAsset("ARB", maya, mayachain)).toBe("ARB.ETH");
    const token = "ARB.ARB-0X912CE59144191C1204E64559FE8253A0E49E6548";
    const both = [...maya, { asset: token, shortCode: null }];
    expect(refusal("ARB", both, mayachain).candidates).toEqual(["ARB.ETH", token]);
    expect(matchAsset("ARB.ARB", both, mayachain)).toBe(token);
  });
});

function refusal(written: string, list = known, preset = thorchain): InputError {
  try {
    matchAsset(written, list, preset);
  } catch (error) {
    return error as InputError;
  }
  throw new Error(`${written} was taken`);
}

test("every name that is shown can be typed: it is the asset, or one of the candidates", () => {
  const shown = known.filter(({ asset }) =>
    thorchain.chains.some(({ code }) => asset.startsWith(`${code}.`)),
  );
  expect(shown.length).toBeGreaterThan(10);
  for (const { asset } of shown)
    for (const name of [assetName(asset, thorchain), longAssetName(asset, thorchain)]) {
      const meant = filterAssets(
        name,
        known.map((one) => one.asset),
        thorchain,
      );
      expect(meant, name).toContain(asset);
      expect(new Set(meant.map(tickerOf)).size, name).toBe(1);
    }
});

test.describe("what is ambiguous lists what it may mean", () => {
  const rows: [string, string[]][] = [
    ["USDC", [USDC, AVAX_USDC]],
    ["usdt", [USDT, FAKE_USDT, TRON_USDT]],
    ["ETH.USDT", [USDT, FAKE_USDT]],
    ["ETH.USDT-0XDAC", [USDT, FAKE_USDT]],
    ["ETH~USDT", [USDT, FAKE_USDT].map((asset) => asset.replace(".", "~"))],
    ["tether", [USDT, FAKE_USDT, TRON_USDT]],
    ["USDT on Ethereum", [USDT, FAKE_USDT]],
    ["THOR", ["THOR.RUNE", "ETH.THOR-0XA5F2211B9B8170F694421F2046281775E8468044"]],
  ];
  for (const [written, candidates] of rows) {
    test(written, () => {
      expect(refusal(written)).toMatchObject({
        name: "InputError",
        code: "ambiguous_asset",
        candidates,
      });
      expect(refusal(written).hint).toContain("Several assets of THORChain have this name.");
    });
  }
  test("all of them in their order; of more than ten the first ten, and that there are more", () => {
    const codes = [
      "ETH",
      "AVAX",
      "BASE",
      "BSC",
      "POL",
      "TRON",
      "SOL",
      "ARB",
      "GAIA",
      "XRD",
      "ZZZ8",
      "ZZZ9",
    ];
    const many = codes.map((chain) => ({ asset: `${chain}.DAI-0X1` }));
    const named = many.map((pool) => pool.asset);
    const ten = refusal("DAI", listKnownAssets(thorchain, many.slice(0, 10)));
    expect(ten.candidates).toEqual(named.slice(0, 10));
    expect(ten.hint).not.toMatch(/ of \d/);
    const cut = refusal("DAI", listKnownAssets(thorchain, many));
    expect(cut.candidates).toEqual(named.slice(0, 10));
    expect(cut.hint).toMatch(/ The candidates are 10 of 12\.$/);
  });
});

test.describe("what is unknown lists what is nearest", () => {
  const rows: [string, string | undefined][] = [
    ["USDCC", USDC],
    ["ETH.USDX", USDC],
    ["bitcoi", "BTC.BTC"],
    ["BTX.BTC", "BTC.BTC"],
    ["bitcoim", "BTC.BTC"],
    ["TC", "THOR.TCY"],
    ["SOL", "AVAX.SOL-0XFE6B19286885A4F7F55ADAD09C3CD1F906D2478F"], // the chain's gas asset has no pool
    ["b", "BTC.BTC"], // short codes are for memos
    ["ETH.USDC-0XFFFF", USDC], // the contract is no part of the likeness
    ["usdc-0xffff", USDC],
    ["EHT", "ETH.ETH"], // two neighbours swapped
    ["THOR/RUNE", "THOR.RUNE"],
    ["", undefined],
    ["XRQ", "XRP.XRP"],
    ["XRD", undefined], // a chain of MAYAChain
    ["xrd.xrd", undefined],
    ["radix", undefined],
    ["SOL on Solana", undefined], // its token on Avalanche is another asset
    ["usdc on Bitcoin", undefined],
    ["usdt usdc", undefined],
    ["usdt smart chain", undefined],
    ["ETH on THORChain", undefined], // THOR on Ethereum is another asset
    ["ETH THOR", undefined],
    ["THOR ETH", undefined],
    ["AVAX (SPL)", undefined],
    ["BASE on Ethereum", undefined],
    ["BSC on ETH", undefined],
    ["BTC on TRON", undefined],
    ["THE (BEP20)", undefined],
    ["USDT not on TRON", undefined],
    ["erc20", "ETH.THOR-0XA5F2211B9B8170F694421F2046281775E8468044"], // a standard names no token
    ["TRC-20", TRON_USDT],
    ["BEP20", "BSC.ETH-0X2170ED0880AC9A755FD29B2688956BD959F933F8"],
    ["zzz", undefined],
    ["ZZZ.ZZZ", undefined],
    ["-USDC", undefined],
    ["BTC.BTC;DROP", undefined],
    ["USD\u0421", undefined], // a Cyrillic letter
    ["b\u0131tcoin", undefined], // dotless i, which capitals would turn into I
    ["u\u017fdc", undefined], // long s, which capitals would turn into S
    ["x".repeat(121), undefined],
  ];
  for (const [written, nearest] of rows) {
    test(JSON.stringify(written.slice(0, 20)), () => {
      const error = refusal(written);
      expect(error).toMatchObject({ name: "InputError", code: "invalid_asset" });
      expect(error.candidates[0]).toBe(nearest);
      expect(error.candidates.length).toBeLessThanOrEqual(5);
      expect(new Set(error.candidates).size).toBe(error.candidates.length);
      const [meant = "", ...more] = error.candidates;
      const help = nearest
        ? `Did you mean ${more.length > 0 ? "one of these" : longAssetName(meant, thorchain)}?`
        : "Write CHAIN.SYMBOL (for example BTC.BTC), or a name of list_pools: none is like this one.";
      expect(error.hint).toBe(`THORChain has no asset of this name. ${help}`);
    });
  }
  test("of a standard with more tokens than are named, the error says how many there are", () => {
    const many = listKnownAssets(
      thorchain,
      ["A", "B", "C", "D", "E", "F"].map((ticker) => ({
        asset: `ETH.${ticker}-0X${ticker.repeat(4)}`,
      })),
    );
    const { hint, candidates } = refusal("ERC-20", many);
    expect(candidates.map((asset) => asset.slice(0, 5))).toEqual([
      "ETH.A",
      "ETH.B",
      "ETH.C",
      "ETH.D",
      "ETH.E",
    ]);
    expect(hint).toBe(
      "THORChain has no asset of this name. Did you mean one of these? They are the deepest 5 of 6 tokens.",
    );
  });
  const never = [
    "ETH.",
    "ETH.USDC-",
    "-USDC",
    "ETH.-0XA0",
    ".",
    "ETH.USDC-…",
    "ETH.USDC-A…0…8",
    "ETH.USDC-0XA0…0000",
    "ETH.USDC-0000…EB48",
    "ETH.ETH-0",
    "THOR~TCY",
  ];
  for (const written of never)
    test(`${written} is no match`, () => expect(refusal(written).code).toBe("invalid_asset"));
  test("the longest text that is looked at has 120 characters", () => {
    const long = `ETH.USDC-${"X".repeat(111)}`;
    expect(refusal(long).candidates).toContain(USDC);
    expect(refusal(`${long}X`).candidates).toEqual([]);
  });
  test("only what is like it, nearest first, then in the order that is known", () => {
    expect(refusal("ETH.USDX").candidates).toEqual([USDC, USDT, FAKE_USDT, AVAX_USDC, TRON_USDT]);
    expect(refusal("bitcoim").candidates).toEqual(["BTC.BTC"]);
    expect(refusal("TC").candidates).toEqual(["THOR.TCY"]);
  });
});

test.describe("the filter of pools", () => {
  const pools = [USDC, "BTC.BTC", AVAX_USDC, "ETH.ETH", "BASE.ETH"];
  const rows: [string, string[]][] = [
    ["USDC", [USDC, AVAX_USDC]],
    ["eth.usdc", [USDC]],
    ["ETH", ["ETH.ETH"]],
    ["BTC", ["BTC.BTC"]],
    ["ETH/USDC", [USDC]],
    ["DOGE", []],
    ["???", []],
  ];
  for (const [written, want] of rows) {
    test(`${written} keeps ${want.length}`, () =>
      expect(filterAssets(written, pools, thorchain)).toEqual(want));
  }
});

test.describe("the target field of a memo", () => {
  const rows: [string, string, boolean][] = [
    ["b", "BTC.BTC", true],
    ["B", "BTC.BTC", true],
    ["r", "THOR.RUNE", true],
    ["tr", "TRON.TRX", true],
    ["RUNE", "THOR.RUNE", true],
    ["tcy", "THOR.TCY", true],
    ["ETH.USDT", USDT, true],
    ["eth.usdt", USDT, true],
    ["ETH.USDT-EC7", USDT, true],
    ["ETH.USDT-0XDAC", USDT, false], // memos shorten a contract from the front
    ["ETH.USDT", TRON_USDT, false],
    ["ETH.USDT", USDC, false],
    ["ETH/USDT", USDT, false],
    ["ETH.ETH-EC7", "ETH.ETH", false],
    ["ETH.ETH", "ETH.ETH", true],
    ["q", "BTC.BTC", false],
    ["BTC.BTC", "nonsense", false],
    ["", "THOR.RUNE", false],
  ];
  for (const [written, asset, want] of rows) {
    test(`${written || "(blank)"} means ${asset}: ${want}`, () => {
      expect(memoMatcher(written, known, thorchain)(asset)).toBe(want);
    });
  }
  test("a short code of two pools means neither", () => {
    const shortCodes = { "BTC.BTC": "b", "BCH.BCH": "B" };
    const twice = listKnownAssets({ ...thorchain, shortCodes }, [
      { asset: "BTC.BTC" },
      { asset: "BCH.BCH" },
    ]);
    expect(memoMatcher("b", twice, thorchain)("BTC.BTC")).toBe(false);
  });
  test("its chain is the one that pays out, and none where it is not known", () => {
    expect(memoChain("b", known, thorchain)).toBe("BTC");
    expect(memoChain("ETH~ETH", known, thorchain)).toBe("THOR");
    expect(memoChain("rune", known, thorchain)).toBe("THOR");
    expect(memoChain("q", known, thorchain)).toBeNull();
  });
});

test("a full name in any case always means itself, and any answer is a known asset", () => {
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.func(fc.boolean()), (entry, isLower) => {
      const written = [...entry.asset]
        .map((char, index) => (isLower(index) ? char.toLowerCase() : char))
        .join("");
      expect(matchAsset(written, known, thorchain)).toBe(entry.asset);
    }),
  );
  const loose = fc.string({ unit: fc.constantFrom(..."ETHBASUDC.-/~0X8…"), maxLength: 14 });
  fc.assert(
    fc.property(loose, (written) => {
      try {
        const layer1 = layer1Asset(matchAsset(written, known, thorchain));
        expect(known.map((entry) => entry.asset)).toContain(layer1);
      } catch (error) {
        expect((error as InputError).name).toBe("InputError");
      }
    }),
  );
});
