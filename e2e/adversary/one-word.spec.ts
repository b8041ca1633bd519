// Of two operators that differ, what one alone says closes, and is told everywhere as what it is: a doubt, never a fact, nothing final.
import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Blocks } from "../../app/parts/blocks.tsx";
import { assetsBlocks } from "../../lib/answers/assets/blocks.ts";
import { listAssetRows } from "../../lib/answers/assets/rows.ts";
import { assetsDocument } from "../../lib/answers/assets/structured.ts";
import { statusBlocks } from "../../lib/answers/status/blocks.ts";
import { blocksMarkdown } from "../../lib/render/markdown.ts";
import { statusWords } from "../../lib/say/status.en.ts";
import { getQuotePage } from "../../lib/site/live/quote/page.ts";
import { statusDocument } from "../../lib/site/live/status/document.ts";
import { statuspageSummary } from "../../lib/site/live/status/statuspage.ts";
import { runTool } from "../mcp/run-tool.ts";
import { lastBlock } from "../support/changes.ts";
import { chainHalt, signingHalt, tradingHalt } from "../support/halt-key.ts";
import { createWorld, down, type Script, toPools, toRows, type World } from "../support/world.ts";

const asked = { from: "BTC", to: "ETH", amount: "1", destination: `0x${"ab".repeat(20)}` };

/** Each form in which a person or an agent gets an answer, by its name. */
async function readForms(world: World) {
  const { network, preset, nowMs } = world;
  const now = () => world.nowMs;
  const [status, pools] = [await network.getStatus(), await network.getPools()];
  const context = { preset, nowMs, chain: null, complaints: [] };
  const blocks = statusBlocks(status, context);
  const assets = assetsBlocks(status, pools, context);
  const rows = listAssetRows(status, pools, preset, nowMs);
  const quote = await getQuotePage(
    { network, preset, now, origin: "" },
    new URLSearchParams(asked),
  );
  const tool = async (name: string, input: object) =>
    JSON.stringify(await runTool(name, input, network));
  return {
    "/status": renderToStaticMarkup(createElement(Blocks, { blocks })),
    "/status.md": blocksMarkdown(blocks),
    "/status.json": JSON.stringify(statusDocument(status, preset, { startedMs: nowMs, nowMs })),
    "/api/v2/summary.json": JSON.stringify(statuspageSummary(status, preset)),
    "/assets": renderToStaticMarkup(createElement(Blocks, { blocks: assets })),
    "/assets.md": blocksMarkdown(assets),
    "/assets.json": JSON.stringify(assetsDocument(status, pools, rows)),
    "/quote.md": blocksMarkdown(quote.blocks),
    get_network_status: await tool("get_network_status", {}),
    list_pools: await tool("list_pools", { status: "all" }),
    get_inbound_addresses: await tool("get_inbound_addresses", { chain: "BTC" }),
    get_swap_quote: await tool("get_swap_quote", asked),
  };
}
type Form = keyof Awaited<ReturnType<typeof readForms>>;

const withVotes = (votes: object) => (world: World) => ({ mimir: { ...world.mimir, ...votes } });
const isOfHalt = /halted(?!_by)|halts|waits?\b|paused|for good|in.force|pool_status/i;
/** Sentences and cells about a halt, as a form has them. */
const haltsOf = (text: string) =>
  text
    .replaceAll(statusWords.doNotSwapHalted, "")
    .split(/[.|\n<>"]/)
    .filter((part) => isOfHalt.test(part));
const boards = ["/status", "/status.md", "get_network_status"] as const;
const all: readonly Form[] = [...boards, "/status.json", "/api/v2/summary.json"];
const quotes = ["get_swap_quote", "/quote.md"] as const;
const ofBtc = [...all, ...quotes, "/assets", "/assets.md", "get_inbound_addresses"] as const;

let honest: readonly string[] | null = null;
/** What two honest nodes are told to say of halts. */
async function readHonest() {
  honest ??= haltsOf(Object.values(await readForms(createWorld({ nodes: 2 }))).join("|"));
  return honest;
}

/** What one of two nodes says, and the forms that tell of it. */
const lies: readonly [name: string, scriptOf: (world: World) => Script, told: readonly Form[]][] = [
  ["a halted chain", withVotes({ [tradingHalt("BTC")]: 1 }), ofBtc],
  ["a chain that stands still", withVotes({ [chainHalt("BTC")]: 1 }), ofBtc],
  ["a chain that has ended", withVotes({ "RAGNAROK-BTC-BTC": 1 }), ofBtc],
  [
    "a halted row",
    (world) => ({ inbound_addresses: toRows({ ...world, rows: { BTC: { halted: true } } }) }),
    ofBtc,
  ],
  ["a halted network", withVotes({ HALTTRADING: 1 }), ofBtc],
  ["halted payouts", withVotes({ [signingHalt("BTC")]: 1 }), [...all, ...quotes]],
  ["paused liquidity", withVotes({ PAUSELPBTC: 1 }), ["get_network_status"]],
  ["a pool without new liquidity", withVotes({ "PAUSELPDEPOSIT-ETH-ETH": 1 }), boards],
  ["a token that has ended", withVotes({ "RAGNAROK-ETH-USDC-0XA0B8": 1 }), all],
  ["swaps of several parts that wait", withVotes({ STREAMINGSWAPPAUSE: 1 }), all],
];

for (const [name, scriptOf, told] of lies) {
  test(`one of two operators says ${name}: nothing opens, and each form says that the sources disagree`, async () => {
    for (const liar of [0, 1]) {
      const world = createWorld({ nodes: 2 });
      world.scripts[`node${liar}`] = scriptOf(world);
      const honest = await readHonest();
      const forms = await readForms(world);
      for (const [form, text] of Object.entries(forms)) {
        const facts = haltsOf(text)
          .filter((part) => !honest.includes(part))
          .filter((part) => !/one of our sources (alone )?says/i.test(part));
        expect(facts, form).toEqual([]);
        expect(text).not.toContain('"in_force":true');
      }
      for (const form of told)
        expect(forms[form], form).toMatch(
          /(sources|providers)[ _]disagree|One of our sources says/i,
        );
      const { sign } = await world.network.getStatus();
      expect(sign.state).toBe(name.includes("liquidity") ? "open" : "sources_disagree");
      const [{ address = "" } = {}] = (await world.network.getInbounds({ chain: "BTC" })).chains;
      if (told.includes("get_inbound_addresses")) expect(address).toBeNull();
      const { memo } = await world.network.getQuote(asked);
      if (told.includes("get_swap_quote")) expect(memo).toBeNull();
    }
  });

  test(`both of two operators say ${name}: it is told as a fact`, async () => {
    const world = createWorld({ nodes: 2 });
    for (const node of ["node0", "node1"]) world.scripts[node] = scriptOf(world);
    const forms = await readForms(world);
    for (const form of told)
      expect(forms[form], form).not.toMatch(/(sources|providers)[ _]disagree/i);
    expect(forms.get_network_status).toMatch(/halted|paused|wait/);
  });
}

test("nothing is said to have ended for good by one source, whatever halts the chain beside it", async () => {
  const ended = { "RAGNAROK-BTC-BTC": 1 };
  const trading = { [tradingHalt("BTC")]: 1 };
  const final = /for good|RAGNAROK/;
  const tell = async (one: object, other: object | null) => {
    const world = createWorld({ nodes: 2 });
    world.scripts.node0 = withVotes(one)(world);
    world.scripts.node1 = other === null ? { "*": down } : withVotes(other)(world);
    return Object.values(await readForms(world)).join();
  };
  expect(await tell({ ...ended, ...trading }, trading)).not.toMatch(final);
  expect(await tell({ ...ended, ...trading }, trading)).toContain("Trading there is halted");
  expect(await tell(ended, null)).not.toMatch(final);
  expect(await tell(ended, ended)).toMatch(/ended for good/);
});

test("two nodes that know of one halt, a block apart, do not disagree", async () => {
  const world = createWorld({ nodes: 2 });
  world.mimir[tradingHalt("BTC")] = 25_000_002;
  world.scripts.node1 = { lastblock: lastBlock(25_000_001) };
  const { chains } = await world.network.getStatus();
  expect(chains.find(({ chain }) => chain === "BTC")?.trading.verdict).toBe("halted");
});

const poolsWith = (world: World, asset: string, change: object | null) => ({
  pools: toPools(world).flatMap((pool) =>
    pool.asset !== asset ? pool : change === null ? [] : { ...pool, ...change },
  ),
});
const listing = [
  ["leaves out a pool", "ETH.ETH", null, undefined],
  ["says that a pool is staged", "ETH.ETH", { status: "Staged" }, "other"],
  ["says that a staged pool is available", "ETH.USDC-0XA0B8", { status: "Available" }, "other"],
  ["says that a pool is halted", "ETH.ETH", { trading_halted: true }, "available"],
] as const;
for (const [name, asset, change, status] of listing) {
  test(`one of two operators ${name}: the pool is doubted in the lists and in a quote`, async () => {
    for (const liar of [0, 1]) {
      const world = createWorld({ nodes: 2 });
      world.scripts[`node${liar}`] = poolsWith(world, asset, change);
      const pool = (await world.network.getPools()).pools.find((one) => one.asset === asset);
      expect([pool?.status, pool?.trading.verdict]).toEqual([status, status && "unknown"]);
      expect(pool?.trading.haltedBy ?? []).toEqual([]);
      const forms = await readForms(world);
      for (const form of ["list_pools", "/assets", "/assets.md", "/assets.json"] as const)
        expect(forms[form], form).toMatch(/sources disagree|sources_disagree/i);
      if (asset === "ETH.ETH")
        expect(forms.get_swap_quote).toMatch(/sources disagree|sources_disagree/i);
      if (status === "other") {
        const { text } = await runTool("list_pools", {}, world.network);
        expect(text).toContain(
          `Our sources disagree about ${asset}: not all of them say that this pool is available.`,
        );
      }
    }
  });
}
