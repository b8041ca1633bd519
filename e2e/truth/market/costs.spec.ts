// What the network charges, of two nodes and a third: the dearer of two fees that agree, or null.
import { expect, test } from "@playwright/test";
import { agreeParameters } from "../../../lib/protocol/market/agreement.ts";
import { payoutEndOf, signingPeriodBlocks } from "../../../lib/protocol/market/costs.ts";
import { type Depths, doubleSwap, swapLeg } from "../../../lib/protocol/market/fees.ts";
import { type NetworkName, presets } from "../../../lib/protocol/values/chains.ts";
import { changeRow, changeRows, listChain, scriptNodes } from "../../support/changes.ts";
import { rowsOf } from "../../support/rows.ts";
import { poolBody, type Row, steadyScene } from "../../support/wire.ts";
import { down, toBlock, toPools, type World } from "../../support/world.ts";
import { createToldWorld, holds, line, type Tell, tellBody } from "./told.ts";

const tellRow =
  (chain: string): Tell =>
  (world, node, members = {}) =>
    changeRow(world, chain, members, node);
const readCosts =
  (code: string) =>
  async ({ network }: World) => {
    const [chain] = (await network.getStatus({ chain: code })).chains;
    const { outboundFee, dustThreshold: dust, gasRate, gasRateUnits, gasRatePer } = chain ?? {};
    const [inbound] = (await network.getInbounds({ chain: code })).chains;
    expect([inbound?.gasRate, inbound?.dustThreshold]).toEqual([gasRate, dust]);
    return { fee: outboundFee?.base, dust, rate: line(gasRate, gasRateUnits, gasRatePer) };
  };

const long = "1".repeat(30);
const twice = (members: string) => `${members}; ${members}`;
holds(
  "costs of Bitcoin",
  tellRow("BTC"),
  readCosts("BTC"),
  `
  of two blocks | 2 apart | | fee=1103, dust=1000, rate=10 sat byte
  the higher fee, up to a tenth | 2 apart | outbound_fee=1000; outbound_fee=900 | fee=1000
  fees further apart | 2 apart | outbound_fee=1000; outbound_fee=899 | fee=-
  fees of one block | 2 | outbound_fee=1104 | fee=-
  a fee that one leaves out | 2 apart | outbound_fee= | fee=-
  a fee of 0 | 2 | ${twice("outbound_fee=0")} | fee=-
  two dust thresholds | 2 apart | dust_threshold=1001 | dust=-
  the higher rate, up to a tenth | 2 apart | gas_rate=9 |
  rates further apart | 2 apart | gas_rate=8 | rate=- - -
  rates of one block | 2 | gas_rate=9 | rate=- - -
  a rate that one leaves out | 2 | gas_rate= | rate=- - -
  two units | 2 | gas_rate_units=gwei | rate=- - -
  one does not know its gas | 2 | outbound_tx_size=0 | fee=-, rate=- - -
  more than a number | 2 | ${twice("gas_rate=10x")} | rate=- - -
  more before a number | 2 | ${twice("gas_rate=x10")} | rate=- - -
  30 digits | 2 | ${twice(`gas_rate=${long}`)} | rate=${long} sat byte
  31 digits | 2 | ${twice(`gas_rate=${long}1`)} | rate=- - -`,
);
const drops = twice("gas_rate=45 gas_rate_units=drop outbound_tx_size=1");
holds(
  "costs of XRP Ledger",
  tellRow("XRP"),
  readCosts("XRP"),
  `
  of a transaction | 2 | ${drops} | fee=600000, dust=1000, rate=- - -`,
);
holds(
  "Bitcoin is listed",
  (world, node, { times } = {}) =>
    changeRows(
      world,
      ([row, ...rows]) => {
        const fees = ["1103", "1104"].slice(0, Number(times));
        return [...fees.map((outbound_fee) => ({ ...(row as Row), outbound_fee })), ...rows];
      },
      node,
    ),
  readCosts("BTC"),
  `
  by both | 2 | ${twice("times=1")} | fee=1103, dust=1000, rate=10 sat byte
  by one | 2 | times=0; times=1 | fee=-, dust=-, rate=- - -
  twice by one | 2 | times=2; times=0 | fee=-, dust=-, rate=- - -
  twice: the first row counts | 1 | times=2 |`,
);

test.describe("a rate in the unit of wallets, and what a deposit costs", () => {
  const rows = rowsOf(`
    BTC | 6 satsperbyte 1000 | 6 sat byte | 1500
    BCH | 10 duffsperbyte 451 | 10 duff byte | 2500
    ETH | 20 gwei 80000 | 20 gwei gas | - | the gas of a deposit is the wallet's
    AVAX | 4 nAVAX 100000 | 4 gwei gas | -
    POL | 22 mwei 100000 | 0.022 gwei gas | -
    BASE | 22 mwei 100000 | 0.022 gwei gas | -
    XRP | 45 drop 1 | - | - | the fee of a whole transaction of a vault
    GAIA | 281250 uatom 1 | - | -
    NOBLE | 150000 uusdc 1 | - | -
    SOL | 5000 lamport 1 | - | -
    GAIA | 15 uatom 1000 | - | - | nobody knows how many parts
    GAIA | 15 uatom | - | -
    ZEC | 112500 satsperbyte 1 | - | - | whatever its unit says
    ZEC | 112500 satsperbyte 1000 | - | -
    TRON | 38081700 sun 1 | - | - | what a vault pays
    BTC | 0 satsperbyte 1000 | - | -
    BTC | 4 gwei 1000 | 4 gwei gas | -
    BTC | 6 constructor 1000 | - | - | names that any object has
    ETH | 4 satsperbyte 1000 | 4 sat byte | -
    ETH.USDC-0XA0B8 | 20 gwei 80000 | 20 gwei gas | -
    ETH maya | 1500 centigwei 80000 | 15 gwei gas | -
    ARB maya | 1500 centigwei 80000 | 15 gwei gas | -
    THOR maya | 3000000 rune 1 | - | - | these do not count what they say
    XRD maya | 1125000000 costunits 1 | - | -`);
  const SIDE = "1000000000000000000";
  for (const [where = "", stated = "", rate = "", fee] of rows)
    test(`${where}, ${stated}: ${rate}, ${fee}`, async () => {
      const [name = "", network] = where.split(" ");
      const world = createToldWorld(`1 ${network}`);
      const code = name.split(".", 1)[0];
      const [gas_rate, gas_rate_units, outbound_tx_size] = stated.split(" ");
      changeRow(world, String(code), { gas_rate, gas_rate_units, outbound_tx_size });
      const gasAsset = world.preset.chains.find((one) => one.code === name)?.gasAsset;
      const from = gasAsset ?? name;
      const listed = toPools(world);
      const isListed = listed.some(({ asset }) => asset === from);
      const own = poolBody(world.preset.segment, from, [SIDE, SIDE]);
      scriptNodes(world, { pools: isListed ? listed : [...listed, own] });
      const [to, amount] = [name === "BTC" ? "ETH" : "BTC", isListed ? "100" : "1000000"];
      const quote = await world.network.getQuote({ from, to, amount });
      const { gasRate, gasRateUnits, gasRatePer, inboundGasEstimate } = quote;
      const told = line(gasRate, gasRateUnits, gasRatePer).replace("- - -", "-");
      expect([told, line(inboundGasEstimate?.base)]).toEqual([rate, fee]);
    });

  test("a Bitcoin-like fee says for which size, and the native asset has a fixed fee", async () => {
    const { network } = createToldWorld("2");
    const request = { amount: "1000", liquidityToleranceBps: 0 };
    const bitcoin = await network.getQuote({ ...request, from: "BTC", to: "ETH" });
    expect(bitcoin.inboundGasEstimate).toMatchObject({ base: 2_500n, forBytes: 250 });
    const native = await network.getQuote({ ...request, from: "RUNE", to: "BTC" });
    const nativeFee = { asset: "THOR.RUNE", base: 2_000_000n, forBytes: null };
    expect(native.inboundGasEstimate).toMatchObject(nativeFee);
  });
});

const USDC = "ETH.USDC-0XA0B8";
/** `asset=fee` for each, and the block of the answer. `blank`: an asset without a fee. */
const tellFees: Tell = (world, node, members) => {
  const { block, blank, ...fees } = members ?? {};
  const rows = Object.entries(fees).map(([asset, outbound_fee]) => ({ asset, outbound_fee }));
  const list = blank ? [...rows, { asset: String(blank) }] : rows;
  const pools = [USDC, "BTC.BTC", "THOR.TCY"].map((asset) =>
    poolBody("thorchain", asset, ["9", "9"]),
  );
  scriptNodes(world, { outbound_fees: members ? list : down, pools }, [node]);
  if (block) world.behind[node] = 8 - Number(block);
};
const atBlocks = (...told: [block: number, fee: number][]) =>
  told.map(([block, fee]) => `block=${block} ${USDC}=${fee}`).join(";");
holds(
  "a payout",
  tellFees,
  async ({ network }) => {
    const { pools } = await network.getPools();
    const { nativeOutboundFee } = await network.getStatus();
    const feeOf = (asset: string) => pools.find((pool) => pool.asset === asset)?.outboundFee?.base;
    const [token, bitcoin, tcy] = [USDC, "BTC.BTC", "THOR.TCY"].map(feeOf);
    return { token, bitcoin, tcy, rune: nativeOutboundFee?.base };
  },
  `
  a token's is listed, in any case | 2 | ${USDC}=7; ETH.USDC-0xa0b8=7 | token=7, bitcoin=1103, tcy=-, rune=-
  a token's of 0 is no rate | 2 | ${twice(`${USDC}=0`)} | token=-
  the higher one | 2 | ${atBlocks([7, 100], [8, 105])} | token=105
  of one block they are equal | 2 | ${atBlocks([7, 100], [7, 105])} | token=-
  one lists it | 2 | ${USDC}=7; | token=-
  one leaves it out | 2 | ${USDC}=7; blank=${USDC} | token=-
  one list of two | 2 | ${USDC}=7; silent | token=-
  a gas asset's is in its chain's row | 2 | ${twice("BTC.BTC=99")} | token=-
  native assets are paid out for free | 2 | ${twice("THOR.RUNE=0")} | token=-, tcy=0, rune=0
  or not, then only RUNE's is known | 2 | ${twice("THOR.RUNE=20")} | token=-, rune=20
  of three a pair by its own blocks | 3 | ${atBlocks([7, 100], [7, 113], [8, 101])} | token=101
  two of three that are equal | 3 | ${atBlocks([7, 105], [7, 100], [7, 100])} | token=100
  a third near to both decides nothing | 3 | ${atBlocks([7, 105], [7, 100], [8, 101])} | token=-`,
);

test("a form is refunded for free where native assets are paid out for free", async () => {
  for (const [outbound_fee, base] of [
    ["0", 0n],
    ["20", undefined],
  ] as const) {
    const world = createToldWorld("2");
    world.mimir.TRADEACCOUNTSENABLED = 1;
    scriptNodes(world, { outbound_fees: [{ asset: "THOR.RUNE", outbound_fee }] });
    const quote = await world.network.getQuote({ from: "BTC~BTC", to: "ETH", amount: "0.1" });
    expect(quote.refundFee?.base).toBe(base);
  }
});

test("the fee of a token's refund is stated by all where two list it", async () => {
  const list = [{ asset: USDC, outbound_fee: "7" }];
  for (const [second, statedBy] of [
    [list, "all"],
    [[], undefined],
  ] as const) {
    const world = createToldWorld("2");
    scriptNodes(world, { outbound_fees: list }, ["node0"]);
    scriptNodes(world, { outbound_fees: second }, ["node1"]);
    const quote = await world.network.getQuote({ from: USDC, to: "BTC", amount: "100" });
    expect(quote.statedBy.refundFee).toBe(statedBy);
  }
});

const steadyBody = (part: "network" | "queue") =>
  tellBody(part, ({ preset: { segment } }, members) => ({
    ...steadyScene(segment, 0)[part],
    ...members,
  }));
const readFigures = async ({ network }: World) => {
  const { nativeTransactionFee, nativeOutboundFee, outboundMultiplierBps } =
    await network.getStatus();
  const { nativePriceUsd, pools } = await network.getPools();
  const fees = { message: nativeTransactionFee?.base, payout: nativeOutboundFee?.base };
  return {
    ...fees,
    bps: outboundMultiplierBps,
    price: nativePriceUsd,
    bitcoin: pools[0]?.priceUsd,
  };
};
const unpriced = "price=-, bitcoin=-";
holds(
  "figures of THORChain",
  steadyBody("network"),
  readFigures,
  `
  alike | 2 | | message=2000000, payout=0, bps=-, price=150000000, bitcoin=8000000000000
  a fee of 0 | 2 | ${twice("native_tx_fee_rune=0")} | message=0
  two fees | 2 | native_tx_fee_rune=1 | message=-
  a third decides | 3 | native_tx_fee_rune=1;; |
  the lower price, up to 1 % | 2 | rune_price_in_tor=148500000 | price=148500000
  prices further apart | 2 | rune_price_in_tor=148499999 | price=-
  a third decides between prices | 3 | rune_price_in_tor=999;; |
  a price of 0 | 2 | ${twice("rune_price_in_tor=0")} | price=-
  one says that prices are halted | 2 | tor_price_halted=true | ${unpriced}
  one node says it | 1 | tor_price_halted=true | ${unpriced}
  one of three | 3 | tor_price_halted=true;; |
  two of three | 3 | tor_price_halted=true;; tor_price_halted=true | ${unpriced}
  one answer of two | 2 | ; silent | message=-, ${unpriced}
  a third in place of one | 3 | ; silent; |`,
);
holds(
  "figures of MAYAChain",
  (world, node, members = {}) => {
    const { vote, ...more } = members;
    if (vote !== undefined) world.mimir.NATIVETRANSACTIONFEE = Number(vote);
    steadyBody("network")(world, node, more);
  },
  readFigures,
  `
  alike | 2 maya | vote=7 | message=7, payout=-, bps=20000, ${unpriced}
  a native payout | 2 maya | vote=7 ${twice("native_outbound_fee_rune=3")} | payout=3
  a vote of 0 | 2 maya | vote=0 | message=0
  a withdrawn vote | 2 maya | vote=-1 ${twice("native_tx_fee_rune=5")} | message=5
  the higher multiplier | 2 maya apart | vote=7 outbound_fee_multiplier=18000 |
  multipliers further apart | 2 maya apart | vote=7 outbound_fee_multiplier=17999 | bps=-
  multipliers of one block | 2 maya | vote=7 outbound_fee_multiplier=18000 | bps=-`,
);

holds(
  "what waits",
  steadyBody("queue"),
  async ({ network }) => {
    const {
      swap,
      outbound,
      internal,
      scheduledOutboundValue: value,
    } = (await network.getStatus()).queue ?? {};
    return { swap, outbound, internal, value };
  },
  `
  alike | 2 | | swap=1, outbound=12, internal=0, value=120450000000
  the longer one | 2 | swap=#2 outbound=#13 internal=#4 | swap=2, outbound=13, internal=4
  twice as long and 20 | 2 | outbound=#64 | outbound=64
  longer still | 2 | outbound=#65 | outbound=-
  twice the value | 2 | scheduled_outbound_value=240900000000 | value=240900000000
  more than that | 2 | scheduled_outbound_value=240900000001 | value=-
  a value that is left out | 2 | scheduled_outbound_value= | value=-
  one answer of two | 2 | silent | swap=-, outbound=-, internal=-, value=-
  a third decides | 3 | swap=#90;; |`,
);

/** Votes, and two constants of the code. */
const tellVotes: Tell = (world, node, members = {}) => {
  const { constant = 3, stable = 0, ...rest } = members;
  const int_64_values = { L1SlipMinBps: Number(constant), STABLESLIPMINBPS: stable };
  scriptNodes(world, { mimir: { OTHER: 1, ...rest }, constants: { int_64_values } }, [node]);
};
const others = "SYNTHSLIPMINBPS=#2 TRADEACCOUNTSSLIPMINBPS=#3 SECUREDASSETSLIPMINBPS=#4";
const votes = (l1: number, stable: number) =>
  `L1SLIPMINBPS=#${l1} ${others} DERIVEDSLIPMINBPS=#5 STABLESLIPMINBPS=#${stable}`;
const unvoted = "synth=-, trade=-, secured=-, derived=-";
const unset = `l1=-, ${unvoted}, stable=-`;
const own = "L1SLIPMINBPS-ETH-USDC-0XA0B8";
holds(
  "least slips",
  tellVotes,
  async ({ network }) => {
    const { minimumSlipBps, ownSlips } = await network.getStatus();
    const owned = ownSlips?.map(({ asset, kind, bps }) => line(asset, kind, bps)).join() || null;
    return { ...minimumSlipBps, own: owned };
  },
  `
  each has its vote | 2 | ${twice(votes(1, 6))} | l1=1, synth=2, trade=3, secured=4, derived=5, stable=6, own=-
  MAYAChain has none | 2 maya | ${twice(`${votes(1, 6)} ${own}=#5`)} | ${unset}
  a vote of 0 | 2 | ${twice(votes(0, 6))} | l1=0
  a dollar vote of 0: that of its kind | 2 | ${twice(votes(1, 0))} | stable=1
  two votes | 2 | ${votes(1, 6)}; ${votes(9, 6)} | l1=-
  votes of one node | 2 | ${votes(1, 6)}; | ${unset}
  without votes the constants | 2 | ; | l1=3, ${unvoted}, stable=3
  a withdrawn vote | 2 | ${twice("L1SLIPMINBPS=#-1")} | l1=3, ${unvoted}, stable=3
  a constant of dollar assets | 2 | ${twice("stable=#4")} | l1=3, ${unvoted}, stable=4
  two constants | 2 | constant=5; constant=6 | ${unset}
  a third constant decides | 3 | constant=5; constant=6; constant=6 | l1=6, ${unvoted}, stable=6
  three constants | 3 | constant=5; constant=6; constant=7 | ${unset}`,
);
holds(
  "an asset's own least slips",
  tellVotes,
  async ({ network }) => ({
    own: (await network.getStatus()).ownSlips?.map(({ kind, bps }) => line(kind, bps)).join(),
  }),
  `
  voted | 2 | ${twice(`${own}=#5`)} | own=l1 5
  of another kind | 2 | ${twice("SYNTHSLIPMINBPS-ETH-USDC-0XA0B8=#1")} | own=synth 1
  of no pool | 2 | ${twice("L1SLIPMINBPS-LTC-LTC=#1")} | own=
  withdrawn | 2 | ${own}=#-2; | own=
  of 0 | 2 | ${twice(`${own}=#0`)} | own=l1 -
  of one node | 2 | ${own}=#5; | own=l1 -
  two votes | 2 | ${own}=#5; ${own}=#4 | own=l1 -`,
);

/** A block of Bitcoin takes 600 s, one of Ethereum 12 s, and one of a strange chain counts as 6 s. */
const tellHeights: Tell = (world, node, members = {}) => {
  const thorchain = toBlock(world).height;
  const rows = Object.entries(members).flatMap(([chain, height]) => {
    const row = { chain, last_observed_in: Number(height), thorchain };
    return height === 0 ? row : [row, { ...row, last_observed_in: 900 }];
  });
  const doge = { chain: "DOGE", last_observed_in: 7, thorchain };
  scriptNodes(world, { lastblock: [doge, ...rows] }, [node]);
  if (node === "node0") listChain(world, "ZZZ");
};
holds(
  "newest blocks observed",
  tellHeights,
  async ({ network }) => {
    const { chains } = await network.getStatus();
    const of = (code: string) => chains.find(({ chain }) => chain === code)?.lastObservedHeight;
    return { BTC: of("BTC"), ETH: of("ETH"), ZZZ: of("ZZZ"), DOGE: of("DOGE") };
  },
  `
  the lower ones | 2 | BTC=101 ETH=100 ZZZ=100; BTC=100 ETH=106 ZZZ=111 | BTC=100, ETH=100, ZZZ=100, DOGE=7
  over a minute apart | 2 | BTC=102 ETH=100 ZZZ=100; BTC=100 ETH=107 ZZZ=112 | BTC=-, ETH=-, ZZZ=-
  one node | 1 | BTC=100 | ETH=-, ZZZ=-
  one leaves it out | 2 | BTC=100; | BTC=-, ETH=-, ZZZ=-
  one does not know it | 2 | BTC=#0; BTC=100 | BTC=-, ETH=-, ZZZ=-
  nobody knows it | 2 | ${twice("BTC=#0")} | BTC=-, ETH=-, ZZZ=-
  a third decides | 3 | BTC=900; BTC=100; BTC=100 | ETH=-, ZZZ=-
  whoever came first | 3 | BTC=100; BTC=900; BTC=101 | ETH=-, ZZZ=-
  three that differ | 3 | BTC=100; BTC=500; BTC=900 | BTC=-, ETH=-, ZZZ=-`,
);

test("signers change after the voted period or 300 blocks, and attempts to pay out end after the voted number", () => {
  const rows = rowsOf(`
    thorchain | unset | unset | 300 | never
    thorchain | 0 | unset | 300 | never
    thorchain | -1 | unset | 300 | never
    thorchain | 100 | unset | 300 | 180000
    thorchain | 100 | 30 | 30 | 18000
    thorchain | 100 | -1 | 300 | 180000
    thorchain | 100 | 0 | null | unknown | no node takes a period of 0
    thorchain | 100 | apart | null | unknown
    thorchain | 0 | apart | null | never
    thorchain | apart | 300 | 300 | unknown
    mayachain | unset | unset | 300 | 18000000
    mayachain | 100 | 30 | 300 | 180000
    mayachain | 0 | unset | 300 | never`);
  const names = ["MAXOUTBOUNDATTEMPTS", "SIGNINGTRANSACTIONPERIOD"];
  for (const [network, attempts = "", period = "", blocks, end] of rows) {
    const mimirOf = (other: number) => {
      const voted = [attempts, period].map((vote, at) => [names[at], vote] as const);
      const stated = voted.filter(([, vote]) => vote !== "unset");
      return Object.fromEntries(
        stated.map(([name, vote]) => [name, vote === "apart" ? other : +vote]),
      );
    };
    const votes = agreeParameters([mimirOf(1), mimirOf(2)], 2, names);
    const preset = presets[network as NetworkName];
    expect(String(signingPeriodBlocks({ preset, votes }))).toBe(blocks);
    const { afterSeconds, isSwappedBack } = payoutEndOf({ preset, votes });
    expect([String(afterSeconds), isSwappedBack]).toEqual([end, network === "thorchain"]);
  }
});

test("a parameter that one of three does not name is in dispute", () =>
  expect([...agreeParameters([{ A: 1 }, { A: 1 }, {}], 2, ["A"])]).toEqual([]));

test("the formula of THORNode at recorded depths, to the last integer", () => {
  // Depths of 2024-03, every number 1e8.
  const btc: Depths = { asset: 127968365638n, native: 1146799980853764n };
  const eth: Depths = { asset: 1220816983876n, native: 625897832323009n };
  const lineOf = (input: bigint, floorBps: bigint) => {
    const { source, target, output, liquidityFee, slipBps } = doubleSwap(input, btc, eth, floorBps);
    const legs = [source, target].map((leg) => line(leg.output, leg.liquidityFee, leg.slipBps));
    return [...legs, line(output, liquidityFee, slipBps)].join(" | ");
  };
  const one = 100_000_000n;
  expect([lineOf(one, 0n), lineOf(one, 10n), lineOf(one / 100n, 10n)]).toEqual([
    "894760010351 699204061 8 | 1740254900 2487802 14 | 1740254900 3851603 22",
    "894563755199 895459214 10 | 1739874285 2486713 14 | 1739874285 4233310 24",
    "8952558100 8961519 10 | 17444300 17461 10 | 17444300 34940 20",
  ]);
  expect(doubleSwap(one / 10n, btc, eth, 0n).output).toBe(174718929n);
  const slipOf = (input: bigint, asset: bigint) =>
    swapLeg(input, { asset, native: one }, "to_native", 0n).slipBps;
  const slips = [slipOf(1n, 19_999n), slipOf(1n, 20_000n), slipOf(1n, 1n), slipOf(0n, 0n)];
  expect(slips).toEqual([1n, 0n, 5_000n, 0n]);
});

test("a floor counts only above the slip, in whole bps, and outputs are cut to the pool's decimals", () => {
  const sides = { asset: 99_904n, native: 1_000_000_000n }; // 96 in: 9.6 bps, which counts as 10
  const legOf = (input: bigint, floorBps: bigint, pool: Depths = sides) => {
    const { output, liquidityFee, slipBps } = swapLeg(input, pool, "to_native", floorBps);
    return line(output, liquidityFee, slipBps);
  };
  const floors = [legOf(96n, 0n), legOf(96n, 10n), legOf(96n, 11n), legOf(0n, 11n)];
  expect(floors).toEqual(["959078 921 10", "959078 921 10", "958944 1056 11", "0 0 11"]);
  const six = { ...sides, decimals: 6 };
  const cut = [legOf(96n, 0n, six), legOf(96n, 11n, six), legOf(96n, 0n, { ...six, decimals: 8 })];
  expect(cut).toEqual(["959000 921 10", "958900 1056 11", "959078 921 10"]);
  const turned = { asset: sides.native, native: sides.asset };
  expect(swapLeg(96n, turned, "from_native", 10n).output).toBe(959_078n);
  expect(swapLeg(0n, { asset: 0n, native: 0n }, "to_native", 0n).output).toBe(0n);
});
