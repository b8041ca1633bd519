// /assets: what a row says in each state of an asset, and that page, Markdown and JSON say the same.
import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AssetsDocument } from "../../../../../app/assets/assets-document.tsx";
import { assetsDocument } from "../../../../../lib/site/live/assets/document.ts";
import { assetsMarkdown, assetsView } from "../../../../../lib/site/live/assets/view.ts";
import { readMarkdown } from "../../../../support/markdown-nodes.ts";
import { readingFaults } from "../../../../support/reading.ts";
import {
  createWorld,
  down,
  type Script,
  toPools,
  toRows,
  type World,
} from "../../../../support/world.ts";
import { readMarkup } from "../../pages/markup-tree.ts";
import { changes as statusChanges } from "../status/scenes.ts";

async function readWorld(
  change: (world: World) => void | Promise<void>,
  network: "thorchain" | "mayachain" = "thorchain",
) {
  const world = createWorld({ nodes: 2, indexers: 1, network });
  world.nowMs += 6_000_000;
  await change(world);
  const [status, pools] = [await world.network.getStatus(), await world.network.getPools()];
  const view = assetsView(status, pools, world.preset, world.nowMs);
  return { view, document: assetsDocument(status, pools, view.rows) };
}

const USDC = "ETH.USDC-0XA0B8";
type Pool = Record<string, unknown>;
/** One pool as the named nodes tell it; null: they do not list it. */
const pool =
  (asset: string, more: Pool | null, names: readonly string[] = ["node0", "node1"]) =>
  (world: World) => {
    const told = toPools(world).flatMap((one) =>
      one.asset !== asset ? one : more === null ? [] : { ...one, ...more },
    );
    for (const name of names) world.scripts[name] = { ...world.scripts[name], pools: told };
  };
const script = (names: readonly string[], said: Script) => (world: World) => {
  for (const name of names) world.scripts[name] = { ...world.scripts[name], ...said };
};

const YES = "yes";
const NO = "no, halted";
const [BTC, APART] = ["BTC on Bitcoin", "sources disagree"];
const rows: readonly [
  what: string,
  change: (world: World) => void,
  asset: string,
  cells: readonly string[] | null,
][] = [
  [
    "an open pool",
    () => undefined,
    "BTC.BTC",
    [BTC, YES, YES, "$83,000,000", "0.00001103 BTC ($0.88)"],
  ],
  [
    "a halted chain",
    (world) => (world.mimir.HALTETHTRADING = 1),
    "ETH.ETH",
    ["ETH on Ethereum", NO, NO],
  ],
  [
    "payouts that wait",
    (world) => (world.mimir.HALTSIGNINGBTC = 1),
    "BTC.BTC",
    [BTC, YES, "no, payouts wait"],
  ],
  [
    "a pool that one node calls halted",
    pool("BTC.BTC", { trading_halted: true }, ["node1"]),
    "BTC.BTC",
    [BTC, APART, APART],
  ],
  [
    "a pool that both nodes call halted",
    pool("BTC.BTC", { trading_halted: true }),
    "BTC.BTC",
    [BTC, NO, NO],
  ],
  [
    "a chain that the network does not list",
    (world) => (world.rows.BTC = null),
    "BTC.BTC",
    [BTC, "not listed", "not listed"],
  ],
  ["an asset that one node lists alone", pool("ETH.ETH", null, ["node1"]), "ETH.ETH", null],
  ["a pool that takes no swaps", () => undefined, USDC, null],
  [
    "no price",
    (world) => pool("BTC.BTC", { asset_tor_price: "0" })(world),
    "BTC.BTC",
    [BTC, YES, YES, "not known", "0.00001103 BTC (price not known)"],
  ],
  [
    "depths that differ",
    pool("BTC.BTC", { balance_asset: "20000000000" }, ["node1"]),
    "BTC.BTC",
    [BTC, APART, APART, "not known"],
  ],
  [
    "a fee that the nodes tell differently",
    (world) => {
      const rows = toRows(world).map((row) => ({ ...row, outbound_fee: "9999" }));
      script(["node1"], { inbound_addresses: rows })(world);
    },
    "BTC.BTC",
    [BTC, YES, YES, "$83,000,000", "not known"],
  ],
  [
    "a fee that no node tells",
    (world) => {
      world.rows.BTC = { outbound_fee: "0" };
      script(["node0", "node1"], { outbound_fees: [] })(world);
    },
    "BTC.BTC",
    [BTC, YES, YES, "$83,000,000", "not known"],
  ],
  [
    "a token",
    pool(USDC, { status: "Available" }),
    USDC,
    ["USDC on Ethereum", YES, YES, "$10,510,000", "1 USDC ($1.00)"],
  ],
  [
    "the native asset",
    () => undefined,
    "THOR.RUNE",
    ["RUNE on THORChain", YES, YES, "in every pool", "0 RUNE ($0.00)"],
  ],
];

for (const [what, change, asset, cells] of rows) {
  test(`${what}: its row`, async () => {
    const { view } = await readWorld(change);
    const row = view.table.rows.find(({ id }) => id === asset);
    expect(row?.cells.map(({ text }) => text).slice(0, cells?.length) ?? null).toEqual(cells);
  });
}

test("an asset in doubt is named, and not listed", async () => {
  const { view, document } = await readWorld(pool("ETH.ETH", null, ["node1"]));
  expect(view.notes[0]).toMatch(/ETH\.ETH.* The list leaves them out\.$/);
  expect(document.warnings.map(({ code }) => code)).toContain("sources_disagree");
});

test("where no pool could be read, no asset is listed and nothing is called open", async () => {
  const { view, document } = await readWorld(script(["node0", "node1"], { pools: down }));
  expect(view.table.rows).toEqual([]);
  expect(view.notes).toEqual([
    expect.stringMatching(
      /^The pools could not be checked, so no asset is listed\. Do not send funds\./,
    ),
  ]);
  expect(document).toMatchObject({
    error: { retry_after_seconds: expect.any(Number) },
    assets: [],
  });
});

const states = {
  ...statusChanges,
  pools_unread: script(["node0", "node1"], { pools: down }),
  asset_in_doubt: pool("ETH.ETH", null, ["node1"]),
};
for (const network of ["thorchain", "mayachain"] as const) {
  for (const [name, change] of Object.entries(states)) {
    test(`${network}, ${name}: page, Markdown and JSON say the same, and read easily`, async () => {
      const { view, document } = await readWorld(change, network);
      const page = readMarkup(renderToStaticMarkup(createElement(AssetsDocument, { view })));
      const markdown = assetsMarkdown(view);
      const twin = readMarkdown(markdown);
      expect(page.headings).toEqual(twin.headings);
      expect(page.cells).toEqual(twin.cells);
      expect(page.links).toEqual(twin.links);
      const { headline } = view.status.sign;
      expect(page.of("p", "li")).toEqual(twin.of("paragraph").filter((text) => text !== headline));
      expect(readingFaults(markdown, "page")).toEqual([]);
      expect([document.headline, document.as_of.height ?? null]).toEqual([
        headline,
        view.status.block === null ? null : Number(view.status.block.height),
      ]);
      expect(
        document.assets.map(({ name, can_send, can_receive }) => [
          name,
          can_send.text,
          can_receive.text,
        ]),
      ).toEqual(view.table.rows.map(({ cells }) => cells.slice(0, 3).map(({ text }) => text)));
      // A state that a program reads as open is one that a person reads as yes.
      for (const { trading, can_send, halted_by, reason } of document.assets) {
        expect(can_send.text.startsWith("yes"), JSON.stringify({ trading, can_send })).toBe(
          trading === "open" && can_send.state !== "halted",
        );
        const { text, detail } = can_send;
        expect(["yes, ", "no, ", ""].map((start) => `${start}${detail}`)).toContain(
          text === "yes" ? "yes, open" : text,
        );
        expect(halted_by.length > 0).toBe(trading === "halted");
        if (trading === "unknown") expect(reason).not.toBeNull();
      }
    });
  }
}
