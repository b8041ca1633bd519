// What is said of a chain and of the network by what the nodes say: `open` needs whole, fresh facts on which they agree.
import { expect, test } from "@playwright/test";
import { createScene, type Options, playScene, tell } from "../../support/scene.ts";
import { holdRow, rowsOf, sceneOf } from "../../support/scene-text.ts";

const one = { nodes: 1 };
const two = {};
const maya: Options = { network: "mayachain" };
const gateway = { node0: "https://a.gateway.test", node1: "https://b.gateway.test" };
/** Two nodes, and one source. */
const oneOperator = { urls: gateway };
const noIndexer = { indexers: 0 };
/** Two of three nodes are of one operator. */
const twoOfOne = {
  ...noIndexer,
  nodes: 3,
  urls: { node0: gateway.node0, node2: gateway.node1 },
};

const crowd = [..."QPONMLKJIHGFEDCBA"].map((letter) => `Z${letter}`).join();

const ages = `
  the newest block grows old: all halt; stands => halted | BTC open | failure none
    then: after 30000 => halted | BTC open | failure none
    then: after 1
      => network unknown stale 31 | halted (stale 31); S unknown stale 31 | failure stale | BTC TDSL unknown stale 31
    then: after 29999 => BTC TDSL unknown stale 1
    then: after 1 => BTC TDSL unknown stale 61 | network unknown stale 61
    then: after 539999 => halted (stale 10); S unknown stale 10
    then: after 1 => ETH TDSL unknown stale 10
`;

const untold = ["no-votes", "no-rows", "empty-rows", "no-height"];
const flags = ["halted", "global_trading_paused", "chain_trading_paused"];
const missing = flags.map(
  (flag) => `
  ${flag} is missing: all ETH.${flag}=none => ETH TDL unknown unreadable | BTC open | network open
  and the chain is halted, ${flag}: all HALTETHCHAIN=1 ETH.${flag}=none
    => ETH TDSL halted HALTETHCHAIN
  ${flag} of one node: node1 ETH.${flag}=true => ${flag === "global_trading_paused" ? "network" : "ETH TDL"} unknown apart`,
);
const others = ["node0", "node1"].flatMap((name) =>
  ["address", "router"].map(
    (field) => `${name} names another ${field}: ${name} ETH.${field}=elsewhere => disputed`,
  ),
);

/** See `scene-text.ts`. */
const tables: readonly (readonly [options: Options, table: string])[] = [
  ...[two, { indexers: 0 }, one].map((options) => [options, ages] as const),
  [two, [...missing, ...others].join("\n")],
  [
    two,
    [...untold, "silent"]
      .map(
        (word) => `
        the second is ${word}: node1 ${word} => nothing one_source
        the first is ${word}: node0 ${word} => nothing one_source | nodes not ok`,
      )
      .join(""),
  ],
  [one, untold.map((word) => `one is ${word}: node0 ${word} => nothing unreadable`).join("\n")],
  [one, "one is silent: node0 silent => nothing upstream_unavailable"],
  [
    two,
    `
  two nodes 5 blocks apart: node1 +5 => allOpen
  two nodes further apart: node0 +2; node1 -4 => nothing apart 6
  a halt said by two nodes so far apart: all HALTETHCHAIN=1; node0 +2; node1 -4
    => ETH TDSL halted HALTETHCHAIN | BTC TDSL unknown apart 6
  a halt said by one of them: node0 halt +2; node1 -4 => ETH TDL unknown apart; S unknown apart 6
  a halt that only the higher node has reached: all HALTETHTRADING=H+2; node1 +1 => halted
  a halt that only the higher node voted for: node1 HALTETHTRADING=H+2 +1 => disputed
  a pause that one of two nodes has passed: all NODEPAUSECHAINGLOBAL=H; node1 +1
    => ETH TDSL halted NODEPAUSECHAINGLOBAL
  a pause that one of two nodes alone voted for: node0 NODEPAUSECHAINGLOBAL=H; node1 +1
    => ETH TDSL unknown apart
  a node that went back, beside another: after 60000 => allOpen
    then: after 6000; node0 -10 => nothing apart 10
  an absurd height is forgotten after 600 s: node1 +1000000000 => failure apart
    then: after 12000 => failure one_source
    then: after 588000 => failure one_source
    then: after 6001 => failure none
  a halt stands until a node is as far as the block at which it was read: all halt; node0 -4
    => halted
    then: after 6000; all HALTETHTRADING=0; node0 -4; node1 silent
      => halted (stale 30 < node_lag 3); S unknown one_source
    then: after 12000; node0 -4; node1 silent
      => halted (stale 42 < node_lag 1); S unknown one_source
    then: after 6000; node0 -4; node1 silent => nothing one_source
    then: after 30000 =>
    then: after 12000 => allOpen
  a height that no clock bears out keeps no halt from being remembered: node1 +1000000
    => failure apart
    then: after 12000; all halt => halted; S unknown one_source
    then: after 12000; node0 silent; node1 silent
      => halted (stale 24 < upstream_unavailable); S unknown upstream_unavailable
  a halt that the one node says which answers: node0 HALTETHCHAIN=1; node1 silent
    => ETH TDSL halted HALTETHCHAIN
  a halt said by a node that tells no rows: node1 HALTETHCHAIN=1 no-rows => ETH TDSL unknown apart
  and denied by one that tells none either: node0 no-rows; node1 HALTETHCHAIN=1 no-rows
    => ETH TDSL halted HALTETHCHAIN
  a halt that nobody can date: node1 halt no-height => nothing one_source
  one of two nodes says halted: node1 halt => disputed
  the other of them does: node0 halt => disputed | parameters
  one says it by a key, one by a flag: node0 halt; node1 ETH.chain_trading_paused=true
    => halted chain_trading_paused
  a halt that a node behind alone says: node1 halt -6
    => ETH TDL unknown apart; S unknown apart 6
  payouts: node1 HALTSIGNINGETH=1 => ETH S unknown apart
  both halt with other values: node0 halt; node1 HALTETHTRADING=9 => halted | parameters HALTETHTRADING=1
  one says that a chain has ended: node1 RAGNAROK-ETH-ETH=1 => disputed
  one, and the other is silent: node0 RAGNAROK-ETH-ETH=1; node1 silent => nothing one_source
  an alarm of one: node1 COMPROMISEDVAULT-A=1
    => ETH TDL unknown vault_alarm | network unknown vault_alarm
  a row that one has: node1 -ETH => disputed
  a flag that one has: node1 ETH.halted=none => ETH TDL unknown unreadable | BTC open | network open
  a halt that one schedules: node1 HALTETHTRADING=H+20 => disputed | soon ETH
  a halt that both schedule: all HALTETHTRADING=40m
    => ETH open | soon ETH HALTETHTRADING 25000400 2400
  a halt that they schedule at two blocks: all HALTETHTRADING=H+50; node0 HALTETHTRADING=H+20
    => disputed | soon ETH | parameters
  a halt in force at one and scheduled at the other: node0 halt; node1 HALTETHTRADING=H+20
    => disputed | parameters
  a halt scheduled by one, whose votes alone are known: node0 HALTETHTRADING=20m; node1 no-votes
    => soon ETH HALTETHTRADING 25000200 1200
  the foremost node dates a halt: all HALTETHTRADING=20m; node1 +2
    => soon ETH HALTETHTRADING 25000200 1188
  a halt of the network that one schedules: node1 HALTTRADING=20m
    => network unknown apart | ETH TDL unknown apart
  a change of the network that one schedules: node1 SCHEDULEDMIGRATION=20m
    => network open | ETH D unknown apart
  a pause of one pool that one says: node1 PAUSELPDEPOSIT-ETH-ETH=1
    => allOpen | sign open | warnings sources_disagree | parameters
  a token that one halts: node1 RAGNAROK-ETH-USDC-0XA0B8=1
    => ETH open | sign sources_disagree | warnings sources_disagree
  and its chain as well: node1 RAGNAROK-ETH-USDC-0XA0B8=1 halt
    => disputed | warnings sources_disagree
  one row is halted: all ETH.halted=true => ETH TDL halted halted | THOR open | network open
  one row says that all is paused: all ETH.global_trading_paused=true
    => ETH TDL halted global_trading_paused | THOR TDL halted global_trading_paused
  then: => network halted global_trading_paused | BTC open
  liquidity alone is paused: all ETH.chain_lp_actions_paused=true
    => ETH L halted chain_lp_actions_paused
  whether liquidity is paused is missing: all ETH.chain_lp_actions_paused=none
    => ETH L unknown unreadable
  names stand in one order, each once: all SOLVENCYHALTETHCHAIN=1 HALTETHTRADING=1 HALTTRADING=1 NODEPAUSECHAINGLOBAL=H ETH.halted=true ETH.chain_trading_paused=true
    => ETH TDL halted HALTTRADING HALTETHTRADING NODEPAUSECHAINGLOBAL SOLVENCYHALTETHCHAIN halted chain_trading_paused; S halted NODEPAUSECHAINGLOBAL SOLVENCYHALTETHCHAIN
  no row: all -ETH => ETH TDL unknown not_listed | BTC open
  no row, and the chain is halted: all HALTETHCHAIN=1 -ETH => ETH TDSL halted HALTETHCHAIN
  no address: all ETH.address= => ETH TDL unknown unreadable | BTC open
  two rows of one chain: node0 lists=BTC; node1 lists=BTC => BTC TDL unknown unreadable | ETH open
  no chain is open: all HALTBTCTRADING=1; node0 only=BTC; node1 only=BTC
    => network unknown unreadable | THOR open | failure none
  a chain that the preset lacks: node0 lists=ZB,ZA; node1 lists=ZA,ZB => others ZA ZB | ZA D unknown deposit_not_known
  that halts, and another that has ended: all HALTZATRADING=1 RAGNAROK-ZB-ZB=1; node0 lists=ZA,ZB; node1 lists=ZA,ZB
    => ZA TDL halted HALTZATRADING | ZB TDL halted RAGNAROK-ZB-ZB | parameters HALTZATRADING=1 RAGNAROK-ZB-ZB=1
  that one node alone lists: node0 lists=ZA,ZB,ZB; node1 lists=ZA => others ZA
  that one node alone lists, and the other no chain: node0 lists=ZA; node1 no-rows => others
  at most 16 others, in their order: node0 lists=${crowd}; node1 lists=${crowd}
    => others ZA ZB ZC ZD ZE ZF ZG ZH ZI ZJ ZK ZL ZM ZN ZO ZP
  `,
  ],
  [
    one,
    `
  a clock 5 s ahead: node0 clock+5000; indexer0 clock+5000 => allOpen
  a clock further ahead: node0 halt clock+6000; indexer0 clock+6000 => nothing clock_skew 6
  a clock ahead beside one that is right: indexer0 clock+3600000 => allOpen
  no clock: node0 no-block; indexer0 silent => nothing no_clock
  a stuck indexer, and a node that goes on: => allOpen
    then: after 600000; indexer0 clock-600000 block-100 => allOpen
  an indexer that went back: after 60000 => allOpen
    then: after 6000; indexer0 block-7 => allOpen
  a node that stands still while the indexer's blocks go on: stands => allOpen
    then: after 31000; indexer0 clock+31000 => nothing stale 31
  a node that tells no block, and an indexer that does: node0 no-block => nothing no_clock
  one node 5 blocks from the clock: node0 +5 => allOpen
  one node 6 blocks from the clock: node0 +6 => nothing node_lag 6
  a halt said by a node that is behind: node0 halt -5 => halted
    then: after 6000; node0 halt -6 => halted (stale 36); S unknown node_lag 6
  a halt said from 600 s ago: node0 halt -100 => halted (stale 10); S unknown node_lag 100
  a halt said from longer ago: node0 halt -101 => nothing node_lag 101
  a halt said from far ahead: node0 halt +6
    => halted; S unknown node_lag 6 | network unknown node_lag 6
  the same, and the clock is as high: all HALTETHTRADING=H+2; indexer0 block+1 => halted
  a pause that the clock alone has passed: all NODEPAUSECHAINGLOBAL=H; indexer0 block+1
    => ETH TDSL halted NODEPAUSECHAINGLOBAL | parameters NODEPAUSECHAINGLOBAL=25000000
  that the node alone has passed: all NODEPAUSECHAINGLOBAL=H; node0 +1; indexer0 block+0
    => ETH TDSL halted NODEPAUSECHAINGLOBAL
  that both have passed: all NODEPAUSECHAINGLOBAL=H; node0 +1; indexer0 block+1
    => ETH open | parameters
  a node that went back: after 60000 => allOpen
    then: after 6000; node0 -5 => allOpen
    then: after 6000; node0 halt -12
      => network unknown height_rollback | halted (stale); S unknown height_rollback | failure height_rollback | nodes not
    then: after 6000 => ETH open | nodes ok
  what was halted when last read, and the node went back: all halt => halted
    then: after 6000; all HALTETHTRADING=0; node0 -12
      => halted (stale 6 < height_rollback); S unknown height_rollback
  a node that went back by 4 blocks: stands => allOpen
    then: after 6000; node0 -4 => allOpen
  a node that went back by 5 blocks is too old, and no more: stands => allOpen
    then: after 6000; node0 -5 => nothing stale 36
  what was halted when last read, while no node answers: all HALTETHCHAIN=1
    => ETH TDSL halted HALTETHCHAIN
    then: after 9000; node0 silent
      => network unknown upstream_unavailable | ETH TDSL halted HALTETHCHAIN (stale 9 < upstream_unavailable) | failure upstream_unavailable | BTC TDSL unknown upstream_unavailable
    then: after 591000; node0 silent; indexer0 silent
      => ETH TDSL halted HALTETHCHAIN (stale 10 < upstream_unavailable)
    then: after 1; node0 silent; indexer0 silent => nothing upstream_unavailable
  what only old facts called halted: node0 halt -6 => halted (stale 36); S unknown node_lag 6
    then: after 9000; node0 silent => nothing upstream_unavailable
  what was halted in the network: all HALTTRADING=1
    => network halted HALTTRADING | failure none | warnings halted one_source
    then: after 9000; node0 silent
      => network halted HALTTRADING (stale 9 < upstream_unavailable) | sign halted | warnings halted one_source
  a fresh clock, and a node that does not tell its rows: all halt => halted
    then: after 6000; all HALTETHTRADING=0; node0 no-rows => nothing unreadable
  what an old block calls open: all halt; stands => halted
    then: after 40000; all HALTETHTRADING=0
      => halted (stale 40 < stale 40); S unknown stale 40 | BTC TDSL unknown stale 40
  `,
  ],
  [
    noIndexer,
    `
  one of two nodes tells no block: node1 no-block => nothing no_clock
  the other of them tells none: node0 no-block => nothing no_clock
  blocks far above what their nodes have: node0 -6 block+0; node1 -6 block+0 => nothing no_clock
  blocks a little above: node0 -5 block+0; node1 -5 block+0 => allOpen
  the older of two blocks counts: node0 clock-31000 => nothing stale 31
  the older of two blocks counts, by the second: node1 clock-31000 => nothing stale 31
  `,
  ],
  [
    { shownMs: 1_000 },
    `
  what is shown for a second is a second older at its end: stands => allOpen
    then: after 29000 => allOpen
    then: after 1 => nothing stale 31
  `,
  ],
  [
    twoOfOne,
    `
  two nodes of one operator outvote nobody: node1 +10 => nothing apart 10
  `,
  ],
  [
    one,
    `
  a height that is lower after 600 s: => allOpen
    then: after 600000; node0 -106 => nothing height_rollback
  a height that is lower after more than 600 s: => allOpen
    then: after 600001; node0 -106 => failure node_lag
  `,
  ],
  [
    oneOperator,
    `
  a halt that nobody can date, of one operator: node1 halt no-height
    => ETH TDL unknown apart | BTC open | parameters
  rows that one node of one operator does not give: node1 no-rows => allOpen
  two nodes of one operator that differ: node1 halt => halted
  `,
  ],
  [
    maya,
    `
  on MAYAChain THOR is a chain with a row: all HALTTHORCHAIN=1
    => THOR TDSL halted HALTTHORCHAIN | MAYA open
  `,
  ],
];
for (const [index, [options, table]] of tables.entries())
  for (const row of rowsOf(table)) test(`${index}: ${row.danger}`, () => holdRow(row, options));

/** Where a deposit may be sent and until when, or why not. */
const addresses: typeof tables = [
  [
    two,
    `
  neither payouts nor liquidity stop deposits: all HALTSIGNINGBTC=1 PAUSELP=1 => @BTC shown
  a halted chain: all halt => @ETH halted | @BTC shown | @warnings
  the halted native chain: all HALTTHORCHAIN=1 => @THOR native_chain
  an address that is none: all ETH.address=<b> => @ETH unreadable | ETH open
  a router that is none: all ETH.router=<b> => @ETH unreadable
  another address: node1 ETH.address=other => @ETH apart | @BTC shown
  a new chain: node0 lists=ZA; node1 lists=ZA => @ZA deposit_not_known | ZA D unknown deposit_not_known
  gas that the network does not know: all ETH.outbound_tx_size=0
    => @ETH unreadable | ETH D unknown unreadable
  gas of a blank size at one node: all ETH.outbound_tx_size=00; node1 ETH.outbound_tx_size=
    => @ETH unreadable
  gas that one node does not know: node1 ETH.outbound_tx_size=0 => @ETH apart
  gas of which one node tells no size: all ETH.outbound_tx_size=0; node1 ETH.outbound_tx_size=none
    => @ETH apart
  a halt a day and 61 minutes ahead: all HALTBTCTRADING=1501m => @BTC btcvault1 by 2, 60 s
  a halt a day and an hour ahead: all HALTBTCTRADING=1500m => @BTC halts_soon | @ETH halts_soon
  a halt of all trading: all HALTTRADING=1501m => @BTC btcvault1 by 2, 60 s
  of all payouts: all HALTSIGNING=1500m => @BTC halts_soon
  a change of the network: all SCHEDULEDMIGRATION=1500m => @BTC halts_soon
  a halt of another chain a day and 61 minutes ahead: all HALTLTCTRADING=1501m
    => @BTC btcvault1 by 2, 60 s | @ETH ethvault1 0xrouter by 2, 60 s | @warnings halt_scheduled
  a halt of another chain a day and an hour ahead: all HALTLTCTRADING=1500m
    => @BTC halts_soon | @ETH halts_soon | @warnings halt_scheduled
  a halt of another chain in an hour: all HALTLTCTRADING=60m => @BTC halts_soon | LTC open
  of its payouts: all HALTSIGNINGLTC=1500m => @ETH halts_soon
  a halt that one node schedules: node1 HALTSIGNINGLTC=900m => @BTC apart
  a halt that nobody can date: all HALTBTCTRADING=1e14 => @BTC shown
  deposits an hour and a minute before: all HALTBTCTRADING=61m => BTC open | @BTC halts_soon
  deposits an hour before: all HALTBTCTRADING=60m => BTC D unknown halts_soon
  deposits of a halted chain: all HALTBTCTRADING=60m HALTTRADING=1 => BTC TDL halted HALTTRADING
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
  a halt of its gas asset: all HALTTRADING-BTC-BTC=1499m => @BTC halts_soon | @ETH halts_soon
  `,
  ],
];
for (const [options, table] of addresses)
  for (const row of rowsOf(table)) test(`an address: ${row.danger}`, () => holdRow(row, options));

test("what is halted is remembered of a network that began again at a lower block", async () => {
  const world = createScene();
  await tell(world, []);
  world.startHeight -= 300;
  playScene(world, sceneOf("after 606000; all halt"));
  await tell(world, []);
  playScene(world, sceneOf("after 6000; node0 silent; node1 silent"));
  expect((await tell(world, ["ETH"])).ETH).toMatch(/^TDL halted HALTETHTRADING/);
});
