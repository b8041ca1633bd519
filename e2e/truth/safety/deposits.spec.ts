// Where a deposit may be sent and until when: for a chain, for one swap and for a pool, each with why it may not.
import { expect, test } from "@playwright/test";
import { poolsWith, scriptNodes } from "../../support/changes.ts";
import { createScene, type Options, reasonText, verdictText } from "../../support/scene.ts";
import { fieldOf, holdRow, rowsOf, sceneOf } from "../../support/scene-text.ts";
import { poolBody } from "../../support/wire.ts";
import { down } from "../../support/world.ts";

const one = { nodes: 1 };
const two = {};
const gateway = { node0: "https://a.gateway.test", node1: "https://b.gateway.test" };
/** Two nodes, and one source. */
const oneOperator = { urls: gateway };
const maya: Options = { network: "mayachain" };

/** See `scene-text.ts`. */
const addresses: readonly (readonly [options: Options, table: string])[] = [
  [
    two,
    `
  nothing is wrong: => @BTC shown | @ETH shown | @THOR native_chain | @ZZZ none | @warnings
  neither payouts nor liquidity stop deposits: all HALTSIGNINGBTC=1 PAUSELP=1 => @BTC shown
  a halted chain: all halt => @ETH halted | @BTC shown | @warnings
  the halted native chain: all HALTTHORCHAIN=1 => @THOR native_chain
  a chain without an address: all ETH.address= => @ETH unreadable
  an address that is none: all ETH.address=<b> => @ETH unreadable | ETH open
  a router that is none: all ETH.router=<b> => @ETH unreadable
  another address: node1 ETH.address=other => @ETH apart | @BTC shown
  a new chain: node0 lists=ZA; node1 lists=ZA => @ZA deposit_not_known | ZA open
  gas that the network does not know: all ETH.outbound_tx_size=0 => @ETH unreadable | ETH open
  gas of a blank size at one node: all ETH.outbound_tx_size=00; node1 ETH.outbound_tx_size=
    => @ETH unreadable
  gas that one node does not know: node1 ETH.outbound_tx_size=0 => @ETH apart
  gas of which one node tells no size: all ETH.outbound_tx_size=0; node1 ETH.outbound_tx_size=none
    => @ETH apart
  a halt of its chain in a day and 75 minutes: all HALTBTCTRADING=1515m => @BTC shown | @warnings
  a halt a day and 61 minutes ahead: all HALTBTCTRADING=1501m => @BTC btcvault1 by 2, 60 s
  a halt a day and an hour ahead: all HALTBTCTRADING=1500m => @BTC halts_soon | @ETH shown
  Ether has faster blocks: all HALTETHTRADING=1442m
    => @ETH ethvault1 0xrouter by 2, 48 s | @BTC shown | @warnings
  a halt of all trading: all HALTTRADING=1501m => @BTC btcvault1 by 2, 60 s
  of all payouts: all HALTSIGNING=1500m => @BTC halts_soon
  a change of the network: all SCHEDULEDMIGRATION=1500m => @BTC halts_soon
  a halt of another chain: all HALTLTCTRADING=61m
    => @BTC btcvault1 by 2, 60 s | @ETH shown | @warnings halt_scheduled
  a halt of another chain in an hour: all HALTLTCTRADING=60m => @BTC halts_soon | LTC open
  of its payouts: all HALTSIGNINGLTC=40m => @ETH ethvault1 0xrouter by 2, 600 s
  a halt that one node schedules: node1 HALTSIGNINGLTC=900m => @BTC apart
  a halt that nobody can date: all HALTBTCTRADING=1e14 => @BTC shown
  deposits an hour and a minute before: all HALTBTCTRADING=61m => BTC open | @BTC halts_soon
  deposits an hour before: all HALTBTCTRADING=60m => BTC D unknown halts_soon
  deposits of a halted chain: all HALTBTCTRADING=60m HALTTRADING=1 => BTC TDL halted HALTTRADING
  deposits of an unlisted chain count as the slowest: all HALTZATRADING=60m; node0 lists=ZA; node1 lists=ZA
    => ZA D unknown halts_soon
  `,
  ],
  [
    one,
    `
  one node is configured: => @BTC btcvault1 by 1, 900 s
  no node: node0 silent => @BTC upstream_unavailable
  `,
  ],
  [
    oneOperator,
    `
  two nodes of one operator are one source: => @BTC btcvault1 by 1, 900 s
  `,
  ],
  [
    maya,
    `
  a chain whose deposits nobody checked:
    => @XRD deposit_not_known | @ADA deposit_not_known | @ETH shown
  a halt of its gas asset: all HALTTRADING-BTC-BTC=1499m => @BTC halts_soon | @ETH shown
  `,
  ],
];
for (const [options, table] of addresses)
  for (const row of rowsOf(table)) test(`an address: ${row.danger}`, () => holdRow(row, options));

/**
 * One swap from Bitcoin: the seconds left to send, or why it may not be sent. Six times 1,200 s to
 * confirm and 180 s until the payout are 123 minutes.
 */
const quotes: readonly (readonly [options: Options, to: string, table: string])[] = [
  [
    two,
    "ETH.ETH",
    `
  no halt: => 900
  a halt of the source in 139 minutes: all HALTBTCTRADING=139m => 900
  in 133 minutes: all HALTBTCTRADING=133m => 600
  of the target: all HALTETHTRADING=133m => 600
  of every chain: all HALTTRADING=133m => 600
  of the whole target: all HALTETHCHAIN=133m => 600
  of two the sooner: all HALTETHTRADING=136m HALTBTCTRADING=128m => 300
  in 123 minutes: all HALTTRADING=123m => halts_soon
  of another chain: all HALTLTCTRADING=123m => 900
  of payouts on the target: all HALTSIGNINGETH=133m => 600
  of all payouts: all HALTSIGNING=133m => 600
  of payouts on the source: all HALTSIGNINGBTC=123m => 900
  of liquidity: all PAUSELP=123m => 900
  a change of the network: all SCHEDULEDMIGRATION=123m => halts_soon
  of another asset: all HALTTCYTRADING=123m => 900
  that one node schedules: node1 HALTTRADING=9000m => providers_disagree
    `,
  ],
  [maya, "ETH.ETH", "of an asset: all HALTTRADING-BTC-BTC=122m => halts_soon"],
  [two, "ETH-ETH", "of a form: all HALTSECUREDGLOBAL=123m => halts_soon"],
];
for (const [options, to, table] of quotes)
  for (const { danger, steps } of rowsOf(table))
    test(`one swap: ${danger}`, async () => {
      const [[scene, expected]] = steps as [readonly [string, string]];
      const { network, nowMs } = createScene(sceneOf(scene), options);
      const { sendBeforeMs, reason } = await network.getQuote({ from: "BTC.BTC", to, amount: "1" });
      const seconds = sendBeforeMs === null ? null : (sendBeforeMs - nowMs) / 1000;
      expect(seconds === null ? reason && reasonText(reason) : `${seconds}`).toBe(expected.trim());
    });

const USDC = "ETH.USDC-0XA0B8";
/** Of a pool, Ether's if none is named: a member of its row, and what becomes of its swaps. */
const pools = `
  it trades: => open
  a status=available in other letters: => open
  no trading_halted=none is told: => open
  its chain is halted: all halt => halted HALTETHTRADING
  the chain of ETH.USDC-0XA0B8 has ended: all RAGNAROK-ETH-ETH=1 => halted RAGNAROK-ETH-ETH
  ETH.USDC-0XA0B8 has ended: all RAGNAROK-ETH-USDC-0XA0B8=1 => halted RAGNAROK-ETH-USDC-0XA0B8
  another asset than ETH.USDC-0XA0B8 has ended: all RAGNAROK-ETH-USDT-0XDA=1 => open
  trading_halted=true: => halted trading_halted
  status=Staged: => halted pool_status
  status=Suspended and trading_halted=true: => halted trading_halted pool_status
  trading_halted=true, and its chain: all HALTTRADING=1 => halted HALTTRADING trading_halted
  liquidity and payouts are another matter: all PAUSELP=1 HALTSIGNING=1 => open
  the chain of NEW.NEW is not listed: => unknown unreadable
  its chain is doubted: node1 ETH.halted=true => unknown providers_disagree
  the native chain of THOR.TCY stands: all HALTTHORCHAIN=1 => halted HALTTHORCHAIN
  THOR.TCY is halted from the next block on: all HALTTCYTRADING=H+1 => halted HALTTCYTRADING
  THOR.TCY is halted a block later: all HALTTCYTRADING=H+2 => open
`;
for (const { danger, steps } of rowsOf(pools))
  test(`a pool: ${danger}`, async () => {
    const [[scene, expected]] = steps as [readonly [string, string]];
    const world = createScene(sceneOf(scene));
    const [asset = "ETH.ETH"] = /\b[A-Z]+\.[-A-Z0-9]+/.exec(danger) ?? [];
    const members = danger.matchAll(/(\w+)=(\w+)/g);
    const changes = Object.fromEntries(
      [...members].map(([, name, value]) => [name, fieldOf(value ?? "")]),
    );
    const depths = ["1000000000000", "700000000000000", "100000000"] as const;
    const more = [USDC, "NEW.NEW", "THOR.TCY"].map((name) => poolBody("thorchain", name, depths));
    const [bitcoin, ether] = poolsWith(world, changes);
    scriptNodes(world, { pools: [bitcoin, ether, ...more] });
    const row = (await world.network.getPools()).pools.find((pool) => pool.asset === asset);
    expect(row && verdictText(row.trading)).toBe(expected.trim());
  });

const pairs: readonly [danger: string, to: string, expected: string, isUnread?: boolean][] = [
  ["a staged target", USDC, "halted pool_status"],
  ["the native asset has none", "THOR.RUNE", "open"],
  ["pools that were not read", "THOR.RUNE", "unknown upstream_unavailable", true],
];
for (const [danger, to, expected, isUnread] of pairs)
  test(`a pair: ${danger}`, async () => {
    const world = createScene();
    if (isUnread) scriptNodes(world, { pools: down });
    const quote = await world.network.getQuote({ from: "BTC.BTC", to, amount: "1" });
    expect(verdictText(quote.trading)).toBe(expected);
  });
