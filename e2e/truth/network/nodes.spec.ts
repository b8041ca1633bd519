// Which nodes are asked, which of them are compared, and what counts as a contradiction: of three operators two decide.
import { expect, test } from "@playwright/test";
import { createScene, type Options, playScene, tell } from "../../support/scene.ts";
import { fieldOf, holdRow, rowsOf } from "../../support/scene-text.ts";
import { type Row, rowBody } from "../../support/wire.ts";
import { hang, type Script, type World } from "../../support/world.ts";

const three: Options = { nodes: 3 };
/** Two of the three nodes are of one operator. */
const gateway: Options = {
  ...three,
  urls: { node1: "https://a.gateway.test", node2: "https://b.gateway.test" },
};
const countCalls = (world: World, name: string) =>
  world.calls.filter((call) => call.startsWith(`${name} `)).length;

const fees = { gas_rate: "100", outbound_fee: "1000", dust_threshold: "10" };
const bitcoin = { ...rowBody("BTC", "vault", "0xrouter"), ...fees };
const same: Row = { ...bitcoin, HALTTRADING: 0, L1SLIPMINBPS: 5 };

/** Members of the row of Bitcoin, or votes, that one of two nodes tells otherwise, or each ("/"). */
const contradictions = `
  the same: => alike
  another address: address=thief => a contradiction
  another router: router=0xthief => a contradiction
  no router and a blank one: router=none / router= => alike
  a halted row: halted=true => a contradiction
  a halted network: global_trading_paused=true => a contradiction
  a halted chain: chain_trading_paused=true => a contradiction
  a pause of liquidity: chain_lp_actions_paused=true => a contradiction
  a flag left out: halted=none => a contradiction
  another unit of gas: gas_rate_units=gwei => a contradiction
  another size: outbound_tx_size=0 => a contradiction
  another dust: dust_threshold=11 => a contradiction
  a fee 10 % apart: outbound_fee=900 => alike
  a fee further apart: outbound_fee=899 => a contradiction
  a fee left out: outbound_fee=none => a contradiction
  no fee: outbound_fee= / outbound_fee= => alike
  a rate 10 % apart: gas_rate=90 => alike
  a rate further apart: gas_rate=89 => a contradiction
  a rate that is no number: gas_rate=1e9 => a contradiction
  equal rates that are none: gas_rate=x1 / gas_rate=x1 => alike
  unequal rates that are none: gas_rate=1x / gas_rate=2x => alike
  a rate left out: gas_rate=none => a contradiction
  a chain more: also=ETH => a contradiction
  a row twice: also=BTC => a contradiction
  two rows of which one differs: also=BTC / also=BTC thief => a contradiction
  rows in another order: first=ETH / also=ETH => alike
  another vote: HALTTRADING=1 => a contradiction
  a vote more: HALTBTCCHAIN=1 => a contradiction
  a vote of 0 more: HALTBTCCHAIN=0 => a contradiction
  an unset vote, listed: HALTBTCCHAIN=-1 => alike
  two ways to write an unset vote: HALTBTCCHAIN=-1 / HALTBTCCHAIN=-2 => alike
`;
function toScript(text: string): Script {
  const members = Object.fromEntries(
    [...text.matchAll(/(\w+)=(\S*)/g)].map(([, name = "", value = ""]) => [
      name,
      /^[A-Z]/.test(name) ? Number(value) : fieldOf(value),
    ]),
  );
  const { also, first, ...rest } = members;
  const told = Object.entries({ ...same, ...rest });
  const isVote = ([name]: readonly [string, unknown]) => /^[A-Z]/.test(name);
  const row = Object.fromEntries(told.filter((member) => !isVote(member)));
  const address = text.includes("thief") && also ? "thief" : row.address;
  const rows = [
    ...(first ? [{ ...row, chain: first }] : []),
    ...[row, ...(also ? [{ ...row, address, chain: also }] : [])],
  ];
  return { inbound_addresses: rows, mimir: Object.fromEntries(told.filter(isVote)) };
}
for (const { danger, steps } of rowsOf(contradictions))
  test(`${danger}: what is a contradiction`, async () => {
    const [[text, told]] = steps as [readonly [string, string]];
    const [first = "", other = ""] = text.split("/");
    for (const [one, two] of [
      [first, other],
      [other, first],
    ] as const) {
      const world = createScene({}, three);
      world.scripts = { node0: toScript(one), node1: toScript(two), node2: toScript("") };
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
    then: after 29000 => warnings | calls 3 3 3
    then: after 30000 => warnings | calls 3 3 0
  what it says against two operators: node1 halt no-height => allOpen | warnings outvoted
  a halt that two of three schedule: all HALTETHTRADING=H+2; node1 HALTETHTRADING=0
    => ETH D unknown halts_soon | warnings halt_scheduled outvoted
    then: after 6000 => halted
  what it says of one part: node1 no-votes ETH.halted=true => allOpen | warnings outvoted
  one node far ahead of two: node0 +99 => allOpen | nodes ok ok ok
  two nodes behind the clock, and one with it: node0 -60; node1 -60 => network unknown no_clock
  a node that failed is asked last for 30 s, and shown as it was: node1 silent
    => allOpen | nodes ok not ok
    then: after 29000 => allOpen | nodes ok not ok | calls 3 0 3
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
