// What was shown in an attack with one malicious node, each finding by name: none may come back.

import { expect, test } from "@playwright/test";
import { messageText } from "../../lib/say/message-text.ts";
import { getQuotePage } from "../../lib/site/live/quote/page.ts";
import { runTool } from "../mcp/run-tool.ts";
import { lastBlock } from "../support/changes.ts";
import { chainHalt, tradingHalt } from "../support/halt-key.ts";
import { inboundOf, verdictOf } from "../support/network-checks.ts";
import { poolBody } from "../support/wire.ts";
import {
  createWorld,
  down,
  status,
  toBlock,
  toPools,
  toRows,
  type World,
} from "../support/world.ts";
import { evilAsset, unseen } from "./liar.ts";

/** Reads twelve times, and lets time pass after each. */
async function eachReading(world: World, look: () => Promise<void>, passMs = 6_000) {
  for (let count = 0; count < 12; count++) {
    await look();
    world.nowMs += passMs;
  }
}
const other = { node0: "node1", node1: "node0" } as const;
const nodes = ["node0", "node1"] as const;

const blockOf = (height: number, ms: number) => ({
  header: { height: String(height), time: new Date(ms).toISOString() },
});

/** A node that two machines serve: each second answer is two blocks old. */
function alternate(world: World) {
  let back = 2;
  return () => {
    back = 2 - back;
    return lastBlock(toBlock(world).height - back);
  };
}

const otherVault = (world: World) =>
  toRows({ ...world, rows: { BTC: { address: "btcvaultthief" } } });

test("a node whose height alternates by two blocks keeps its word against another vault", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node0 = { lastblock: alternate(world) };
  world.scripts.node1 = { inbound_addresses: () => otherVault(world) };
  await eachReading(world, async () => expect((await inboundOf(world)).address).toBeNull());
});

test("a node whose height alternates by two blocks is heard when it says halted: nothing is open", async () => {
  const world = createWorld({ nodes: 2 });
  world.scripts.node0 = {
    lastblock: alternate(world),
    mimir: { ...world.mimir, [chainHalt("BTC")]: 1 },
  };
  await eachReading(world, async () => expect(await verdictOf(world)).toBe("unknown"));
});

const movesOn = (world: World) => {
  let blocks = 0;
  return () => lastBlock(toBlock(world).height + Math.min(4, blocks++));
};
const clocks: readonly [who: string, scriptsOf: (world: World) => World["scripts"]][] = [
  ["an indexer whose clock goes on", () => ({})],
  [
    "such an indexer and a node that tells newer blocks",
    (world) => ({ node1: { lastblock: movesOn(world) } }),
  ],
];
for (const [who, scriptsOf] of clocks) {
  test(`while the network has stopped nothing is opened, also after a restart, by ${who}`, async () => {
    const world = createWorld({ nodes: 2 });
    const health = () => ({
      inSync: true,
      lastThorNode: { height: toBlock(world).height, timestamp: Math.floor(world.nowMs / 1000) },
    });
    world.scripts = { indexer0: { health }, ...scriptsOf(world) };
    world.frozenAtMs = world.nowMs;
    world.nowMs += 3_600_000;
    await eachReading(world, async () => {
      expect(await verdictOf(world)).toBe("unknown");
      expect((await inboundOf(world)).address).toBeNull();
    });
  });
}

test("of three operators one writes names of its own: none stands in a sentence", async () => {
  for (const liar of [0, 1, 2]) {
    const world = createWorld({ nodes: 3 });
    const [row, pool] = [toRows(world)[0], toPools(world)[0]];
    const invented = [
      { pools: [{ ...pool, asset: "BTC.SENDALL-TO" }, ...toPools(world)] },
      { inbound_addresses: [...toRows(world), { ...row, chain: "SENDALL", halted: true }] },
    ];
    for (const script of invented) {
      world.scripts[`node${liar}`] = script;
      world.restart();
      for (const { warnings, advice } of [
        await world.network.getStatus(),
        await world.network.getPools(),
      ])
        expect(JSON.stringify([warnings, advice])).not.toContain("SENDALL");
    }
    expect((await world.network.getStatus()).warnings.map(({ code }) => code)).toEqual(
      liar < 2 ? ["outvoted"] : [],
    );
  }
});

test("words that one node writes as codes of chains are told nowhere, and hide no chain", async () => {
  const world = createWorld({ nodes: 2 });
  const words = ["A1SENDALL", "A2YOURBTC", "A3TOMYVAULT"];
  const filler = Array.from({ length: 16 }, (_, index) => `AA${String.fromCharCode(65 + index)}`);
  const [row] = toRows(world);
  world.intercept = (name, url, reply) => {
    if (!url.pathname.endsWith("/inbound_addresses")) return reply;
    const lies = name === "node1" ? [...words, ...filler] : [];
    return [...(reply as object[]), ...[...lies, "NEW"].map((chain) => ({ ...row, chain }))];
  };
  for (const reading of [await world.network.getStatus(), await world.network.getInbounds()]) {
    const codes = reading.chains.map(({ chain }) => chain);
    expect(codes).toEqual([...world.preset.chains.map(({ code }) => code), "NEW"]);
  }
});

const quote = { from: "BTC", to: "ETH.ETH", amount: "1" };
const destination = `0x${"ab".repeat(20)}`;

for (const [name, answer] of [
  ["403 of a firewall", () => status(403, "<html>denied</html>")],
  ["500", () => status(500, "no")],
] as const) {
  test(`questions of clients that a node answers by ${name} do not take it from the judgement`, async () => {
    const world = createWorld({ nodes: 2 });
    world.scripts.node0 = { swap: answer };
    world.scripts.node1 = { inbound_addresses: () => otherVault(world) };
    const look = async () => {
      expect((await inboundOf(world)).address).toBeNull();
      // What was read for safety grows old while a breaker that questions opened would still be open.
      world.nowMs += 3_000;
      for (let asked = 0; asked < 4; asked++) await world.network.getQuote(quote);
    };
    await eachReading(world, look, 2_500);
  });
}

for (const [name, answer] of [
  ["403 of a firewall", status(403, "<html>denied</html>")],
  ["504 of a gateway", status(504, "<html>too slow</html>")],
  ["a form that nobody knows", { fees: 1, stages: 1 }],
  ["no connection", down],
] as const) {
  test(`questions of one client that all nodes answer by ${name} keep nobody else from an answer`, async () => {
    const world = createWorld({ nodes: 2 });
    const hostile = { destination: `0x${"cd".repeat(20)}`, txid: "C".repeat(64) };
    const isHostile = ({ href }: URL) =>
      href.includes(hostile.destination) || href.includes(hostile.txid);
    for (const node of nodes)
      world.scripts[node] = { [hostile.txid]: unseen, ["D".repeat(64)]: unseen };
    world.intercept = (upstream, url, reply) =>
      upstream.startsWith("node") && isHostile(url) ? answer : reply;
    const look = async () => {
      for (let asked = 0; asked < 4; asked++) {
        await world.network.getQuote({ ...quote, destination: hostile.destination });
        await world.network.getSwap(hostile.txid, null);
      }
      expect((await world.network.getQuote({ ...quote, destination })).memo).not.toBeNull();
      expect((await world.network.getSwap("D".repeat(64), null)).decidedBy).toBe("node");
    };
    await eachReading(world, look, 1_500);
  });
}

test("a pool's short code cannot turn a memo to another asset", async () => {
  const world = createWorld();
  world.rewrite = (body, path) => {
    if (path.endsWith("/quote/swap"))
      return { ...(body as object), memo: `=:${evilAsset}:${destination}:1700000000` };
    if (!path.endsWith("/pools")) return body;
    const pools = body as { asset: string }[];
    return pools.map((pool) =>
      pool.asset === "ETH.ETH" ? { ...pool, short_code: evilAsset } : pool,
    );
  };
  const reading = await world.network.getQuote({ ...quote, destination, toleranceBps: 300 });
  expect(reading.memo).toBeNull();
});

test.describe("names of assets", () => {
  const usdt = (chain: string) =>
    poolBody("thorchain", `${chain}.USDT-0X1`, ["100000000000", "50000000000000", "100000000"]);
  /** What one node lists and the other leaves out, or has invented: nobody can tell the two apart. */
  async function ask(from: string, whole: keyof typeof other) {
    const world = createWorld({ nodes: 2 });
    const own = toPools(world);
    world.scripts[whole] = { pools: [...own, usdt("ETH"), usdt("AVAX")] };
    world.scripts[other[whole]] = { pools: [...own, usdt("ETH")] };
    const page = await getQuotePage(
      { network: world.network, preset: world.preset, now: () => world.nowMs, origin: "" },
      new URLSearchParams({ from, to: "BTC", amount: "100" }),
    );
    const quote = await world.network
      .getQuote({ from, to: "BTC", amount: "100" })
      .catch((error: unknown) => error);
    return { quote, problems: page.form.problems };
  }

  test("a pool that one node leaves out does not make a bare ticker mean another", async () => {
    for (const whole of nodes) {
      for (const from of ["usdt", "USDT-0X1"]) {
        const { quote, problems } = await ask(from, whole);
        expect(quote).toMatchObject({ code: "sources_disagree", candidates: [] });
        const told = expect.stringContaining("Our sources disagree about AVAX.USDT-0X1");
        expect(problems).toMatchObject([{ message: told, choices: [] }]);
      }
      const listed = { from: "ETH.USDT-0X1", failure: null };
      expect((await ask("ETH.USDT", whole)).quote).toMatchObject(listed);
    }
  });

  test("an asset that only one node lists is neither there nor missing, and no other one is a candidate", async () => {
    for (const from of ["AVAX.USDT", "AVAX.USDT-0X1", "avax~usdt"]) {
      const { quote } = await ask(from, "node0");
      expect(quote).toMatchObject({ code: "sources_disagree", candidates: [] });
    }
    expect((await ask("AVAX.USDX", "node0")).quote).toMatchObject({ code: "invalid_asset" });
  });

  const asset = "ETH.ETH";
  for (const leaver of nodes) {
    test(`${leaver} leaves ${asset} out: it is said, in the list and in each name that means it`, async () => {
      const world = createWorld({ nodes: 2 });
      const rows = toPools(world) as { asset: string }[];
      world.scripts[leaver] = { pools: rows.filter((row) => row.asset !== asset) };
      const told = `Our sources disagree about ${asset}: not all of them list this pool.`;
      const pools = await world.network.getPools();
      expect(pools.warnings.map(({ code, message }) => [code, messageText(message)])).toEqual([
        ["sources_disagree", `${told} The list leaves them out.`],
      ]);
      for (const written of ["ETH", "eth.eth", "Ethereum", "ETH~ETH"]) {
        const quote = world.network.getQuote({ from: "BTC", to: written, amount: "1" });
        const code = "sources_disagree";
        await expect(quote, written).rejects.toMatchObject({ code, candidates: [] });
        const asked = { asset: written.replace("~", ".") };
        const list = await runTool("list_pools", asked, world.network);
        expect(list.isError).toBe(true);
        const hint = expect.stringContaining(told);
        expect(list.structured.error).toMatchObject({ code, hint });
      }
      expect((await runTool("list_pools", { chain: "ETH" }, world.network)).text).toContain(told);
    });
  }
});

test.describe("an indexer that tells another height than two nodes", () => {
  const ahead = (world: World, blocks: number, isOfNow = false) => ({
    health: () => {
      const { height, timeMs } = toBlock(world);
      const timestamp = Math.floor((isOfNow ? world.nowMs : timeMs) / 1000);
      const mark = { height: height + blocks, timestamp };
      return { inSync: true, lastThorNode: mark, lastCommitted: mark };
    },
  });
  for (const blocks of [6, 1_000, 1_000_000, -6, -1_000]) {
    test(`by ${blocks} blocks: the nodes' own blocks are the clock`, async () => {
      const world = createWorld({ nodes: 2 });
      world.scripts.indexer0 = ahead(world, blocks);
      await eachReading(world, async () => expect(await verdictOf(world)).toBe("open"));
      world.mimir[tradingHalt("BTC")] = 1;
      world.nowMs += 6_000;
      expect(await verdictOf(world)).toBe("halted");
    });
  }

  for (const isLyingNode of [false, true])
    test(`by 20 blocks, where the nodes stand still, and one tells a block of now: ${isLyingNode}: nothing is open`, async () => {
      const world = createWorld({ nodes: 2 });
      world.frozenAtMs = world.nowMs;
      world.nowMs += 120_000;
      world.scripts.indexer0 = ahead(world, 20, true);
      const block = () => blockOf(toBlock(world).height, world.nowMs);
      if (isLyingNode) world.scripts.node1 = { block };
      expect(await verdictOf(world)).toBe("unknown");
    });

  test("of one node, whose word is not enough: nothing is open", async () => {
    const world = createWorld({ nodes: 1 });
    world.scripts.indexer0 = ahead(world, 1_000);
    expect(await verdictOf(world)).toBe("unknown");
  });
});

test.describe("a node that tells a height far ahead", () => {
  const farAhead = (world: World) => ({
    lastblock: () => lastBlock(toBlock(world).height + 1_000_000),
  });
  for (const indexers of [0, 1])
    for (const liar of [0, 1, 2]) {
      test(`of three, it is node ${liar}, with ${indexers} indexers: the two others go on being open`, async () => {
        const world = createWorld({ nodes: 3, indexers });
        world.scripts[`node${liar}`] = farAhead(world);
        const look = async () => expect(await verdictOf(world)).toBe("open");
        await eachReading(world, look, 60_000);
      });
    }

  test("of two, the other is still heard when it says halted", async () => {
    for (const liar of nodes) {
      const world = createWorld({ nodes: 2 });
      world.scripts[liar] = { ...farAhead(world), mimir: { ...world.mimir } };
      expect(await verdictOf(world)).toBe("unknown");
      world.mimir[tradingHalt("BTC")] = 1;
      world.nowMs += 6_000;
      expect(await verdictOf(world)).toBe("halted");
    }
  });
});

test("the time of the newest block that one node alone tells is not told, where no indexer tells it", async () => {
  const clockOf = async (scripts: World["scripts"]) => {
    const world = createWorld({ nodes: 2 });
    world.scripts = { indexer0: { "*": down }, ...scripts };
    return (await world.network.getStatus()).clock;
  };
  expect((await clockOf({})).freshness).toBe("fresh");
  const { height, timeMs } = toBlock(createWorld());
  for (const liar of nodes) {
    const [now, stale] = [timeMs, timeMs - 90_000].map((ms) => ({ block: blockOf(height, ms) }));
    const apart = await clockOf({ [liar]: now ?? {}, [other[liar]]: stale ?? {} });
    expect(apart.freshness).toBe("unknown");
    const alone = await clockOf({ [liar]: { block: down } });
    expect(alone).toMatchObject({ freshness: "unknown", reason: { code: "no_clock" } });
  }
});
