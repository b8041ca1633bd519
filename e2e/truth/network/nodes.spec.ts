// Which nodes are asked, which of them are compared, and what counts as a contradiction: of three operators two decide.
import { expect, test } from "@playwright/test";
import { createScene, type Options, playScene, tell } from "../../support/scene.ts";
import { holdRow, rowsOf, sceneOf } from "../../support/scene-text.ts";
import { createWorld, hang, status, type World } from "../../support/world.ts";

const three: Options = { nodes: 3 };
/** Two of the three nodes are of one operator. */
const gateway: Options = {
  ...three,
  urls: { node1: "https://a.gateway.test", node2: "https://b.gateway.test" },
};
const countCalls = (world: World, name: string) =>
  world.calls.filter((call) => call.startsWith(`${name} `)).length;

/** What one of two nodes tells otherwise, whichever of the two it is. */
const contradictions = `
  another address: node1 BTC.address=thief => a contradiction
  another router: node1 BTC.router=0xthief => a contradiction
  no router and a blank one: node1 BTC.router= => alike
  a halted row: node1 BTC.halted=true => a contradiction
  a halted network: node1 BTC.global_trading_paused=true => a contradiction
  a halted chain: node1 BTC.chain_trading_paused=true => a contradiction
  a pause of liquidity: node1 BTC.chain_lp_actions_paused=true => a contradiction
  a flag left out: node1 BTC.halted=none => a contradiction
  another unit of gas: node1 BTC.gas_rate_units=gwei => a contradiction
  another size: node1 BTC.outbound_tx_size=0 => a contradiction
  another dust: node1 BTC.dust_threshold=1001 => a contradiction
  a fee 10 % apart: node1 BTC.outbound_fee=993 => alike
  a fee further apart: node1 BTC.outbound_fee=992 => a contradiction
  a fee left out: node1 BTC.outbound_fee=none => a contradiction
  no fee: node0 BTC.outbound_fee=; node1 BTC.outbound_fee= => alike
  a rate 10 % apart: node1 BTC.gas_rate=9 => alike
  a rate further apart: node1 BTC.gas_rate=8 => a contradiction
  a rate that is no number: node1 BTC.gas_rate=1e9 => a contradiction
  rates that are none: node0 BTC.gas_rate=1x; node1 BTC.gas_rate=2x => alike
  a rate left out: node1 BTC.gas_rate=none => a contradiction
  a chain more: node1 lists=ZA => a contradiction
  a row twice: node1 lists=BTC => a contradiction
  two rows of which one differs: node0 lists=BTC; node1 lists=BTC BTC.address=thief => a contradiction
  rows in another order: node0 lists=ZA,ZB; node1 lists=ZB,ZA => alike
  another vote: node1 L1SLIPMINBPS=6 => a contradiction
  a block 22 s older: node1 clock-22000 => alike
  a block more than 22 s older: node1 clock-22001 => a contradiction
  no block: node1 no-block => a contradiction
  a vote more: node1 HALTBTCCHAIN=1 => a contradiction
  a vote of 0 more: node1 HALTBTCCHAIN=0 => a contradiction
  an unset vote, listed: node1 HALTBTCCHAIN=-1 => alike
  two ways to write an unset vote: node0 HALTBTCCHAIN=-1; node1 HALTBTCCHAIN=-2 => alike
`;
for (const { danger, steps } of rowsOf(contradictions))
  test(`${danger}: what is a contradiction`, async () => {
    const [[scene, told]] = steps as [readonly [string, string]];
    const turned = scene.replace(/node(\d)/g, (_, node) => `node${1 - node}`);
    for (const words of [scene, turned]) {
      const world = createScene(sceneOf(words), three);
      await world.network.getStatus();
      expect(countCalls(world, "node2") > 0).toBe(told.trim() !== "alike");
    }
  });

/** It is compared like the others. */
const replaced = ["silent", "-1000", "no-votes"].flatMap((word) =>
  ["node0", "node1"].map(
    (name) => `
    the third takes the place of ${name}, ${word}: ${name} ${word} => allOpen | @ETH shown
    then: after 10000; ${name} ${word}; node2 halt => disputed | @ETH apart`,
  ),
);

const alone = ["node0", "node1", "node2"].map(
  (name) => `
  ${name} alone says halted: node1 BTC.address=thief => warnings outvoted
    then: after 6000; ${name} halt => allOpen | warnings outvoted | nodes ok ok ok | @ETH shown`,
);

/** See `scene-text.ts`. */
const readings: readonly (readonly [options: Options, table: string])[] = [
  [three, replaced.join("")],
  [
    three,
    `
  nothing is wrong: => allOpen | nodes ok ok | warnings | calls 4 4 0
  a third that is far behind: node1 silent; node2 -1000
    => network unknown one_source | nodes ok not ok
  two are silent: node1 silent; node2 silent => network unknown one_source
  two are silent, and the first of them: node0 silent; node2 silent
    => network unknown one_source | nodes not ok not
  all are silent: node0 silent; node1 silent; node2 silent => network unknown upstream_unavailable
${alone.join("")}
  each says something else: node0 halt; node1 HALTBTCTRADING=1
    => warnings sources_disagree | ETH TDL unknown apart | BTC TDL unknown apart
  two say halted: node0 halt; node2 halt => halted | warnings halted outvoted
  three are asked at once for 30 s after a contradiction: node1 halt => warnings outvoted
    then: after 29000 => warnings | calls 4 4 4
    then: after 30000 => warnings | calls 4 4 0
  what it says against two operators: node1 halt no-height => allOpen | warnings outvoted
  a halt that two of three schedule: all HALTETHTRADING=H+2; node1 HALTETHTRADING=0
    => ETH D unknown halts_soon | warnings halt_scheduled outvoted
    then: after 6000 => halted
  the older of its times: node1 clock-31000 => allOpen | warnings outvoted
  a time of tomorrow: node0 clock+86400000 => allOpen | warnings outvoted
  a time that two of three tell: node0 clock-31000; node1 clock-31000
    => network unknown stale 31 | warnings stale outvoted
  the third takes the place of one that tells no block: node1 no-block => allOpen | nodes ok not ok
  what it says of one part: node1 no-votes ETH.halted=true => allOpen | warnings outvoted
  one node far ahead of two: node0 +99 => allOpen | nodes ok ok ok
  two nodes behind the clock, and one with it: node0 -60; node1 -60 => network unknown stale 6
  a node that failed is asked last for 30 s, and shown as it was: node1 silent
    => allOpen | nodes ok not ok
    then: after 29000 => allOpen | nodes ok not ok | calls 4 0 4
    then: after 6000 => nodes ok not ok
    then: after 31000 => allOpen | nodes ok ok | calls 4 4 0
  `,
  ],
  [
    gateway,
    `
  two nodes of one operator outvote nobody: node0 halt => ETH TDL unknown apart | @ETH apart
  they are one source of a halt: node1 halt; node2 halt => ETH TDL unknown apart | @ETH apart
  the other of them takes the place of one: node1 silent => allOpen
  it takes not the place of another operator's: node0 silent => network unknown one_source
  what a node that is replaced still says: node1 halt no-height => ETH TDL unknown apart
  what it says from long ago: node1 halt -1000 => ETH open
  `,
  ],
];
for (const [options, table] of readings)
  for (const row of rowsOf(table)) test(`nodes: ${row.danger}`, () => holdRow(row, options));

test("a caller who leaves says nothing about a node", async () => {
  const world = createScene({ node1: { paths: { lastblock: hang } } }, three);
  const caller = new AbortController();
  const left = world.network.getStatus({ signal: caller.signal });
  while (countCalls(world, "node1") < 3) await new Promise((resolve) => setImmediate(resolve));
  caller.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  playScene(world, { afterMs: 6_000 });
  expect(await tell(world, ["nodes"])).toEqual({ nodes: "ok ok" });
  expect(countCalls(world, "node2")).toBe(0);
});

/** Milliseconds that each reading of the second node takes, and whether a third is asked in its place after them. */
const paces: readonly [danger: string, tookMs: readonly number[], isSlow: boolean][] = [
  ["two slow readings", [1_001, 1_001], false],
  ["three", [1_001, 1_001, 1_001], true],
  ["a second is not slow", [1_000, 1_000, 1_000], false],
  ["the median counts", [300, 4_000, 1_500], true],
  ["it is one of figures, not of texts", [1_500, 300, 900, 4_000, 200], false],
];
for (const [danger, tookMs, isSlow] of paces)
  test(`a slow node: ${danger}`, async () => {
    const world = createScene({}, three);
    const read = async (ms: number) => {
      const mimir = async () => {
        await new Promise((resolve) => setImmediate(resolve));
        world.nowMs += ms;
        return world.mimir;
      };
      playScene(world, { afterMs: 5_001, node1: { paths: { mimir } } });
      await world.network.getStatus();
    };
    for (const ms of tookMs) await read(ms);
    world.calls.length = 0;
    await read(0);
    expect(countCalls(world, "node2") > 0).toBe(isSlow);
    // What is of more than a minute ago does not count.
    playScene(world, { afterMs: 61_000 });
    world.calls.length = 0;
    await world.network.getStatus();
    expect(countCalls(world, "node2")).toBe(0);
  });

test("one block that a node fails to give takes nothing away: its last one still dates what it says", async () => {
  const world = createWorld({ nodes: 2, indexers: 2 });
  let blockCalls = 0;
  world.intercept = (name, url, reply) => {
    if (name !== "node0" || !url.pathname.endsWith("/block")) return reply;
    blockCalls += 1;
    return blockCalls === 2 ? status(404) : reply;
  };
  for (let second = 0; second < 45; second++) {
    world.nowMs += 1_000;
    const { trading } = await world.network.getStatus();
    expect({ second, verdict: trading.verdict }).toEqual({ second, verdict: "open" });
  }
  expect(blockCalls).toBeGreaterThan(2);
});
