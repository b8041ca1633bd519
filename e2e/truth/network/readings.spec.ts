// What each reading holds: its warnings, what is null where an optional part fails, and how soon it tells what changed.
import { expect, test } from "@playwright/test";
import type { Envelope } from "../../../lib/protocol/model/envelope.ts";
import { lastBlock, scriptNodes } from "../../support/changes.ts";
import { createScene, type Options, playScene, silent, tell } from "../../support/scene.ts";
import { rowsOf, sceneOf, toldOf } from "../../support/scene-text.ts";
import { createWorld, down, hang, type Reply, status, type World } from "../../support/world.ts";

const H = 25_000_000;
const TXID = "A".repeat(64);
const BTC = "HALTBTCTRADING";

type Reading = Pick<Envelope, "warnings" | "advice" | "failure">;
const readings: Readonly<Record<string, (world: World) => Promise<Reading>>> = {
  status: ({ network }) => network.getStatus(),
  pools: ({ network }) => network.getPools(),
  inbounds: ({ network }) => network.getInbounds(),
  quote: ({ network }) => network.getQuote({ from: "BTC.BTC", to: "ETH.ETH", amount: "0.1" }),
  swap: ({ network }) => network.getSwap(TXID, null),
};
/** By reading, the codes of its warnings. See `scene-text.ts`. */
const warnings = `
  nothing is wrong: => status | pools | inbounds | quote | swap do_not_resend
  a chain is halted, and payouts of another: all HALTBTCTRADING=1 HALTSIGNINGETH=1
    => status halted signing_halted | quote halted | inbounds signing_halted
  a halt in a day: all HALTBTCTRADING=1440m
    => status halt_scheduled | inbounds halt_scheduled | quote halt_scheduled
  a halt in more than a day: all HALTBTCTRADING=H+14401 => status | inbounds halt_scheduled
  a halt that no swap can meet: all HALTBTCTRADING=H+15200 => status | inbounds
  two nodes too far apart: node1 -6
    => status sources_disagree | pools sources_disagree | inbounds sources_disagree | quote sources_disagree
  each trouble, the worst first: all HALTBTCTRADING=1 HALTSIGNINGETH=1 STREAMINGSWAPPAUSE=1 HALTDOGETRADING=20m SOL.halted=none; node1 XRP.address=other
    => status halted sources_disagree signing_halted parts_wait halt_scheduled not_checked
  parts that one lets wait: node1 STREAMINGSWAPPAUSE=1 => status sources_disagree
  a halted token: all RAGNAROK-ETH-USDC-0XA0B8=1 => status halted | inbounds
`;
for (const { danger, steps } of rowsOf(warnings))
  test(`warnings: ${danger}`, async () => {
    const [scene, text] = steps[0] ?? ["", ""];
    for (const [name, codes] of toldOf(text)) {
      const read = readings[name] as (typeof readings)[string];
      const { warnings, advice } = await read(createScene(sceneOf(scene)));
      expect([name, warnings.map(({ code }) => code).join(" ")]).toEqual([name, codes]);
      for (const warning of warnings) expect(advice, name).toContainEqual(warning);
    }
  });

test("a refund would wait on the chains that are named, not on every chain", async () => {
  const world = createScene(sceneOf("all HALTETHTRADING=1"));
  const { chains } = await world.network.getStatus();
  const others = chains.filter(({ chain, native }) => !native && chain !== "ETH");
  const votes = others.map(({ chain }) => `HALTSIGNING${chain}=1`).join(" ");
  playScene(world, sceneOf(`after 6000; all ${votes}`));
  const { warnings } = await world.network.getInbounds();
  const [named] = warnings.flatMap(({ message: { params } }) => Object(params).chains ?? []);
  expect(warnings.map(({ code }) => code)).toEqual(["signing_halted"]);
  expect(named).not.toBe("every");
});

/** Of the chain that is asked for: the sign, the warnings, and those of its address. */
const ofChain = `
  BTC, its payouts are doubted: node1 HALTSIGNINGBTC=1
    => sign sources_disagree | warnings sources_disagree | addresses not_checked
  SOL, not listed: all -SOL => sign not_checked | warnings not_checked | addresses not_checked
  BTC, liquidity is paused: all PAUSELPBTC=1 PAUSELPETH=H+9 => sign open | warnings | addresses
`;
for (const { danger, steps } of rowsOf(ofChain))
  test(`of one chain: ${danger}`, async () => {
    const [[scene, told]] = steps as [readonly [string, string]];
    const { network } = createScene(sceneOf(scene));
    const [chain = ""] = danger.split(",");
    const { sign, chains, ...status } = await network.getStatus({ chain: chain.toLowerCase() });
    const inbounds = await network.getInbounds({ chain });
    for (const rows of [chains, inbounds.chains])
      expect(rows.map((row) => row.chain)).toEqual([chain]);
    const codesOf = ({ warnings }: Pick<Reading, "warnings">) =>
      warnings.map(({ code }) => code).join(" ");
    expect(sign.name.id === "chain" || sign.isForbidding).toBe(true);
    expect([
      ["sign", sign.state],
      ["warnings", codesOf(status)],
      ["addresses", codesOf(inbounds)],
    ]).toEqual(toldOf(told));
  });

test("a chain that nobody has is an error, but not while nothing is read", async () => {
  const world = createScene();
  for (const read of [world.network.getStatus, world.network.getInbounds])
    await expect(read({ chain: "NOPE" })).rejects.toMatchObject({ code: "unknown_chain" });
  playScene(world, { afterMs: 6_000, node0: silent, node1: silent });
  for (const [chain, count] of [
    ["NOPE", 0],
    ["bitcoin", 1],
    ["btc", 1],
  ] as const)
    for (const read of [world.network.getStatus, world.network.getInbounds])
      expect((await read({ chain })).chains).toHaveLength(count);
});

const figures = { fee: 2_000_000n, payout: 0n, queue: 1, l1: 5, synth: 7, own: 0 };
/** The part that fails, and the figures that rest on it. */
const optional: readonly [part: string, reply: Reply, missing: object][] = [
  ["network", { wrong: 1 }, { fee: undefined }],
  ["queue", status(404), { queue: undefined }],
  ["constants", down, { synth: null }],
  ["outbound_fees", status(500, "<html>"), { payout: undefined }],
  ["pools", [{ asset: "BTC.BTC" }], { own: undefined }],
  ["nothing", down, {}],
];
for (const [part, reply, missing] of optional)
  test(`figures: ${part} fails`, async () => {
    const { network } = createScene({ node0: { paths: { [part]: reply } } }, { nodes: 1 });
    const { trading, failure, chains, ...reading } = await network.getStatus();
    const { l1, synth } = reading.minimumSlipBps;
    const told = { fee: reading.nativeTransactionFee?.base, l1, synth };
    const rest = { payout: reading.nativeOutboundFee?.base, queue: reading.queue?.swap };
    expect({ ...told, ...rest, own: reading.ownSlips?.length }).toEqual({ ...figures, ...missing });
    expect([failure, trading.verdict, chains[1]?.outboundFee?.base]).toEqual([null, "open", 1103n]);
  });

test("safety is judged as of the answer: a flip while the rest is read slowly is seen", async () => {
  const world = createWorld();
  world.scripts.node0 = {
    pools: () => {
      world.nowMs += 7_000;
      world.mimir[BTC] = 1;
      return [];
    },
  };
  expect((await tell(world, ["BTC"])).BTC).toMatch(/^TDL halted/);
});

test("a flip is told within 6 s, and no older address", async () => {
  const world = createScene();
  world.callMs = 40;
  const flips: readonly [change: string, asked: string, told: RegExp][] = [
    ["all BTC.address=btcvault2", "@BTC", /^btcvault2/],
    ["all BTC.chain_trading_paused=true BTC.address=btcvault2", "@BTC", /^halted/],
  ];
  for (const [change, asked, told] of flips) {
    for (let times = 0; times < 3; times += 1) {
      await tell(world, ["@BTC"]);
      world.nowMs += 2_100;
    }
    playScene(world, sceneOf(change));
    const flippedMs = world.nowMs;
    let lateMs = 0;
    while (world.nowMs <= flippedMs + 9_000) {
      const askedMs = world.nowMs;
      const text = (await tell(world, [asked]))[asked] ?? "";
      if (!told.test(text)) lateMs = askedMs - flippedMs;
      world.nowMs += 400;
    }
    expect(lateMs).toBeLessThan(6_000);
  }
});

test("a halt is judged as soon as its facts are due, however often was asked before", async () => {
  const world = createScene();
  const ask = async (laterMs: number) => {
    world.nowMs += laterMs;
    const { pools } = await world.network.getPools();
    const { trading } = await world.network.getStatus();
    return [trading.verdict, pools.some((pool) => pool.trading.verdict === "open")];
  };
  expect(await ask(0)).toEqual(["open", true]);
  world.mimir.HALTTRADING = 1;
  for (let times = 0; times < 9; times += 1) expect(await ask(500)).toEqual(["open", true]);
  expect(await ask(499)).toEqual(["open", true]);
  expect(await ask(1)).toEqual(["halted", false]);
});

test("in a failed reading no figure is told, of the network or of a pool", async () => {
  const figuresOf = async ({ network }: World) => {
    const { nativeTransactionFee, nativeOutboundFee, ownSlips, queue, ...status } =
      await network.getStatus();
    const { pools, nativePriceUsd } = await network.getPools();
    const slips = Object.values(status.minimumSlipBps);
    const rows = status.chains.map((row) => [row.outboundFee, row.gasRate, row.dustThreshold]);
    const costs = [nativeTransactionFee, nativeOutboundFee, ownSlips, queue, ...slips];
    return [...costs, nativePriceUsd, ...pools, ...rows.flat()].filter((figure) => figure !== null);
  };
  expect((await figuresOf(createScene())).length).toBeGreaterThan(20);
  // All that markets are made of is still told by both.
  expect(await figuresOf(createScene({ node0: { votes: null }, node1: { votes: null } }))).toEqual(
    [],
  );
  const world = createScene({ stands: true });
  playScene(world, { afterMs: 90_000 });
  expect((await world.network.getStatus()).failure?.code).toBe("stale");
  expect(await figuresOf(world)).toEqual([]);
});

test("what could not be judged, and a part that one node left out, is asked for again at once", async () => {
  const world = createScene({ node1: { votes: null, paths: { network: down } } });
  const read = async () => [
    (await tell(world, ["network"])).network,
    (await world.network.getPools()).nativePriceUsd === null,
  ];
  expect(await read()).toEqual(["unknown one_source", true]);
  playScene(world, { afterMs: 1 });
  expect(await read()).toEqual(["open", false]);
});

test("facts that took too long to read are read again, or withheld", async () => {
  const world = createWorld();
  world.callMs = 2_100;
  const { chains, failure } = await world.network.getInbounds();
  expect([failure?.code, chains.filter(({ address }) => address !== null)]).toEqual([
    ...["upstream_unavailable", []],
  ]);
});

test("a caller who leaves gets the reason of the own signal", async () => {
  const { network } = createScene({ node0: { paths: { "*": hang } } });
  const gone = new Error("gone");
  const calls: readonly ((options: { signal: AbortSignal }) => Promise<unknown>)[] = [
    network.getStatus,
    network.getPools,
    network.getInbounds,
    (options) => network.getSwap(TXID, null, options),
  ];
  for (const call of calls) {
    const controller = new AbortController();
    const pending = call({ signal: controller.signal });
    setTimeout(() => controller.abort(gone), 10);
    await expect(pending).rejects.toBe(gone);
    await expect(call({ signal: AbortSignal.abort(gone) })).rejects.toBe(gone);
  }
});

const limits: Options = { deadlineMs: 30, attemptMs: 3_600_000 };
test("nodes that never answer end each reading at its deadline, as a failure", async () => {
  const hanging = { paths: { "*": hang } };
  const world = createScene({ node0: hanging, node1: hanging, indexer0: hanging }, limits);
  for (const [name, read] of Object.entries(readings))
    expect([name, (await read(world)).failure?.code]).toEqual([name, "upstream_unavailable"]);
});

test("what was read before the deadline is kept", async () => {
  const world = createScene({ node0: { paths: { queue: hang } } }, limits);
  const { failure, trading, queue } = await world.network.getStatus();
  expect([failure, trading.verdict, queue?.swap]).toEqual([null, "open", undefined]);
});

test("a node that moves on alone does not hide that the network stands still", async () => {
  const world = createScene({}, { indexers: 0 });
  const startMs = world.nowMs;
  const height = () => H + Math.floor((world.nowMs - startMs) / 25_000);
  const block = () => ({ header: { height: height(), time: new Date(world.nowMs).toISOString() } });
  scriptNodes(world, { lastblock: () => lastBlock(height()), block }, ["node0"]);
  scriptNodes(world, { lastblock: lastBlock(H) }, ["node1"]);
  const verdicts: string[] = [];
  for (let times = 0; times < 13; times += 1) {
    verdicts.push((await world.network.getStatus()).trading.verdict);
    world.nowMs += 6_000;
  }
  expect([verdicts[0], verdicts.at(-1)]).toEqual(["open", "unknown"]);
});

test("where the other two are out, they are asked seldom, and compared once one is back", async () => {
  const world = createScene({ node1: silent, node2: silent }, { nodes: 3 });
  const callsOf = (name: string) =>
    world.calls.filter((call) => call.startsWith(`${name} `)).length;
  const read = async (times: number) => {
    const told = new Set<string | undefined>();
    for (let count = 0; count < times; count += 1) {
      world.nowMs += 6_000;
      told.add((await tell(world, ["network"])).network);
    }
    return [...told];
  };
  expect(await read(50)).toEqual(["unknown one_source"]);
  expect(callsOf("node1") + callsOf("node2")).toBeLessThan(1.3 * callsOf("node0"));
  playScene(world, { node1: silent });
  await read(5);
  expect(await read(4)).toEqual(["open"]);
  const before = callsOf("node1");
  await read(20);
  expect(callsOf("node1") - before).toBeLessThan(20);
});

function createLater() {
  let resolve: (reply: Reply) => void = () => undefined;
  const promise = new Promise<Reply>((done) => {
    resolve = done;
  });
  return { promise, resolve: (reply: Reply) => resolve(reply) };
}

test("two readings at once hear the third alike", async () => {
  const world = createScene({}, { nodes: 3 });
  const [third, second] = [createLater(), createLater()];
  let asked = 0;
  world.scripts = {
    node1: { lastblock: () => (++asked === 1 ? down : second.promise) },
    node2: { mimir: () => third.promise },
  };
  const ask = async () => (await world.network.getInbounds({ chain: "BTC" })).chains[0];
  const one = ask();
  while (!world.calls.some((call) => call.startsWith("node2")))
    await new Promise((resolve) => setImmediate(resolve));
  const other = ask();
  third.resolve({ ...world.mimir, [BTC]: 1 });
  const disputed = { address: null, trading: { reason: { code: "providers_disagree" } } };
  expect(await one).toMatchObject(disputed);
  second.resolve(down);
  expect(await other).toMatchObject(disputed);
});
