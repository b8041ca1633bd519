import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  Block,
  Health,
  InboundAddresses,
  LastBlock,
  Mimir,
  NodeNetwork,
  OutboundFees,
  Pools,
  Queue,
} from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import { Actions, QuoteSwap, TxStatus } from "../../../lib/protocol/upstream/schemas.ts";
import { fixtureTxids, readFixture } from "../../support/upstream/read-fixture.ts";
import { readRecordings } from "../../support/upstream/read-recordings.ts";
import { moveActions, moveMimir, moveTxStatus } from "../../support/upstream/rewrite.ts";
import { startUpstream, type Upstream } from "../../support/upstream/server.ts";
import { type Change, createView } from "../../support/upstream/view.ts";
import { type Json, type Row, type Scene, sentOf } from "../../support/wire.ts";

const START_MS = Date.parse("2026-05-01T12:00:00Z");
const networks = ["thorchain", "mayachain"] as const;

/** The endpoints without arguments that every network has. */
const listReadings = (network: string) =>
  [
    [`/${network}/pools`, Pools],
    [`/${network}/inbound_addresses`, InboundAddresses],
    [`/${network}/mimir`, Mimir],
    [`/${network}/network`, NodeNetwork],
    [`/${network}/lastblock`, LastBlock],
    [`/${network}/block`, Block],
    [`/${network}/outbound_fees`, OutboundFees],
    [`/${network}/queue`, Queue],
    ["/v2/actions", Actions],
    ["/v2/health", Health],
  ] as const;

const toUrl = (path: string) => new URL(path, "http://upstream.invalid");

function createSubject(scene: Scene = readFixture("thorchain")) {
  const clock = { ms: START_MS };
  const node = createView("node", scene, START_MS, () => clock.ms);
  const indexer = createView("indexer", scene, START_MS, () => clock.ms);
  const read = (path: string, query = "") => {
    const view = path.startsWith("/v2/") ? indexer : node;
    return sentOf(view.answer(toUrl(`${path}?${query}`)) ?? null).body as Json;
  };
  const change = (what: Change) => {
    node.change(what);
    indexer.change(what);
  };
  return { clock, read, change, node };
}

test.describe("moving recorded answers", () => {
  // Each key at the recorded height 1,000 and at 500,000.
  const cases: [meaning: string, key: string, recorded: number, moved: number][] = [
    ["past stays past, as far behind", "HALTBTCCHAIN", 900, 499_900],
    ["now stays now", "HALTBTCCHAIN", 1_000, 500_000],
    ["future stays future, as far ahead", "HALTBTCTRADING", 1_100, 500_100],
    ["1 stays 1", "HALTTERRACHAIN", 1, 1],
    ["0 stays off", "HALTTRADING", 0, 0],
    ["-1 stays unset", "HALTTHORCHAIN", -1, -1],
    ["a node pause of the past stays past", "NODEPAUSECHAINGLOBAL", 999, 499_999],
    ["a node pause of the future stays future", "NODEPAUSECHAINGLOBAL", 1_001, 500_001],
    ["solvency", "SOLVENCYHALTETHCHAIN", 950, 499_950],
    ["LP pause", "PAUSELPBTC", 950, 499_950],
    ["signing", "HALTSIGNINGBTC", 1_050, 500_050],
    ["an amount is no height", "MINRUNEPOOLDEPTH", 1_000_000, 1_000_000],
    ["a count is no height", "L1SLIPMINBPS", 5, 5],
  ];
  for (const [meaning, key, recorded, moved] of cases) {
    test(`mimir: ${meaning} (${key})`, () => {
      expect(moveMimir({ [key]: recorded }, 1_000, 500_000)).toEqual({ [key]: moved });
    });
  }

  test("mimir: a value stays on its side of the height, for any heights", () => {
    const height = fc.integer({ min: 10, max: 30_000_000 });
    fc.assert(
      fc.property(height, height, fc.integer({ min: -1, max: 30_000_000 }), (from, to, value) => {
        const moved = moveMimir({ HALTBTCCHAIN: value }, from, to).HALTBTCCHAIN ?? Number.NaN;
        expect(Math.sign(moved)).toBe(Math.sign(value));
        expect(moved === 1).toBe(value === 1);
        if (value > 1) expect(Math.sign(moved - to)).toBe(Math.sign(value - from));
      }),
    );
  });

  test("actions: the past stays, later events move to just after the height, in order", () => {
    const heights = ["500", "1200", "1100", "1200", "1000"].map((height) => ({ height }));
    expect(moveActions(heights, 1_000).map((action) => action.height)).toEqual([
      "500",
      "999",
      "998",
      "999",
      "1000",
    ]);
  });

  const zeros = "0".repeat(64);
  const txid = "AB".repeat(32);
  const stages: [name: string, recorded: Row, moved: Row][] = [
    [
      "delayed: as many blocks ahead as are left",
      {
        outbound_delay: { remaining_delay_blocks: 60 },
        outbound_signed: { scheduled_outbound_height: 28_135_400 },
      },
      {
        outbound_delay: { remaining_delay_blocks: 60 },
        outbound_signed: { scheduled_outbound_height: 1_060 },
      },
    ],
    [
      "due: as many blocks behind as have passed",
      {
        outbound_signed: {
          scheduled_outbound_height: 28_135_400,
          blocks_since_scheduled: 12,
          completed: false,
        },
      },
      {
        outbound_signed: {
          scheduled_outbound_height: 988,
          blocks_since_scheduled: 12,
          completed: false,
        },
      },
    ],
    [
      "signed: in the past",
      { outbound_signed: { scheduled_outbound_height: 28_135_400, completed: true } },
      { outbound_signed: { scheduled_outbound_height: 900, completed: true } },
    ],
    [
      "without heights: untouched",
      { outbound_signed: { completed: true } },
      { outbound_signed: { completed: true } },
    ],
  ];
  for (const [name, recorded, moved] of stages) {
    test(`tx status: ${name}`, () => {
      const body = {
        tx: { id: zeros },
        out_txs: [{ id: zeros, memo: `OUT:${zeros}` }],
        stages: recorded,
      };
      expect(moveTxStatus(body, 1_000, txid)).toEqual({
        tx: { id: txid },
        out_txs: [{ id: zeros, memo: `OUT:${txid}` }],
        stages: moved,
      });
      expect(body.tx.id).toBe(zeros);
    });
  }
});

test.describe("a coherent network", () => {
  for (const network of networks) {
    const prefix = `/${network}`;
    test(`${network}: last block, block and health agree on height and time, six seconds a block`, () => {
      const scene = readFixture(network);
      const { clock, read } = createSubject(scene);
      for (const [elapsedMs, blocks] of [
        [0, 0],
        [5_999, 0],
        [6_000, 1],
        [61_000, 10],
      ] as const) {
        clock.ms = START_MS + elapsedMs;
        const height = scene.baseHeight + blocks;
        const timeMs = START_MS + blocks * 6_000;
        const rows = parseShape(LastBlock, "/lastblock", read(`${prefix}/lastblock`));
        expect(new Set(rows.map((row) => row.height))).toEqual(new Set([height]));
        const { header } = parseShape(Block, "/block", read(`${prefix}/block`));
        expect([header.height, Math.floor(header.time / 1000)]).toEqual([height, timeMs / 1000]);
        const health = parseShape(Health, "/v2/health", read("/v2/health"));
        expect(health.lastThorNode).toEqual({ height, timestamp: timeMs / 1000 });
      }
    });
  }

  test("an action is dated by its height, before the last block", () => {
    const { read } = createSubject();
    const { actions } = parseShape(
      Actions,
      "/v2/actions",
      read("/v2/actions", `txid=${fixtureTxids.done}`),
    );
    expect(actions.map((action) => [action.type, action.date])).toEqual([
      ["swap", `${START_MS - 300 * 6_000}000000`],
    ]);
    expect(read("/v2/actions", `txid=${fixtureTxids.unknown}`)).toMatchObject({
      actions: [],
      count: "0",
    });
  });

  test("a quote expires 15 minutes after the last block, and has a memo only with a destination", () => {
    const { read } = createSubject();
    const pair = "from_asset=btc.btc&to_asset=eth.eth&amount=1";
    expect(read("/thorchain/quote/swap", pair)).toMatchObject({ expiry: START_MS / 1000 + 900 });
    expect(read("/thorchain/quote/swap", pair)).not.toHaveProperty("memo");
    expect(read("/thorchain/quote/swap", `${pair}&destination=0xabc`)).toMatchObject({
      memo: "=:ETH.ETH:0xabc",
    });
  });

  test("an id may have either case, but no 0x", () => {
    const { read, node } = createSubject();
    expect(read(`/thorchain/tx/status/${fixtureTxids.done.toLowerCase()}`)).toHaveProperty(
      "out_txs",
    );
    expect(sentOf(node.answer(toUrl(`/thorchain/tx/status/0x${fixtureTxids.done}`))).$status).toBe(
      404,
    );
  });

  test("the other network's paths, and the indexer's paths below a node, do not exist", () => {
    const { node } = createSubject();
    for (const path of ["/mayachain/pools", "/v2/health", "/thorchain/nope", "/thorchainpools"]) {
      expect(node.answer(toUrl(path))).toBeUndefined();
    }
  });
});

test.describe("what a script may change", () => {
  test("mimir: values can be absolute, relative to the height when they are set, removed and restored", () => {
    const scene = readFixture("thorchain");
    const { clock, read, change } = createSubject(scene);
    change({
      mimir: {
        HALTBTCCHAIN: 1,
        HALTETHCHAIN: "+10",
        NODEPAUSECHAINGLOBAL: "-1",
        HALTTRADING: null,
      },
    });
    const height = scene.baseHeight;
    clock.ms += 12_000;
    expect(read("/thorchain/mimir")).toMatchObject({
      HALTBTCCHAIN: 1,
      HALTETHCHAIN: height + 10,
      NODEPAUSECHAINGLOBAL: height - 1,
    });
    expect(read("/thorchain/mimir")).not.toHaveProperty("HALTTRADING");
    change({ mimir: null });
    expect(read("/thorchain/mimir")).toEqual(scene.mimir);
  });

  test("rows and pools: members can be changed, removed, added and restored", () => {
    const scene = readFixture("thorchain");
    const { read, change } = createSubject(scene);
    const rowOf = (chain: string) =>
      (read("/thorchain/inbound_addresses") as Row[]).find((row) => row.chain === chain);
    change({
      inbound: {
        BTC: { halted: true, address: "other", gas_rate: null },
        LTC: null,
        ZEC: { halted: false },
      },
    });
    expect(rowOf("BTC")).toMatchObject({
      halted: true,
      address: "other",
      chain_trading_paused: false,
    });
    expect(rowOf("BTC")).not.toHaveProperty("gas_rate");
    expect(rowOf("LTC")).toBeUndefined();
    expect(rowOf("ZEC")).toEqual({ chain: "ZEC", halted: false });
    change({ inbound: null, pools: { "BTC.BTC": { trading_halted: true } } });
    expect(read("/thorchain/inbound_addresses")).toEqual(scene.inboundAddresses);
    const [pool] = (read("/thorchain/pools") as Row[]).filter(({ asset }) => asset === "BTC.BTC");
    expect(pool).toMatchObject({ trading_halted: true });
  });

  test("heights: blocks can stop, continue, roll back, and be in the future", () => {
    const scene = readFixture("thorchain");
    const { clock, change, node } = createSubject(scene);
    const ahead = () => [node.head().height - scene.baseHeight, node.head().timeMs - START_MS];
    clock.ms += 60_000;
    change({ frozen: true });
    clock.ms += 60_000;
    change({ frozen: true });
    expect(ahead()).toEqual([10, 60_000]);
    change({ frozen: false });
    expect(ahead()).toEqual([20, 120_000]);
    change({ heightOffset: -15 });
    expect(ahead()).toEqual([5, 30_000]);
    change({ heightOffset: 0, blockTimeOffsetMs: 9_000 });
    expect(ahead()).toEqual([20, 129_000]);
  });

  test("a fault or a body applies to the longest path, on whole segments, and is used up", () => {
    const { change, node, read } = createSubject();
    change({ fault: { kind: "hang" } });
    change({ path: "/thorchain/pools", fault: { kind: "reset", times: 2 } });
    const kindAt = (path: string) => node.takeFault(path)?.kind ?? null;
    const kinds = ["pools", "poolsX", "mimir"].map((name) => kindAt(`/thorchain/${name}`));
    expect(kinds).toEqual(["reset", "hang", "hang"]);
    expect(["/thorchain/pools", "/thorchain/pools"].map(kindAt)).toEqual(["reset", null]);
    change({ fault: null });
    expect(kindAt("/thorchain/mimir")).toBeNull();
    change({ path: "/thorchain/mimir", body: {} });
    expect(read("/thorchain/mimir")).toEqual({});
    change({ path: "/thorchain/mimir", body: null });
    expect(read("/thorchain/mimir")).not.toEqual({});
  });
});

test.describe("over HTTP", () => {
  let upstream: Upstream;
  test.beforeEach(async () => {
    upstream = await startUpstream({ scene: readFixture("thorchain"), nodes: 2, indexers: 2 });
  });
  test.afterEach(() => upstream.close());

  test("a change affects the named provider, or all without a name", async ({ request }) => {
    const flag = async (node: number) => {
      const rows = (await (
        await request.get(`${upstream.nodeUrl(node)}/thorchain/inbound_addresses`)
      ).json()) as Row[];
      return rows.find((row) => row.chain === "BTC")?.halted;
    };
    upstream.set({ provider: "node1", inbound: { BTC: { halted: true } } });
    expect([await flag(0), await flag(1)]).toEqual([false, true]);
    upstream.set({ inbound: { BTC: { halted: true } } });
    expect([await flag(0), await flag(1)]).toEqual([true, true]);
    expect(() => upstream.set({ provider: "node7", frozen: true })).toThrow("no provider node7");
  });

  test("another process can change it, and list the calls", async ({ request }) => {
    const control = (data: unknown) => request.post(`${upstream.url}/__control`, { data });
    const list: Change[] = [
      { provider: "node0", mimir: { HALTTRADING: 1 } },
      { provider: "indexer1", frozen: true },
    ];
    expect((await control(list)).status()).toBe(200);
    const mimir = await request.get(`${upstream.nodeUrl(0)}/thorchain/mimir?height=5`);
    expect(await mimir.json()).toMatchObject({ HALTTRADING: 1 });
    expect((await control({ provider: "nobody" })).status()).toBe(400);

    await request.get(`${upstream.indexerUrl(1)}/v2/health`);
    const calls = async (query = "") =>
      (await (await request.get(`${upstream.url}/__calls${query}`)).json()) as Json[];
    expect(await calls()).toHaveLength(2);
    expect(await calls("?provider=node0&path=/thorchain")).toMatchObject([
      { provider: "node0", path: "/thorchain/mimir", query: "?height=5", state: "answered" },
    ]);
    await request.delete(`${upstream.url}/__calls`);
    expect(await calls()).toEqual([]);
    await request.post(`${upstream.url}/__reset`);
    expect(
      await (await request.get(`${upstream.nodeUrl(0)}/thorchain/mimir`)).json(),
    ).toMatchObject({
      HALTTRADING: 0,
    });
  });

  test("unknown providers and paths are a gateway's 404", async ({ request }) => {
    for (const path of ["/", "/node9/thorchain/pools", "/node0/thorchain/nope"]) {
      const answer = await request.get(`${upstream.url}${path}`);
      expect([answer.status(), await answer.json()]).toEqual([404, { message: "not found" }]);
    }
  });

  test("a port can be chosen", async () => {
    const port = Number(new URL(upstream.url).port);
    await upstream.close();
    const again = await startUpstream({ scene: readFixture("mayachain"), port });
    expect(again.url).toBe(`http://127.0.0.1:${port}`);
    await again.close();
  });
});

test.describe("recorded mainnet answers", { tag: "@shared" }, () => {
  const dir = () => String(test.info().config.metadata.recordingsDir ?? "");
  test.beforeEach(() => {
    test.skip(!dir(), "RECORDINGS_DIR is not set");
  });

  for (const network of networks) {
    test(`${network}: every answer has the documented shape`, () => {
      const scene = readRecordings(dir(), network);
      const { read } = createSubject(scene);
      const prefix = `/${network}`;
      for (const [path, schema] of listReadings(network))
        expect(() => parseShape(schema, path, read(path)), path).not.toThrow();
      const pair = "from_asset=BTC.BTC&to_asset=ETH.ETH&amount=100000000";
      expect(() =>
        parseShape(QuoteSwap, "quote", read(`${prefix}/quote/swap`, pair)),
      ).not.toThrow();
      for (const [name, txid] of Object.entries(scene.txids)) {
        expect(
          () => parseShape(TxStatus, name, read(`${prefix}/tx/status/${txid}`)),
          name,
        ).not.toThrow();
      }
    });

    test(`${network}: nothing happens after the last block`, () => {
      const scene = readRecordings(dir(), network);
      const { actions } = parseShape(
        Actions,
        "/v2/actions",
        createSubject(scene).read("/v2/actions"),
      );
      expect(actions.length).toBeGreaterThan(0);
      for (const action of actions) {
        expect(Number(action.height)).toBeLessThanOrEqual(scene.baseHeight);
        expect(BigInt(action.date) <= BigInt(START_MS) * 1_000_000n).toBe(true);
      }
    });
  }

  test("thorchain: the mimir keeps its meaning at any base height", () => {
    for (const baseHeight of [undefined, 3_500_000, 28_000_000]) {
      const scene = readRecordings(dir(), "thorchain", baseHeight ? { baseHeight } : {});
      expect(scene.mimir.HALTTERRACHAIN).toBe(1);
      expect(scene.mimir.HALTBTCCHAIN).toBe(0);
      expect(scene.mimir.NODEPAUSECHAINGLOBAL).toBeGreaterThan(1);
      expect(scene.mimir.NODEPAUSECHAINGLOBAL).toBeLessThan(scene.baseHeight);
      expect(scene.mimir.MINIMUML1OUTBOUNDFEEUSD).toBe(100_000_000);
    }
    expect(readRecordings(dir(), "thorchain").mimir.NODEPAUSECHAINGLOBAL).toBe(12_068_917);
  });

  test("thorchain: each recorded status has its own id, and both sets of pools exist", () => {
    const { txids, pools } = readRecordings(dir(), "thorchain");
    expect(Object.keys(txids)).toHaveLength(18);
    expect(new Set(Object.values(txids)).size).toBe(18);
    expect(pools).toHaveLength(45);
    expect(readRecordings(dir(), "thorchain", { pools: "2024-03" }).pools).toHaveLength(40);
  });
});
