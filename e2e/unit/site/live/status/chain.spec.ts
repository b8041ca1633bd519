// The status of one chain says what the network's says of it, in each state, and nothing of another chain.
import { expect, test } from "@playwright/test";
import { statusMarkdown } from "../../../../../lib/site/live/status/blocks.ts";
import {
  badgeMarkup,
  chainBadge,
  getChainHead,
} from "../../../../../lib/site/live/status/chain.ts";
import { statusView } from "../../../../../lib/site/live/status/view.ts";
import { withWholeAddresses } from "../../../../../lib/site/prose/markdown-document.ts";
import { createWorld, down, toBlock, toRows, type World } from "../../../../support/world.ts";

type Row = readonly [
  what: string,
  change: (world: World) => void,
  shape: string,
  badge: RegExp,
  colour: string,
];

const green = "#0b6b45";
const red = "#b3201a";
const amber = "#f4b92f";
const rows: readonly Row[] = [
  ["nothing", () => undefined, "open", /^Litecoin: open, \d+ s ago$/, green],
  [
    "the chain",
    (world) => (world.mimir.HALTLTCTRADING = 1),
    "halted",
    /^Litecoin: halted, \d+ s ago$/,
    red,
  ],
  [
    "the network",
    (world) => (world.mimir.HALTTRADING = 1),
    "halted",
    /^Litecoin: halted, \d+ s ago$/,
    red,
  ],
  [
    "another chain",
    (world) => (world.mimir.HALTETHTRADING = 1),
    "open",
    /^Litecoin: open, \d+ s ago$/,
    green,
  ],
  [
    "payouts",
    (world) => (world.mimir.HALTSIGNINGLTC = 1),
    "warned",
    /^Litecoin: payouts wait, \d+ s ago$/,
    amber,
  ],
  [
    "a block that comes soon",
    (world) => (world.mimir.HALTLTCTRADING = toBlock(world).height + 50),
    "warned",
    /^Litecoin: halts soon, \d+ s ago$/,
    amber,
  ],
  [
    "all that nodes say",
    (world) => (world.intercept = () => down),
    "unknown",
    /^Litecoin: not known$/,
    amber,
  ],
];

for (const [what, change, shape, badge, colour] of rows) {
  test(`of one chain it is told what halts it: ${what}`, async () => {
    const world = createWorld({ nodes: 2, indexers: 1, network: "thorchain" });
    world.nowMs += 6_000_000;
    change(world);
    const { preset, nowMs } = world;
    const reading = await world.network.getStatus({ chain: "LTC" });
    const view = statusView(reading, preset, nowMs, [], "LTC");
    const whole = statusView(await world.network.getStatus(), preset, nowMs);
    expect(view.sign.shape).toBe(shape);
    expect(view.chains).toEqual(whole.chains.filter(({ chain }) => chain === "LTC"));
    expect(view.title).toBe("Litecoin (LTC) status");
    const text = statusMarkdown(view);
    expect(text).not.toContain("Ethereum");
    // What to do stands once, and who must not send is told to look here again by nothing.
    for (const note of view.notes) expect(view.told).not.toContain(note.text);
    expect(view.again !== null).toBe(shape === "open" || shape === "warned");

    const svg = chainBadge(reading, "LTC", preset);
    expect(/<title>([^<]*)<\/title>/.exec(svg)?.[1]).toMatch(badge);
    expect(/fill="([^"]*)"/.exec(svg)?.[1]).toBe(colour);
  });
}

test("a chain that the network lists and we do not know yet is told without a link", async () => {
  const world = createWorld({ nodes: 2, indexers: 1, network: "thorchain" });
  world.rewrite = (body, path) =>
    path.endsWith("/inbound_addresses")
      ? [...toRows(world), { ...toRows(world)[0], chain: "NEW" }]
      : body;
  const view = statusView(await world.network.getStatus(), world.preset, world.nowMs);
  const text = withWholeAddresses(statusMarkdown(view));
  expect(text).toMatch(/^\| NEW \|/m);
  expect(text).toMatch(/^\| \[Bitcoin \(BTC\)\]\(http\S+\/status\/btc\) \|/m);
});

test("a badge that stays open says after a minute that it is out of date", async () => {
  const world = createWorld({ nodes: 2, indexers: 1, network: "thorchain" });
  const svg = chainBadge(await world.network.getStatus({ chain: "BTC" }), "BTC", world.preset);
  const faces = [
    ...svg.matchAll(
      /<g visibility="(\w+)">.*?<text[^>]*>([^<]*)<\/text><set attributeName="visibility" to="(\w+)" begin="60s"\/>/g,
    ),
  ];
  expect(
    faces.map(([, before, text, after]) => [before, text?.replace(/\d+/, "n"), after]),
  ).toEqual([
    ["visible", "Bitcoin: open, n s ago", "hidden"],
    ["hidden", "Bitcoin: out of date", "visible"],
  ]);
});

test("what stands in lists of links says nothing that ages", () => {
  const { title, description } = getChainHead("DOGE");
  expect(title).toBe("Can I send from Dogecoin (DOGE) now?");
  for (const text of [title, description, badgeMarkup("DOGE").replace(/https?:\S*/g, "")])
    expect(text).not.toMatch(/\b(?:open|halted|closed|yes|no)\b|\d{2}:/);
});
