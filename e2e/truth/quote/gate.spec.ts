// What must be true before a quote's memo and address are shown.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { changeRow } from "../../support/changes.ts";
import { status, toBlock, type World } from "../../support/world.ts";
import {
  type Asked,
  askWorld,
  BASE58,
  BECH32,
  blocksApart,
  createQuoteWorld,
  HEX,
  inWords,
  MEMO,
  outcome,
  outcomeOf,
  poolOf,
  poolsAnd,
  read,
  THOR,
  USDC,
} from "./asked.ts";

const fromEth = { from: "ETH", to: "BTC", destination: BECH32 };
const fromUsdc: Asked = { ask: { ...fromEth, from: USDC }, pools: poolsAnd(USDC) };
const toBtc = `=:BTC.BTC:${BECH32}`;
const within = { liquidityToleranceBps: 100 };
const alone = { in: { nodes: 1 } };
const destined = (destination: string): Asked => ({ ask: { destination } });
const seconds = 1_800_000_000;
const addressed = (chain: string, members: object, node?: string) => (world: World) =>
  changeRow(world, chain, members, node);
const longAffiliate = (length: number): Asked => ({
  ask: { affiliate: "a".repeat(length), affiliateBps: 5 },
});
const spare = 80 - `${MEMO}:::5`.length;
const NOBODY = `0x${"0".repeat(40)}`;

const RADIX = "2yspdmpd6jdgcffkk6vjkqa9fagf3wnha5xd06s3uje5wr9664arkf";
const mayaPools = ["BTC.BTC", "ETH.ETH", "XRD.XRD"];
const toRadix: Asked = {
  in: { network: "mayachain" },
  pools: mayaPools.map((asset) => poolOf(asset, {}, "mayachain")),
  ask: { from: "ETH", to: "XRD", destination: `account_rdx1${RADIX}`, refundAddress: HEX },
  say: { memo: `=:XRD.XRD:${RADIX}/${HEX}` },
};
const allTaken = { asset: "ETH.ETH", outbound: "1000000" };

const share = { affiliate: "ss", affiliateBps: 1_000 };
const shared = { ...within, ...share };
const MAYA = "maya13wrmhnh2qe98rjse30pl7u6jxszjjwl4dd45px";
const onMaya = (ask: Partial<QuoteRequest>, more: Asked = {}): Asked => ({
  ...{ in: { network: "mayachain" }, mimir: { TRADEACCOUNTSENABLED: 1 } },
  ...{ ask: { ...shared, ...ask }, ...more },
});

const rows: readonly [name: string, outcome: string, asked?: Asked][] = [
  ["two sources that say the same", MEMO],
  ["one source, where one is configured", MEMO, alone],
  ["a gas asset of a chain with a router", toBtc, { ask: fromEth }],
  ["a token through its router", toBtc, fromUsdc],
  [
    "an address of Bitcoin in another case",
    "memo_mismatch",
    {
      ask: { ...fromEth, destination: BASE58 },
      say: { memo: `=:BTC.BTC:${BASE58.toLowerCase()}` },
    },
  ],
  ["the native asset", MEMO, { ask: { from: "RUNE" } }],
  // Addresses and routers.
  ["no address", "sources_disagree", { say: { inbound_address: undefined } }],
  ["a router of one", "sources_disagree", { say: [{ router: "0xr" }, {}] }],
  ["an address that is none", "unreadable", { rows: { BTC: { address: "a b" } } }],
  // Expiry.
  ["no expiry of one", "unreadable", { say: [{}, { expiry: undefined }] }],
  ["a token without a router", "unreadable", { ...fromUsdc, rows: { ETH: { router: "" } } }],
  ["an expiry in an hour", MEMO, { say: { expiry: seconds + 3_600 } }],
  ["an expiry in more than an hour", "unreadable", { say: { expiry: seconds + 3_601 } }],
  ["a long expiry of one", "unreadable", { say: [{ expiry: seconds + 3_601 }, {}] }],
  [
    "a long expiry of a native deposit",
    "unreadable",
    { ask: { from: "RUNE" }, say: { expiry: seconds + 3_700 } },
  ],
  ["an expiry of now", "unavailable", { say: { expiry: seconds } }],
  ["an expiry in a second", MEMO, { say: { expiry: seconds + 1 } }],
  ["one source's expiry of now", "unavailable", { say: [{ expiry: seconds }, {}] }],
  // Memos.
  [
    "limits that are near",
    `${MEMO}:990000`,
    { ask: within, say: [{ memo: `${MEMO}:999000` }, { memo: `${MEMO}:990000` }] },
  ],
  [
    "limits more than 1 % apart",
    "sources_disagree",
    {
      ask: { liquidityToleranceBps: 200 },
      say: [{ memo: `${MEMO}:995000` }, { memo: `${MEMO}:985000` }],
    },
  ],
  ["a target as short as both write it", `=:e:${HEX}`, { say: { memo: `=:e:${HEX}` } }],
  ["a target in two forms", MEMO, { say: [{ memo: `=:e:${HEX}` }, {}] }],
  [
    "a target that two tokens have",
    "memo_mismatch",
    {
      ask: { to: "ETH.DAI-0XAAA111" },
      pools: poolsAnd("ETH.DAI-0XAAA111", "ETH.DAI-0XBBB111"),
      say: { memo: `=:ETH.DAI:${HEX}` },
    },
  ],
  [
    "fewer parts than asked for, where both allow no more",
    `${MEMO}:0/3/4`,
    {
      ask: { streaming: { interval: 3, quantity: 7 } },
      say: { max_streaming_quantity: 4, memo: `${MEMO}:0/3/4` },
    },
  ],
  [
    "fewer parts, where one allows no more",
    `${MEMO}:0/3/7`,
    {
      ask: { streaming: { interval: 3, quantity: 7 } },
      say: [{ max_streaming_quantity: 4, memo: `${MEMO}:0/3/4` }, { max_streaming_quantity: 9 }],
    },
  ],
  [
    "a memo of the second that pays another",
    "memo_mismatch",
    { say: [{}, { memo: `${MEMO.slice(0, -1)}2` }] },
  ],
  // Bitcoin carries 80 bytes of a memo.
  ["80 bytes", `${MEMO}::${"a".repeat(spare)}:5`, longAffiliate(spare)],
  ["81 bytes", "memo_too_long", longAffiliate(spare + 1)],
  [
    "a chain that carries more",
    `${toBtc}::${"a".repeat(60)}:5`,
    { ask: { ...fromEth, ...longAffiliate(60).ask } },
  ],
  // Who is paid.
  ["a payout to a vault", "destination_is_vault", { rows: { ETH: { address: HEX } } }],
  ["a payout to a router", "destination_is_vault", { rows: { ETH: { router: HEX } } }],
  [
    "a payout to a vault of another chain",
    "destination_is_vault",
    { rows: { BSC: { address: HEX } } },
  ],
  [
    "a payout to what one node calls a vault",
    "destination_is_vault",
    { change: addressed("BSC", { address: HEX }, "node1") },
  ],
  [
    "a payout to a token",
    "contract_destination",
    { pools: poolsAnd(`ETH.DAI-${HEX.toUpperCase()}`) },
  ],
  ["a payout beside a token", MEMO, { pools: poolsAnd(`ETH.DAI-${HEX.toUpperCase()}0`) }],
  ["a payout to nobody", "contract_destination", destined(NOBODY)],
  ["a payout to a precompiled contract", "contract_destination", destined(NOBODY.slice(0, -1) + 9)],
  [
    "a payout to a wallet of many zeros",
    `=:ETH.ETH:0x1${"0".repeat(39)}`,
    { ...destined(`0x1${"0".repeat(39)}`) },
  ],
  // Trading, deposits, payouts.
  ["an address of Radix as short as nodes write it", `=:XRD.XRD:${RADIX}/${HEX}`, toRadix],
  ["payouts that wait", MEMO, { mimir: { HALTSIGNINGETH: 1 } }],
  ["the native chain halted", "halted", { ask: { from: "RUNE" }, mimir: { HALTTHORCHAIN: 1 } }],
  [
    "a synth while the native chain is halted",
    "halted",
    { ask: { ...fromEth, from: "ETH/ETH" }, mimir: { HALTTHORCHAIN: 1 } },
  ],
  // Sizes. One source is enough.
  ["dust", "amount_too_small", { say: { dust_threshold: "1000000" } }],
  ["more than dust", MEMO, { say: { dust_threshold: "999999" } }],
  [
    "no dust on the native chain",
    MEMO,
    { ask: { from: "RUNE" }, say: { dust_threshold: "1000000" } },
  ],
  ["dust of one", "sources_disagree", { say: [{ dust_threshold: "1000000" }, {}] }],
  ["just the recommended minimum", MEMO, { say: { recommended_min_amount_in: "1000000" } }],
  [
    "less than the recommended minimum",
    "amount_too_small",
    { say: { recommended_min_amount_in: "1000001" } },
  ],
  [
    "less than what one recommends",
    "amount_too_small",
    { say: [{ recommended_min_amount_in: "1000001" }, {}] },
  ],
  [
    "an output of nothing",
    "amount_too_small",
    { say: { expected_amount_out: "0", fees: allTaken } },
  ],
  ["a total cost below half", MEMO, { say: { expected_amount_out: "500001" } }],
  ["a total cost of half", "costly", { say: { expected_amount_out: "500000" } }],
  [
    "the same by the nodes' own total of half",
    "costly",
    { say: { fees: { asset: "ETH.ETH", outbound: "1", total_bps: 5_000 } } },
  ],
];
for (const [name, expected, asked = {}] of rows) {
  test(`${name}: ${expected}`, async () => expect(await outcome(asked)).toBe(expected));
}

test("a stand-in for the gas of either chain withholds all figures, with a receiving address and without", async () => {
  const standIn = { gas_rate: "2000000000", outbound_fee: "2000000000", outbound_tx_size: "0" };
  for (const chain of ["BTC", "ETH"])
    for (const ask of [{}, { destination: undefined }]) {
      const quote = await read({ ask, rows: { [chain]: standIn } });
      expect(quote).toMatchObject({ expectedAmountOut: null, withheld: { code: "unreadable" } });
    }
});

test("where it is not known whether payouts are signed, there is no memo", async () => {
  // A node without a height says that signing is halted. Another node of its operator does not.
  const urls = { node0: "https://a.gateway.test", node1: "https://b.gateway.test" };
  for (const chain of ["ETH", "BTC"]) {
    const world = createQuoteWorld({ in: { nodes: 3, urls } });
    const mimir = { ...world.mimir, [`HALTSIGNING${chain}`]: 1 };
    world.scripts.node0 = { ...world.scripts.node0, lastblock: status(500), mimir };
    const quote = await askWorld(world);
    expect([quote.trading.verdict, outcomeOf(quote)]).toEqual(["open", "sources_disagree"]);
  }
});

const nobodies: readonly [to: string, destination: string][] = [
  ["SOL.SOL", "1".repeat(32)],
  ["BTC.BTC", `${"1".repeat(21)}4oLvT2`],
  ["XRP.XRP", `${"r".repeat(21)}hoLvTp`],
  ["TRON.TRX", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"],
];
for (const [to, destination] of nobodies) {
  test(`${destination} belongs to nobody`, async () => {
    const asked = { ask: { from: "ETH", to, destination }, pools: poolsAnd(to) };
    expect(await outcome(asked)).toBe("contract_destination");
  });
}

// Deposits of Ethereum take 120 s of confirmations, 720 s where they are slow.
const slow = { inbound_confirmation_seconds: 120 };
const confirmed = (seconds: number) => ({ inbound_confirmation_seconds: seconds });
const parts = { streaming_swap_seconds: 1_800 };
const delay = { outbound_delay_seconds: 1_800 };
const toSynth = { from: "ETH", to: "BTC/BTC", destination: THOR };
const fromBtc = { from: "BTC", to: "ETH", destination: HEX };
type Due = [key: string, seconds: number];
const deadlines: readonly [
  name: string,
  leftSeconds: number | null,
  due?: Due | undefined,
  say?: object,
  ask?: Partial<QuoteRequest>,
][] = [
  ["no halt", 900],
  ["a quote of one source that ends sooner", 200, undefined, [{ expiry: seconds + 200 }, {}]],
  ["a halt of the source", 300, ["HALTETHTRADING", 2_100]],
  ["a halt of the target", 300, ["HALTBTCCHAIN", 2_100]],
  ["a halt of payouts on the target", 300, ["HALTSIGNINGBTC", 2_100]],
  ["a halt of payouts on the source", 900, ["HALTSIGNINGETH", 60]],
  ["the last block in time", 6, ["HALTTRADING", 1_806]],
  ["a halt that comes too soon", null, ["HALTTRADING", 1_800]],
  ["a halt of payouts that comes too soon", null, ["HALTSIGNINGBTC", 1_140]],
  ["confirmations", 120, ["HALTTRADING", 3_000], confirmed(480)],
  ["confirmations of one", 120, ["HALTTRADING", 3_000], [{}, confirmed(480)]],
  ["parts", 180, ["HALTTRADING", 2_700], parts],
  ["parts of one source", 180, ["HALTTRADING", 2_700], [{}, parts]],
  ["a payout that is delayed", 180, ["HALTTRADING", 2_700], delay],
  ["parts and a delay", 180, ["HALTTRADING", 4_500], { ...parts, ...delay }],
  [
    "parts, and one source without a delay",
    180,
    ["HALTTRADING", 2_700],
    [parts, { outbound_delay_seconds: undefined }],
  ],
  // A block of Bitcoin takes 600 s, and a slow one six times as long.
  ["a block of the source", 600, ["HALTBTCTRADING", 4_200], confirmed(0), fromBtc],
  ["what is stated is less", 600, ["HALTBTCTRADING", 4_200], confirmed(60), fromBtc],
  ["switched off: secured assets", 300, ["HALTSECUREDGLOBAL", 2_100], {}, { from: "ETH-ETH" }],
  ["switched off: minted synths", 306, ["MINTSYNTHS", 2_100], {}, toSynth],
  ["switched off: burnt synths", 306, ["BURNSYNTHS", 2_100], {}, { from: "ETH/ETH" }],
  ["another form is switched off", 900, ["BURNSYNTHS", 2_100]],
];
for (const [name, leftSeconds, due, say, ask] of deadlines) {
  test(`who sends has ${leftSeconds} seconds: ${name}`, async () => {
    const said = (Array.isArray(say) ? say : [say, say]).map((one) => ({ ...slow, ...one }));
    const soon = due && Object.fromEntries([due]);
    const request = { ...fromEth, ...ask };
    const sendBeforeMs = leftSeconds === null ? null : (seconds + leftSeconds) * 1_000;
    for (const more of [{}, { destination: undefined }]) {
      const quote = await read({ ask: { ...request, ...more }, say: said, ...(soon && { soon }) });
      expect(quote.sendBeforeMs).toBe(sendBeforeMs);
      const code = leftSeconds === null ? "halts_soon" : "no_destination";
      if (quote.memo === null) expect(quote.withheld?.code).toBe(code);
    }
  });
}

const dueHalts: readonly [key: string, asked: Asked][] = [
  ["HALTTHORCHAIN", { ask: { ...fromEth, from: "ETH/ETH" } }],
  ["HALTTHORCHAIN", { ask: toSynth }],
  ["HALTTRADING-ETH-ETH", onMaya({ from: "ETH", to: "BTC", destination: BECH32 })],
  ["HALTTRADING-BTC-BTC", onMaya({ from: "ETH", to: "BTC", destination: BECH32 })],
];
for (const [key, asked] of dueHalts)
  test(`a halt of either asset or of its form's chain may come too soon: ${key} ${inWords(asked.ask)}`, async () =>
    expect(await outcome({ ...asked, soon: { [key]: 600 } })).toBe("halts_soon"));

test("parts that wait may take a day more, so a halt within it is too soon", async () => {
  const mimir = { STREAMINGSWAPPAUSE: 1 };
  const ask = { streaming: { interval: 1, quantity: 9 } };
  const soon = { HALTSIGNINGETH: 90_000 };
  const say = { max_streaming_quantity: 9 };
  expect(await outcome({ ask, say, soon })).toBe(`${MEMO}:0/1/9`);
  expect(await outcome({ ask, say, soon, mimir })).toBe("halts_soon");
});

test("a halt that should have come by now withholds all, whichever side it is on", async () => {
  for (const key of ["HALTBTCTRADING", "HALTETHCHAIN", "HALTTRADING"]) {
    const world = createQuoteWorld();
    world.nowMs += 60_000;
    world.mimir[key] = toBlock(world).height + 2;
    // The next block is late.
    world.frozenAtMs = world.nowMs;
    world.nowMs += 25_000;
    expect(outcomeOf(await askWorld(world)), key).toBe("halts_soon");
  }
});

// What is received at least: the limit, less what is taken after the network held it against the output.
const fees = (outbound?: number) => ({
  asset: "ETH.ETH",
  ...(outbound && { outbound: `${outbound}` }),
});
const spaced = { streaming: { interval: 3, quantity: 3 } };
const inParts = { max_streaming_quantity: 9 };
const split = { ...within, ...spaced };
const toMaya = (to: string) => onMaya({ from: "ETH", to, destination: MAYA });
const ofTwo = (fee: number | undefined, otherFee: number): Asked => ({
  say: [fee, otherFee].map((one) => ({ ...inParts, fees: fees(one) })),
  ...{ ask: split, change: blocksApart },
});
const least: readonly [name: string, least: bigint | null, asked: Asked][] = [
  ["no limit", null, {}],
  ["one part", 990_000n, { ask: within }],
  ["one part, and no fee stated", 990_000n, { ask: within, say: { fees: fees() } }],
  [
    "the lesser of two limits",
    990_000n,
    { ask: within, say: [{ memo: `${MEMO}:999000` }, { memo: `${MEMO}:990000` }] },
  ],
  ["an affiliate's share", 890_950n, { ask: shared }],
  [
    "a share that is rounded up",
    891_000n,
    { ask: shared, say: { expected_amount_out: "1000002", fees: fees(1) } },
  ],
  ["parts, which share the fee", 989_500n, { ask: split, say: inParts }],
  ["parts, and no fee stated", null, { ask: split, say: { ...inParts, fees: fees() } }],
  ["parts, and one source states no fee", null, ofTwo(undefined, 100)],
  ["parts, and fees that are near", 989_450n, ofTwo(550, 500)],
  [
    "a fee above the limit",
    null,
    { ask: { liquidityToleranceBps: 9_990, ...spaced }, say: { ...inParts, fees: fees(1_000) } },
  ],
  ["an asset of the native chain", 989_500n, { ask: { ...within, ...toSynth } }],
  ["MAYAChain, one part", 990_000n, onMaya({})],
  ["MAYAChain, parts", 890_500n, onMaya(spaced, { say: inParts })],
  [
    "MAYAChain, one streaming part",
    890_500n,
    onMaya(spaced, { say: { max_streaming_quantity: 1 } }),
  ],
  ["MAYAChain, a synth", 990_000n, toMaya("BTC/BTC")],
  ["MAYAChain, a trade asset", 890_950n, toMaya("BTC~BTC")],
];
for (const [name, amount, asked] of least) {
  test(`received at least, of ${name}: ${amount}`, async () => {
    const quote = await read(asked);
    expect(quote.memo, inWords(quote.reason)).not.toBeNull();
    expect(quote.minReceived).toBe(amount);
    expect(quote.plannedMinimum).toBeNull();
    const planned = await read({ ...asked, ask: { ...asked.ask, destination: undefined } });
    expect(planned.plannedMinimum).toBe(amount);
  });
}

const notes: readonly [name: string, said: readonly unknown[], expected: string | null][] = [
  ["both state them alike", ["Send it.", " Send it."], "Send it."],
  ["one leaves them out", ["Send it.", undefined], null],
  ["they differ", ["Send it.", "Send all."], null],
  ["they are blank", [" ", " "], null],
  ["what cannot be seen is taken out", ["Send it.\u0007\u202e\u200b ", "Send it."], "Send it."],
  ["as long as nodes may", ["a".repeat(800), "a".repeat(800)], "a".repeat(800)],
];
for (const [name, said, expected] of notes) {
  test(`the nodes' own notes, ${name}`, async () => {
    const say = said.map((text) => ({ notes: text }));
    const quote = await read({ say });
    expect([quote.memo, quote.networkNotes]).toEqual([MEMO, expected]);
    const estimate = await read({ say, ask: { destination: undefined } });
    expect(estimate.networkNotes).toBeNull();
  });
}

test("notes that are too long are cut", async () => {
  const { networkNotes } = await read({ say: { notes: "a".repeat(801) } });
  expect((networkNotes ?? "").length).toBeLessThanOrEqual(800);
});
