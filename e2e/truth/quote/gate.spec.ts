// What must be true before a quote's memo and address are shown.
import { expect, test } from "@playwright/test";
import { changeRow } from "../../support/changes.ts";
import { cellsBelow, rowsOf } from "../../support/rows.ts";
import { status, toBlock } from "../../support/world.ts";
import {
  askWorld,
  BASE58,
  BECH32,
  createQuoteWorld,
  HEX,
  inWords,
  MEMO,
  memoInFull,
  outcome,
  outcomeOf,
  read,
  THOR,
} from "./asked.ts";

const MAYA = "maya13wrmhnh2qe98rjse30pl7u6jxszjjwl4d6tchk";
const SHARED = "within=100 affiliate=ss bps=1000";
const ON_MAYA = `network=mayachain TRADEACCOUNTSENABLED=1 ${SHARED}`;
const TO_SYNTH = `from=ETH to=BTC/BTC destination=${THOR}`;
const DAI = `ETH.DAI-${HEX.toUpperCase()}`;
const [ZEROS, ONES] = [`0x${"0".repeat(39)}`, "1".repeat(21)];
const affiliateOf = (length: number) => `affiliate=${"a".repeat(length)} bps=5`;
/** Bitcoin carries 80 bytes of a memo. */
const spare = 80 - `${MEMO}:::5`.length;
const RADIX = "2yspdmpd6jdgcffkk6vjkqa9fagf3wnha5xd06s3uje5wr9664arkf";
const TO_RADIX = `from=ETH to=XRD destination=account_rdx1${RADIX} refund=${HEX}`;
const HALT_IN_A_DAY = "parts=1/9 cap=9 HALTSIGNINGETH@90000";

const rows = cellsBelow(`
  memo
    an expiry in an hour | expiry=3600
    an expiry in a second | expiry=1
    more than dust | dust=999999
    no dust on the native chain | from=RUNE dust=1000000
    just the recommended minimum | min=1000000
    a total cost below half | out=500001
  memo_mismatch
    an address in another case
      | from-eth destination=${BASE58} memo==:BTC.BTC:${BASE58.toLowerCase()}
    a target that two tokens have
      | to=ETH.DAI-0XAAA111 lists=ETH.DAI-0XAAA111,ETH.DAI-0XBBB111 memo==:ETH.DAI:${HEX}
  sources_disagree
    a router of one | 0:router=0xr
  unreadable
    no expiry of one | 1:expiry=none
    a long expiry of one | 0:expiry=3601
    a long expiry of a native deposit | from=RUNE expiry=3700
    a synth while trading is halted on the native chain | from-eth from=ETH/ETH HALTTHORTRADING=1
  unavailable
    one source's expiry of now | 0:expiry=0
  =:e:${HEX}
    a target as short as both write it | memo==:e:${HEX}
  :0/3/7
    fewer parts, where one allows no more | parts=3/7 0:cap=4 0:memo=:0/3/4 1:cap=9
  ::${"a".repeat(spare)}:5
    80 bytes of a memo | ${affiliateOf(spare)}
  memo_too_long
    81 bytes of a memo | ${affiliateOf(spare + 1)}
  =:BTC.BTC:${BECH32}::${"a".repeat(60)}:5
    a chain that carries more | from-eth ${affiliateOf(60)}
  destination_is_vault
    a payout to a vault in capitals | destination=0x${HEX.slice(2).toUpperCase()} ETH.address=${HEX}
    a payout to a vault in the other form of Zcash
      | from=ETH to=ZEC lists=ZEC.ZEC destination=tex1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3rcmznv ZEC.address=t1KRqwQhktLV4BjbNLiuH6pb3AMoszZKcQB
    a payout to a router | ETH.router=${HEX}
  contract_destination
    a payout to a token | lists=${DAI}
    a payout to a precompiled contract | destination=${ZEROS}9
    nobody of Solana | from=ETH to=SOL.SOL destination=${"1".repeat(32)} lists=SOL.SOL
    nobody of Bitcoin | from=ETH to=BTC.BTC destination=${ONES}4oLvT2
    nobody of XRP | from=ETH to=XRP.XRP destination=${"r".repeat(21)}hoLvTp lists=XRP.XRP
    nobody of Tron
      | from=ETH to=TRON.TRX destination=T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb lists=TRON.TRX
  =:ETH.ETH:0x1${ZEROS.slice(2)}
    a payout to a wallet of many zeros | destination=0x1${ZEROS.slice(2)}
  =:XRD.XRD:${RADIX}/${HEX}
    an address of Radix as short as nodes write it
      | network=mayachain lists=XRD.XRD ${TO_RADIX} memo==:XRD.XRD:${RADIX}/${HEX}
  halted
    a synth while the native chain is halted | from-eth from=ETH/ETH HALTTHORCHAIN=1
  amount_too_small
    dust | dust=1000000
    less than what one recommends | 0:min=1000001
    an output of nothing | out=0 fee.outbound=1000000
  costly
    the nodes' own total of half | fee.outbound=1 fee.total_bps=5000
  halts_soon
    a halt soon of the chain of a synth sent | from-eth from=ETH/ETH HALTTHORCHAIN@600
    a halt soon of the chain of a synth paid | ${TO_SYNTH} HALTTHORCHAIN@600
    a halt soon of the asset sent | ${ON_MAYA} from-eth HALTTRADING-ETH-ETH@600
    a halt soon of the asset paid | ${ON_MAYA} from-eth HALTTRADING-BTC-BTC@600
    parts that may wait a day more | ${HALT_IN_A_DAY} STREAMINGSWAPPAUSE=1
  :0/1/9
    parts that end before a halt in a day | ${HALT_IN_A_DAY}
`);
for (const [expected, name, words = ""] of rows)
  test(`${name}: ${expected}`, async () =>
    expect(await outcome(words)).toBe(memoInFull(expected.replace(/^memo$/, MEMO))));

test("a payout to what one node calls a vault: destination_is_vault", async () => {
  const world = createQuoteWorld();
  changeRow(world, "BSC", { address: HEX }, "node1");
  expect(outcomeOf(await askWorld(world))).toBe("destination_is_vault");
});

test("a stand-in for the gas of either chain withholds all figures", async () => {
  for (const chain of ["BTC", "ETH"]) {
    const rates = `${chain}.gas_rate=2000000000 ${chain}.outbound_fee=2000000000`;
    const quote = await read(`estimate ${rates} ${chain}.outbound_tx_size=0`);
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

// Deposits of Ethereum take 120 s of confirmations, 720 s where they are slow. A block of Bitcoin
// takes 600 s, and a slow one six times as long.
const FROM_BTC = `from=BTC to=ETH destination=${HEX} HALTBTCTRADING@4200`;
const deadlines = rowsOf(`
  a quote of one source that ends sooner | 200 | 0:expiry=200
  a halt of the source | 300 | HALTETHTRADING@2100
  a halt of the target | 300 | HALTBTCCHAIN@2100
  a halt of payouts on the target | 300 | HALTSIGNINGBTC@2100
  a halt of payouts on the source | 900 | HALTSIGNINGETH@60
  the last block in time | 6 | HALTTRADING@1806
  a halt that comes too soon | too late | HALTTRADING@1800
  a halt of payouts that comes too soon | too late | HALTSIGNINGBTC@1140
  confirmations of one | 120 | HALTTRADING@3000 1:confirmed=480
  parts of one source | 180 | HALTTRADING@2700 1:swapped=1800
  parts and a delay | 180 | HALTTRADING@4500 swapped=1800 delayed=1800
  parts, and one source without a delay | 180 | HALTTRADING@2700 0:swapped=1800 1:delayed=none
  rapid parts, whose time is a best case | 180 | HALTTRADING@2700 swapped=900 blocks=9 cap=9
  parts that are blocks apart | 180 | HALTTRADING@2700 swapped=1800 blocks=9 cap=9 parts=1/9
  a block of the source | 600 | ${FROM_BTC} confirmed=0
  switched off: secured assets | 300 | HALTSECUREDGLOBAL@2100 from=ETH-ETH
  switched off: minted synths | 306 | MINTSYNTHS@2100 ${TO_SYNTH}
  switched off: burnt synths | 306 | BURNSYNTHS@2100 from=ETH/ETH
`);
for (const [name, left, words] of deadlines)
  test(`who sends has ${left} seconds: ${name}`, async () => {
    const isTooLate = left === "too late";
    for (const receiver of ["", "estimate"]) {
      const quote = await read(`from-eth confirmed=120 ${words} ${receiver}`);
      const sendBeforeMs = isTooLate ? null : 1_800_000_000_000 + Number(left) * 1_000;
      expect(quote.sendBeforeMs).toBe(sendBeforeMs);
      const code = isTooLate ? "halts_soon" : "no_destination";
      if (quote.memo === null) expect(quote.withheld?.code).toBe(code);
    }
  });

test("parts between assets of the own chain may wait a year, and all others a day", async () => {
  const waiting = "parts=1/9 cap=9 STREAMINGSWAPPAUSE=1 HALTTRADING@9000000";
  expect((await read(`from-eth ${waiting}`)).withheld).toBeNull();
  const own = await read(`from=ETH/ETH to=BTC/BTC destination=${THOR} ${waiting}`);
  expect(own.withheld?.code).toBe("halts_soon");
  const named = own.warnings.find(({ code }) => code === "halt_scheduled")?.message.params;
  expect(named).toMatchObject({ halts: { halts: [{ timeMs: 1_809_000_000_000 }] } });
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

// The limit, less what is taken after the network held it against the output.
const SPLIT = "within=100 parts=3/3 cap=9";
const NO_FEE = "fee.asset=ETH.ETH";
const least = rowsOf(`
  no limit | null |
  one part, and no fee stated | 990000 | within=100 ${NO_FEE}
  the lesser of two limits | 990000 | within=100 0:memo=:999000 1:memo=:990000
  an affiliate's share | 890950 | ${SHARED}
  a share that is rounded up | 891000 | ${SHARED} out=1000002 fee.outbound=1
  parts, which share the fee | 989500 | ${SPLIT}
  parts, and no fee stated | null | ${SPLIT} ${NO_FEE}
  parts, and one source states no fee | null | ${SPLIT} apart 0:${NO_FEE} 1:fee.outbound=100
  parts, and fees that are near | 989450 | ${SPLIT} apart 0:fee.outbound=550 1:fee.outbound=500
  a fee above the limit | null | within=9990 parts=3/3 cap=9 fee.outbound=1000
  an asset of the native chain | 989500 | within=100 ${TO_SYNTH}
  MAYAChain, one part | 990000 | ${ON_MAYA}
  MAYAChain, parts | 890500 | ${ON_MAYA} parts=3/3 cap=9
  MAYAChain, one streaming part | 890500 | ${ON_MAYA} parts=3/3 cap=1
  MAYAChain, a synth | 990000 | ${ON_MAYA} from=ETH to=BTC/BTC destination=${MAYA}
  MAYAChain, a trade asset | 890950 | ${ON_MAYA} from=ETH to=BTC~BTC destination=${MAYA}
`);
for (const [name, amount, words = ""] of least)
  test(`received at least, of ${name}: ${amount}`, async () => {
    const quote = await read(words);
    expect(quote.memo, inWords(quote.reason)).not.toBeNull();
    const { plannedMinimum } = await read(`${words} estimate`);
    expect([quote.minReceived, quote.plannedMinimum].map(String)).toEqual([amount, "null"]);
    expect(`${plannedMinimum}`).toBe(amount);
  });

const notes = rowsOf(`
  alike | Send it. | 0:notes=Send+it. 1:notes=+Send+it.
  left out by one | null | 0:notes=Send+it.
  that differ | null | 0:notes=Send+it. 1:notes=Send+all.
  that are blank | null | notes=+
  with what cannot be seen | Send it. | 0:notes=Send+it.\u0007\u202e\u200b+ 1:notes=Send+it.
  of an estimate | null | notes=Send+it. estimate
`);
for (const [name, expected, words] of notes)
  test(`the nodes' own notes, ${name}: ${expected}`, async () =>
    expect(`${(await read(`${words}`)).networkNotes}`).toBe(expected));

test("notes are cut where they are too long", async () => {
  const notesOf = async (length: number) =>
    (await read(`notes=${"a".repeat(length)}`)).networkNotes;
  expect(await notesOf(800)).toBe("a".repeat(800));
  expect(await notesOf(801)).toMatch(/^.{1,800}$/);
});
