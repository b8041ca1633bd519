// The sign: one word and one headline for the worst of what could touch somebody who sends now.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { warningCodes } from "../../../../lib/protocol/model/envelope.ts";
import { signSentence } from "../../../../lib/protocol/model/network-status.ts";
import type {
  ChainJudgement,
  Judgement,
  ScheduledHalt,
} from "../../../../lib/protocol/model/verdicts.ts";
import { withCode } from "../../../../lib/protocol/model/verdicts.ts";
import { clockReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { payoutsHalted } from "../../../../lib/protocol/safety/sentences.ts";
import type { NetworkFacts } from "../../../../lib/protocol/safety/sign.ts";
import {
  findServedChains,
  networkSign,
  networkWarnings,
  signState,
} from "../../../../lib/protocol/safety/sign.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { chainHalt, liquidityPause, signingHalt, tradingHalt } from "../../../support/halt-key.ts";

const NOW_MS = Date.parse("2026-11-20T06:41:00Z");
const open: Judgement = { verdict: "open", haltedBy: [], reason: null };
const halted: Judgement = { verdict: "halted", haltedBy: ["X"], reason: null };
const late = clockReasons.late(42);
const repeated: Judgement = { ...halted, reason: late };
const unchecked: Judgement = {
  verdict: "unknown",
  haltedBy: [],
  reason: withCode("unreadable")("no row"),
};
const disputed: Judgement = {
  verdict: "unknown",
  haltedBy: [],
  reason: withCode("providers_disagree")("address"),
};

const chain = (code: string, changes: Partial<ChainJudgement> = {}): ChainJudgement => {
  const { trading = open } = changes;
  return {
    chain: code,
    trading,
    deposits: trading,
    signing: open,
    liquidity: open,
    scheduled: [],
    ...changes,
  };
};
const halt = (parameter: string, minutes: number | null): ScheduledHalt => ({
  parameter,
  value: 1,
  height: 28_140_000 + (minutes ?? 0),
  estimatedTimeMs: minutes === null ? null : NOW_MS + minutes * 60_000,
});
const facts = (
  chains: readonly ChainJudgement[],
  changes: Partial<NetworkFacts> = {},
): NetworkFacts => ({
  network: open,
  chains,
  assetHalts: { assets: [], halted: [], scheduled: [] },
  isPartsPaused: false,
  payoutEnd: { afterSeconds: "never", isSwappedBack: true },
  preset: presets.thorchain,
  nowMs: NOW_MS,
  ...changes,
});
const assets = ["BTC.BTC", "ETH.USDC-0XA0B8", "THOR.TCY"];
const assetHalts = (
  halted: readonly string[],
  scheduled: readonly ScheduledHalt[] = [],
  disputed: readonly string[] = [],
) => ({ assetHalts: { assets, halted, disputed, scheduled } });
const many = ["BTC", "ETH", "LTC", "BCH", "AVAX", "BSC", "XRP", "TRON"];

const [btcHalted, btcDisputed] = [assetHalts(["BTC.BTC"]), assetHalts([], [], ["BTC.BTC"])];
const twoHalted = assetHalts(["ETH.USDC-0XA0B8", "THOR.TCY"]);
const disputedBtc = chain("BTC", { trading: disputed });
const DOGE_SOON = "halts_soon: Halts soon: Dogecoin in 20 minutes (07:01 UTC)";
const partsDisputed = { isPartsDisputed: true };
const both = [chain("BTC"), chain("ETH")];
const haltedChain = (code: string) => chain(code, { trading: halted });
const haltedLtc = haltedChain("LTC");
const haltingDoge = chain("DOGE", { scheduled: [halt(tradingHalt("DOGE"), 20)] });
const uncheckedSol = chain("SOL", { trading: unchecked });
const pausedBtc = chain("BTC", { liquidity: halted, scheduled: [halt(liquidityPause("BTC"), 5)] });
const signingLater = (code: string, ...more: readonly ScheduledHalt[]) =>
  chain(code, { scheduled: [halt("HALTSIGNING", 90), ...more] });

type Row = readonly [
  name: string,
  chains: NetworkFacts["chains"],
  sign: string,
  more?: Partial<NetworkFacts>,
];
const rows: readonly Row[] = [
  ["all open", both, "open: The network is open"],
  ["one open chain alone", [chain("ETH")], "open: Ethereum is open"],
  ["all halted", [chain("BTC")], "halted: Halted. Do not send.", { network: halted }],
  [
    "halted before",
    [chain("BTC")],
    "halted: Halted when last read. Do not send.",
    { network: repeated },
  ],
  ["not checked", [chain("BTC")], "not_checked: Not checked. Do not send.", { network: unchecked }],
  ["disputed", [], "sources_disagree: Sources disagree. Do not send.", { network: disputed }],
  ["a chain halted", [chain("BTC"), haltedLtc], "partly_halted: Litecoin is halted"],
  ["one chain alone", [haltedLtc], "halted: Litecoin is halted. Do not send."],
  [
    "one chain alone, halted before",
    [chain("LTC", { trading: repeated })],
    "halted: Litecoin was halted when last read. Do not send.",
    { network: unchecked },
  ],
  [
    "three chains halted",
    [chain("BTC"), ...many.slice(1, 4).map(haltedChain)],
    "partly_halted: 3 chains are halted",
  ],
  [
    "payouts",
    [chain("BTC"), chain("ETH", { signing: halted })],
    "payouts_wait: Payouts wait on Ethereum",
  ],
  [
    "all payouts",
    many.map((code) => chain(code, { signing: halted })),
    "payouts_wait: Payouts wait on every chain",
  ],
  [
    "payouts of one chain alone",
    [chain("ETH", { signing: halted })],
    "payouts_wait: Payouts wait on Ethereum",
  ],
  ["an asset disputed", both, "sources_disagree: Sources disagree on swaps of BTC", btcDisputed],
  [
    "parts disputed",
    both,
    "sources_disagree: Sources disagree on swaps of several parts",
    partsDisputed,
  ],
  [
    "halted chains whose payouts wait as well",
    [chain("BTC"), chain("LTC", { trading: halted, signing: halted })],
    "partly_halted: Litecoin is halted",
  ],
  [
    "a chain disputed",
    [disputedBtc, chain("ETH")],
    "sources_disagree: Sources disagree on Bitcoin",
  ],
  ["a chain unread", [chain("BTC"), uncheckedSol], "not_checked: Solana is not checked"],
  [
    "payouts unread",
    [chain("BTC"), chain("SOL", { signing: unchecked })],
    "not_checked: Solana is not checked",
  ],
  ["a halt in 20 minutes", [chain("BTC"), haltingDoge], DOGE_SOON],
  [
    "the soonest of two halts",
    [signingLater("BTC"), signingLater("ETH", halt(chainHalt("ETH"), 50))],
    "halts_soon: Halts soon: Ethereum in 50 minutes (07:31 UTC)",
  ],
  [
    "payouts halt",
    [signingLater("BTC"), chain("ETH")],
    "halts_soon: Halts soon: payouts on every chain in 90 minutes (08:11 UTC)",
  ],
  [
    "a halt in two days",
    [chain("BTC", { scheduled: [halt(tradingHalt("BTC"), 2_880)] })],
    "open: Bitcoin is open",
  ],
  [
    "a halt without a time",
    [chain("BTC", { scheduled: [halt(tradingHalt("BTC"), null)] })],
    "open: Bitcoin is open",
  ],
  ["a pause of liquidity, now and later", [pausedBtc], "open: Bitcoin is open"],
  [
    "parts wait",
    [chain("BTC")],
    "swaps_wait: Swaps of several parts wait",
    { isPartsPaused: true },
  ],
  ["an asset halted", both, "partly_halted: Swaps of BTC are halted", btcHalted],
  ["two halted assets", both, "partly_halted: Swaps of 2 assets are halted", twoHalted],
  [
    "and an asset of another chain",
    [chain("BTC"), haltedLtc],
    "partly_halted: Litecoin is halted",
    btcHalted,
  ],
  [
    "an asset halts in 20 minutes",
    [chain("BTC")],
    "halts_soon: Halts soon: swaps of TCY in 20 minutes (07:01 UTC)",
    assetHalts([], [halt(tradingHalt("TCY"), 20)]),
  ],
  [
    "a halt is worse than anything else",
    [chain("BTC", { signing: halted }), chain("SOL", { trading: disputed }), haltedLtc],
    "partly_halted: Litecoin is halted",
  ],
  ["a chain unread, and a halt to come", [uncheckedSol, haltingDoge], DOGE_SOON],
];
for (const [name, chains, told, more] of rows)
  test(`${name}, ${told}`, () => {
    const { lines, ...sign } = networkSign(facts(chains, more));
    const { state, word, headline, ...rest } = sign;
    expect([`${state}: ${headline}`, rest]).toEqual([told, {}]);
    expect(signSentence(sign)).toBe(`${headline}${headline.endsWith(".") ? "" : "."}`);
    expect(
      [word, `${word}. Do not send.`],
      "the word is the headline without what not to do",
    ).toContain(headline);
    expect(word.endsWith("."), word).toBe(false);
    expect(lines?.length === 0, "no line where all is open").toBe(
      state === "open" && chains.length > 1,
    );
  });

test("a chain that the network does not list is left out of the sign, but not while it has a pool or pools are unread", () => {
  const absent: Judgement = {
    verdict: "unknown",
    haltedBy: [],
    reason: withCode("not_listed")("not listed"),
  };
  const chains = [
    chain("BTC"),
    chain("ETH", { trading: unchecked }),
    chain("SOL", { trading: absent }),
  ];
  const served = (pools: readonly string[] | null) =>
    findServedChains(chains, pools?.map((asset) => ({ asset })) ?? null).map((one) => one.chain);
  expect(served(["BTC.BTC", "ETH.ETH"])).toEqual(["BTC", "ETH"]);
  expect(served([])).toEqual(["BTC", "ETH"]);
  expect(served(["BTC.BTC", "SOL.SOL"])).toEqual(["BTC", "ETH", "SOL"]);
  expect(served(null)).toEqual(["BTC", "ETH", "SOL"]);
  expect(networkSign(facts([chain("BTC"), chain("SOL", { trading: absent })])).headline).toBe(
    "Solana is not checked",
  );
});

test("each warning names its chains, the worst first", () => {
  const given = facts(
    [
      uncheckedSol,
      haltingDoge,
      chain("BTC", { signing: halted }),
      chain("GAIA", { trading: disputed }),
      ...many.slice(1).map(haltedChain),
    ],
    { isPartsPaused: true },
  );
  expect(networkWarnings(given).map(({ code, text }) => `${code}: ${text}`)).toEqual([
    "halted: Do not swap from or to Ethereum, Litecoin, Bitcoin Cash, Avalanche, BNB Smart Chain, XRP Ledger and 1 more. Trading there is halted.",
    "sources_disagree: Do not swap from or to Cosmos Hub. Our sources disagree there.",
    `signing_halted: ${payoutsHalted("Bitcoin")} They wait with no end date.`,
    "parts_wait: Swaps of several parts wait with no end date. A swap in one part runs.",
    "halt_scheduled: Trading on Dogecoin halts in 20 minutes (07:01 UTC). What is not swapped before such a halt waits, is refunded or is rejected.",
    "not_checked: Do not swap from or to Solana. Trading or payouts there are not checked.",
  ]);
});

test("warnings about assets and parts name what is halted, and what is only said by one source", () => {
  const warned = (changes: Partial<NetworkFacts>) =>
    networkWarnings(facts([chain("BTC"), chain("ETH")], changes)).map(
      ({ code, text }) => `${code}: ${text}`,
    );
  expect(warned(assetHalts(["BTC.BTC"]))).toEqual([
    "halted: Do not swap from or to BTC. Swaps of it are halted.",
  ]);
  expect(warned(assetHalts(["BTC.BTC", "THOR.TCY"], [], ["ETH.USDC-0XA0B8"]))).toEqual([
    "halted: Do not swap from or to BTC and TCY on THORChain. Swaps of them are halted.",
    "sources_disagree: Do not swap from or to USDC on Ethereum. Our sources disagree there.",
  ]);
  expect(warned({ isPartsDisputed: true })).toEqual([
    "sources_disagree: Do not swap in several parts. One of our sources says that such swaps wait, and another says that they run.",
  ]);
  const six = many.slice(0, 6).map(haltedChain);
  expect(networkWarnings(facts([...six, chain("TRON")]))[0]?.text).toBe(
    "Do not swap from or to Bitcoin, Ethereum, Litecoin, Bitcoin Cash, Avalanche and BNB Smart Chain. Trading there is halted.",
  );
});

const judgement = fc.constantFrom(open, open, open, halted, repeated, unchecked, disputed);
const scheduled = fc.array(
  fc.record({
    parameter: fc.constantFrom(
      "HALTTRADING",
      tradingHalt("BTC"),
      signingHalt("BTC"),
      liquidityPause("BTC"),
      "NA",
    ),
    minutes: fc.integer({ min: -5, max: 3_000 }),
  }),
  { maxLength: 2 },
);
const anyChain = fc
  .record({
    code: fc.constantFrom("BTC", "ETH", "NEW"),
    trading: judgement,
    signing: judgement,
    liquidity: judgement,
    scheduled,
  })
  .map(({ code, scheduled: halts, ...rest }) =>
    chain(code, {
      ...rest,
      deposits: rest.trading,
      scheduled: halts.map((one) => halt(one.parameter, one.minutes)),
    }),
  );
const anyFacts = fc
  .record({
    network: judgement,
    chains: fc.array(anyChain, { minLength: 1, maxLength: 4 }),
    isPartsPaused: fc.boolean(),
    assetHalts: fc.record({
      assets: fc.constant(assets),
      halted: fc.subarray(assets, { maxLength: 3 }),
      scheduled: fc.array(
        fc.integer({ min: -5, max: 3_000 }).map((minutes) => halt(tradingHalt("TCY"), minutes)),
        { maxLength: 1 },
      ),
    }),
  })
  .map(({ chains, ...rest }) => facts(chains, rest));

test("it is green only where every chain swaps and pays out, and no halt of either comes within a day", () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const { state } = networkSign(given);
      const isSafe =
        given.network.verdict === "open" &&
        !given.isPartsPaused &&
        given.assetHalts.halted.length === 0 &&
        given.assetHalts.scheduled.every(
          ({ estimatedTimeMs }) => (estimatedTimeMs ?? 0) > NOW_MS + 86_400_000,
        ) &&
        given.chains.every(
          (one) =>
            one.trading.verdict === "open" &&
            one.signing.verdict === "open" &&
            !one.scheduled.some(
              ({ parameter, estimatedTimeMs }) =>
                ![liquidityPause("BTC"), "NA"].includes(parameter) &&
                (one.chain === "BTC" || parameter === "HALTTRADING") &&
                (estimatedTimeMs ?? 0) <= NOW_MS + 86_400_000,
            ),
        );
      return (state === "open") === isSafe;
    }),
    { numRuns: 2_000 },
  );
});

test("a headline has at most 66 characters, names no parameter, and is of its state", () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const { state, headline } = networkSign(given);
      expect(headline.length, headline).toBeLessThanOrEqual(66);
      expect(headline).not.toMatch(/HALT|PAUSE|_/);
      const [only, ...others] = given.chains;
      const isHaltOfOne = others.length === 0 && only?.trading.verdict === "halted";
      expect(state).toBe(isHaltOfOne ? "halted" : signState(given.network, networkWarnings(given)));
    }),
  );
});

test("of any reading: no warning that touches a send leaves it green, and the others change nothing", () => {
  for (const code of warningCodes) {
    const harmless = ["sample", "one_source", "outvoted"].includes(code);
    expect(signState(open, [{ code }]) === "open", code).toBe(harmless);
    expect(signState(halted, [{ code }])).toBe("halted");
    expect(signState(unchecked, [{ code }])).toBe("not_checked");
  }
  expect(signState(open, [])).toBe("open");
});

const linesOf = (chains: readonly ChainJudgement[], changes: Partial<NetworkFacts> = {}) =>
  networkSign(facts(chains, changes)).lines?.map(({ state, text }) => `${state}. ${text}`);

test("the lines of the sign: what is in trouble first, each chain with its state, then how many others are open", () => {
  const six = [
    chain("BTC"),
    chain("ETH", { signing: halted }),
    haltedLtc,
    uncheckedSol,
    chain("DOGE", { scheduled: [halt("HALTDOGETRADING", 20)] }),
    chain("XRP", { trading: disputed }),
    chain("TRON", { signing: halted }),
  ];
  expect(linesOf(six, assetHalts(["ETH.USDC-0XA0B8"]))).toEqual([
    "halted. Litecoin: halted",
    "unknown. XRP Ledger: sources disagree",
    "warned. Ethereum and TRON: payouts wait",
    "unknown. Solana: not checked",
    "halted. USDC on Ethereum: swaps halted",
    "scheduled. Trading on Dogecoin halts in 20 minutes",
    "open. 1 other: open",
  ]);
  expect(linesOf([chain("BTC"), chain("ETH")], assetHalts([], [], ["BTC.BTC"]))).toEqual([
    "unknown. BTC: sources disagree",
    "open. 2 others: open",
  ]);
  expect(linesOf([chain("BTC"), chain("ETH")], { isPartsDisputed: true })).toEqual([
    "unknown. Swaps of several parts: sources disagree",
    "open. 2 others: open",
  ]);
  const later = [halt("HALTDOGETRADING", 20), halt(signingHalt("ETH"), 2_880)];
  expect(
    linesOf([chain("DOGE", { scheduled: later }), chain("ETH", { scheduled: later.slice(1) })]),
  ).toEqual(["scheduled. Trading on Dogecoin halts in 20 minutes", "open. 1 other: open"]);
  expect(linesOf([...many.map((code) => chain(code)), haltedLtc])).toEqual([
    "halted. Litecoin: halted",
    "open. 8 others: open",
  ]);
});

test("where all is open, nothing trades, or one chain is meant, the sign has no lines", () => {
  expect(linesOf([chain("BTC"), chain("ETH")])).toEqual([]);
  expect(linesOf([haltedLtc])).toBeUndefined();
  for (const network of [halted, unchecked, disputed])
    expect(linesOf([chain("BTC"), haltedLtc], { network })).toBeUndefined();
});

test("no chain that is halted, disputed, not checked, about to halt or without payouts is counted as open", () => {
  const judged = fc.constantFrom(open, halted, repeated, unchecked, disputed);
  const trouble = fc.record({ trading: judged, signing: judged, halts: fc.boolean() });
  fc.assert(
    fc.property(fc.array(trouble, { minLength: 2, maxLength: many.length }), (drawn) => {
      const chains = drawn.map(({ trading, signing, halts }, index) =>
        chain(many[index] as string, {
          trading,
          signing,
          scheduled: halts ? [halt("HALTSIGNING", 30)] : [],
        }),
      );
      const isClear = ({ trading, signing, scheduled }: ChainJudgement) =>
        trading.verdict === "open" && signing.verdict === "open" && scheduled.length === 0;
      const clear = chains.filter(isClear).length;
      const told = linesOf(chains)?.filter((text) => text.startsWith("open. ")) ?? [];
      const others = `open. ${clear} ${clear === 1 ? "other" : "others"}: open`;
      expect(told).toEqual(clear === 0 || clear === chains.length ? [] : [others]);
    }),
  );
});
