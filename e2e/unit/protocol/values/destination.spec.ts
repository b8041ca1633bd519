// A receiving address is refused by its form before any node is asked, and each chain's own addresses are not.
import { expect, test } from "@playwright/test";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import {
  checkDestinationForm,
  isPaidAs,
  isSameAddress,
  parseDestination,
} from "../../../../lib/protocol/values/destination.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { data, good, hex } from "../../../fixtures/chain-examples.ts";
import { withInventedChain } from "../../../support/invented-chain.ts";

const { thorchain, mayachain } = presets;
const isOf = (chain: string) => thorchain.chains.some(({ code }) => code === chain);
const networkOf = (chain: string) => (isOf(chain) ? thorchain : mayachain);
const isForm = (address: string, chain: string, preset = networkOf(chain)) => {
  try {
    checkDestinationForm(address, chain, preset);
    return true;
  } catch (error) {
    if (error instanceof InputError && error.code === "invalid_destination") return false;
    throw error;
  }
};

test("each chain takes its own addresses, and none of a chain that is written otherwise", () => {
  const codes = [...thorchain.chains, ...mayachain.chains].map(({ code }) => code);
  expect(Object.keys(good).sort()).toEqual([...new Set(codes)].sort());
  const all = Object.entries(good).flatMap(([chain, addresses]) =>
    addresses.map((address) => ({ chain, address })),
  );
  const asAsked = (address: string) =>
    /^(?:BC|THOR)1/.test(address) ? address.toLowerCase() : address;
  const isRefused = (address: string, chain: string) =>
    parseDestination(address) !== asAsked(address) || !isForm(address, chain);
  const refused = all.filter(({ chain, address }) => isRefused(address, chain));
  expect(refused).toEqual([]);
  const broken = all.flatMap(({ chain, address }) =>
    [address.slice(0, -21), `${address}${"x".repeat(60)}`, address.replace(/.{6}$/, "O0Il!!")].map(
      (text) => ({
        chain,
        text,
      }),
    ),
  );
  const taken = broken.filter(
    ({ chain, text }) => isForm(text, chain) && !/^[a-z0-9+_-]{1,30}$/.test(text),
  );
  expect(taken).toEqual([]);
  const strangers: [chain: string, address: string][] = [
    ["ETH", good.BTC?.[0] as string],
    ["ETH", `${hex}0`],
    ["ETH", hex.replace("0x", "")],
    ["BTC", hex],
    ["BTC", good.LTC?.[0] as string],
    ["BTC", "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlH"],
    ["THOR", good.GAIA?.[0] as string],
    ["THOR", good.MAYA?.[0] as string],
    ["TRON", good.XRP?.[0] as string],
    // Shielded receivers, which the network cannot pay.
    ["LTC", `ltcmweb1${data(118)}`],
    ["ZEC", `zs1${data(75)}`],
    ["XRP", good.TRON?.[0] as string],
  ];
  for (const [chain, address] of strangers)
    expect(isForm(address, chain), `${chain} ${address}`).toBe(false);
});

test("an XRP address with a destination tag is refused, since no memo can carry the tag", () => {
  const [address = ""] = good.XRP ?? [];
  const packed = "X7gJ5YK8abHf2eTPWPFHAAot8Knck11QGqmQ7a6a3Z8PJvk";
  for (const written of [`${address}:12345`, `${address}?dt=12345`, packed])
    expect(() => parseDestination(written), written).toThrow(/has a destination tag/);
  expect(parseDestination(address)).toBe(address);
});

test("an address of which a letter was changed is refused where nodes take it", () => {
  // The examples of EIP-55, and the contract of USDT on TRON.
  const [eth, tron] = [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  ] as const;
  const whole: readonly [chain: string, address: string][] = [
    ["ETH", eth],
    ["BASE", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
    ["ARB", "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"],
    ["AVAX", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"],
    ["ETH", "0x52908400098527886E0F7030069857D2E4169EE7"],
    ["ETH", "0xde709f2102306220921060314715629080e2fb77"],
    ["TRON", tron],
  ];
  for (const [chain, address] of whole)
    expect(isForm(address, chain, networkOf(chain)), address).toBe(true);
  const hintOf = (address: string, chain: string) => {
    try {
      checkDestinationForm(address, chain, networkOf(chain), "refund_address");
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return [error.code, error.argument, error.hint];
    }
    return null;
  };
  for (const [chain, address] of [
    ["ETH", eth.replace("5aAe", "5aAf")],
    ["ETH", eth.replace("5aAe", "5AAe")],
    ["TRON", tron.replace("R7N", "R7M")],
  ] as const) {
    expect(hintOf(address, chain)).toEqual([
      "invalid_refund_address",
      "refund_address",
      "The refund address is mistyped: its letters do not fit its checksum. Copy it again from the wallet.",
    ]);
  }
  expect(
    hintOf(eth.replace("5aAe", "5aAf").toLowerCase(), "ETH"),
    "without capitals there is no checksum",
  ).toBeNull();
  expect(
    hintOf(
      eth.replace(/[a-f]/gi, (digit) => digit.toUpperCase()),
      "ETH",
    ),
    "in capitals there is none",
  ).toBeNull();
  expect(hintOf(`T${"z".repeat(33)}`, "TRON")?.[0]).toBe("invalid_refund_address");
});

test("a checksum of base58 is found in short numbers too, and in none that are too long", () => {
  const preset = withInventedChain(thorchain, {
    checksum: "base58check",
    addressForm: /^[1-9A-Za-z]+$/,
  });
  const whole = good.BTC?.[3] as string;
  expect(isForm(whole, "ZZZ9", preset)).toBe(true);
  expect(isForm(whole.replace("BvB", "BvC"), "ZZZ9", preset)).toBe(false);
  for (const length of [35, 36, 37, 38, 39, 40])
    expect(isForm("Z".repeat(length), "ZZZ9", preset)).toBe(false);
});

test("a refusal names the argument and what to do", () => {
  const errorOf = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { code, argument, hint, candidates } = error;
      return { code, argument, hint, candidates };
    }
  };
  const characters =
    "is one address of at most 128 characters: no spaces, and none of : / | & ? #.";
  const stranger = "is not an address of Ethereum. Ask with an address of that chain.";
  const [bitcoin] = good.BTC as readonly [string];
  for (const [given, argument, address] of [
    [undefined, "destination", "The receiving address"],
    ["destination", "destination", "The receiving address"],
    ["refund_address", "refund_address", "The refund address"],
  ] as const) {
    const refused = { code: `invalid_${argument}`, argument, candidates: [] };
    expect(errorOf(() => parseDestination("a b", given))).toEqual({
      ...refused,
      hint: `${address} ${characters}`,
    });
    expect(errorOf(() => checkDestinationForm(bitcoin, "ETH", thorchain, given))).toEqual({
      ...refused,
      hint: `${address} ${stranger}`,
    });
  }
});

test("an address that Bitcoin writes alike is refused for another chain, which would pay to it", () => {
  const [, , , plain = "", script = ""] = good.BTC ?? [];
  for (const [chain, address, own] of [
    ["BCH", plain, "Bitcoin Cash that begins with q or p"],
    ["BCH", script, "Bitcoin Cash that begins with q or p"],
    ["LTC", script, "Litecoin that begins with ltc1, L or M"],
  ] as const) {
    for (const argument of ["destination", "refund_address"] as const) {
      expect(
        () => checkDestinationForm(address, chain, thorchain, argument),
        `${chain} ${address}`,
      ).toThrow(
        expect.objectContaining({
          code: `invalid_${argument}`,
          hint: expect.stringContaining(own),
        }),
      );
    }
  }
});

test("names are taken, in small letters and of 30 characters", () => {
  for (const name of ["odin", "sample-eth-recipient", "a+b_c-d", "odin.thor", "x".repeat(30)])
    expect(isForm(name, "ETH"), name).toBe(true);
  for (const name of ["Odin", "x".repeat(31), ".odin", "odin.", "odin..thor", "ödin", "a*b"])
    expect(isForm(name, "ETH"), name).toBe(false);
});

test("what divides a memo or a query, or cannot be seen, is no part of an address", () => {
  const parts = [
    ":",
    "|",
    "/",
    "&",
    "?",
    "#",
    " ",
    "\t",
    "\n",
    "\r",
    "\0",
    "\u00a0",
    "\u202e",
    "\u200b",
    "é",
    "\u007f",
  ];
  for (const part of parts)
    for (const text of [`${hex}${part}`, `${part}${hex}`, `odin${part}thief`])
      expect(() => parseDestination(text), JSON.stringify(text)).toThrow(InputError);
  for (const text of ["", "x".repeat(129)])
    expect(() => parseDestination(text)).toThrow(InputError);
  expect(parseDestination("x".repeat(128))).toHaveLength(128);
});

test("a cash address goes without its prefix", () => {
  const [cash] = good.BCH as readonly [string];
  expect(parseDestination(`bitcoincash:${cash}`)).toBe(cash);
  expect(() => parseDestination(`bitcoincash:${cash}:x`)).toThrow(InputError);
  expect(() => parseDestination(`xbitcoincash:${cash}`)).toThrow(InputError);
});

test("bech32 and cash addresses in capitals are asked in small letters, which is all that a node signs a payout to", () => {
  const [bech32 = "", cash = ""] = [good.BTC?.[0], good.BCH?.[0]];
  const rows: [chain: string, written: string, asked: string][] = [
    ["BTC", bech32.toUpperCase(), bech32],
    ["BCH", `BITCOINCASH:${cash.toUpperCase()}`, cash],
    ["ADA", good.ADA?.[0]?.toUpperCase() ?? "", good.ADA?.[0] ?? ""],
  ];
  for (const [chain, written, asked] of rows) {
    expect(parseDestination(written, "refund_address")).toBe(asked);
    expect(parseDestination(written)).toBe(asked);
    expect(isForm(asked, chain), asked).toBe(true);
  }
  // The capitals of 0x are a checksum, base58 has both cases, and no name becomes another.
  for (const same of [
    hex.toUpperCase(),
    bech32.replace("bc1q", "bc1Q"),
    good.BTC?.[3] ?? "",
    `BOB1${"Q".repeat(26)}`,
  ])
    expect(parseDestination(same)).toBe(same);
});

test("a row is enough for a new chain, and a chain without one is not refused", () => {
  const preset = withInventedChain(thorchain);
  expect(isForm(`zzz1${"Q".repeat(40)}`, "ZZZ9", preset)).toBe(false);
  expect(isForm(`zzz1${"q".repeat(40)}`, "ZZZ9", preset)).toBe(true);
  expect(isForm("Whatever", "NEW", preset)).toBe(true);
});

test("addresses are compared exactly but for the case of 0x, bech32 and cash addresses, and a prefix that may be left out", () => {
  const hex = "0xDE57000000000000000000000000000000000000";
  const bech32 = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
  const base58 = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT";
  const cash = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
  const rows: [a: string, b: string, isSame: boolean][] = [
    [hex, hex.toLowerCase(), true],
    ["0xabc", "0xabd", false],
    [bech32, bech32.toUpperCase(), true],
    [bech32, bech32.replace("bc1qx", "bc1qX"), false],
    [base58, base58, true],
    [base58, base58.toLowerCase(), false],
    [cash, `bitcoincash:${cash}`, true],
    [`BITCOINCASH:${cash.toUpperCase()}`, `bitcoincash:${cash}`, true],
    [`x${cash}`, `xbitcoincash:${cash}`, false],
    [base58, `1${base58}`, false],
    [cash, `${cash.slice(0, -1)}q`, false],
    [cash, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", false],
    ["Alice", "alice", false],
    // What only holds, begins or ends like one of these forms is compared exactly.
    ["ALICE", "alice", false],
    ["T0xABC", "T0xabc", false],
    ["0xABCz", "0xabcz", false],
    [`9${bech32}`, `9${bech32.toUpperCase()}`, false],
    [`${bech32}b`, `${bech32.toUpperCase()}B`, false],
    [`thor1${data(38)}`, `THOR1${data(38).toUpperCase()}`, true],
    [`0${cash}`, `0${cash.toUpperCase()}`, false],
    [`${cash}q`, `${cash.toUpperCase()}Q`, false],
    [`account_rdx1${data(54)}`, data(54), true],
    [`ACCOUNT_RDX1${data(54).toUpperCase()}`, data(54), true],
    [`account_rdx1${data(53)}`, data(53), false],
    [`component_rdx1${data(54)}`, data(54), false],
  ];
  for (const [a, b, isSame] of rows) expect(isSameAddress(a, b), `${a} ${b}`).toBe(isSame);
});

test("a payout to a cash address is one to the old form of it", () => {
  const cash = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
  // The examples of the CashAddr specification.
  const rows: [asked: string, paid: string, isPaid: boolean][] = [
    [cash, `bitcoincash:${cash}`, true],
    ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", cash, true],
    ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", `bitcoincash:${cash}`, true],
    ["3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC", "ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq", true],
    ["3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC", cash, false],
    ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv", cash, false],
    ["1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR", cash, false],
    [cash, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", false],
  ];
  for (const [asked, paid, isPaid] of rows)
    expect(isPaidAs(asked, paid), `${asked} ${paid}`).toBe(isPaid);
});
