// The table of the fee guide in each state: figures of a fresh, open pair only, the worst of the four above them, and the time of the block.
import { expect, test } from "@playwright/test";
import { warnOf } from "../../../../../lib/protocol/model/envelope.ts";
import type { SignState } from "../../../../../lib/protocol/model/network-status.ts";
import type { QuoteReading, QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { payoutsHalted, tradingHalted } from "../../../../../lib/protocol/safety/sentences.ts";
import { getSizes } from "../../../../../lib/site/live/quote/sizes.ts";
import { signShapes } from "../../../../../lib/site/live/sign-shape.ts";
import { agreed } from "../../../../support/agreed.ts";
import { createWorld, down, type World } from "../../../../support/world.ts";
import { askSample, sampleSetup, worldSetup } from "./views.ts";

const names = ["$100 of BTC", "$500 of BTC", "$5,000 of BTC", "$50,000 of BTC"];
const dollars = ["100", "500", "5000", "50000"];
const askWorldSizes = (world: World) => getSizes(worldSetup(world));

/** The sample network with changed quotes. */
function askChanged(change: (quote: QuoteReading, request: QuoteRequest) => Partial<QuoteReading>) {
  const setup = sampleSetup();
  const network: Network = {
    ...setup.network,
    getQuote: async (request, options) => {
      const quote = await setup.network.getQuote(request, options);
      return { ...quote, ...change(quote, request) };
    },
  };
  return getSizes({ ...setup, network });
}

test("each size in dollars has the figures of its quote page", async () => {
  const { sign, rows, notes } = await getSizes(sampleSetup());
  expect(sign).toEqual({ shape: "open", word: "Open", text: "you can swap BTC to ETH now." });
  expect(notes).toEqual([]);
  expect(rows.map(({ quote }) => quote.label)).toEqual(names);
  expect(rows.map(({ quote }) => quote.href)).toEqual(
    dollars.map((size) => `/quote?from=BTC&to=ETH&amount_usd=${size}`),
  );
  for (const { quote, received, cost } of rows) {
    const query = quote.href.split("?")[1] ?? "";
    const { answer } = await askSample(query);
    const [, out] = answer?.figures ?? [];
    const costRow = (name: string) =>
      answer?.costs?.table.rows.find(([found]) => found === name) ?? [];
    const [, , all, share] = costRow("Total cost");
    expect(cost).toBe(`${all} (${share})`);
    const rounded = Number.parseFloat(received) / Number.parseFloat(out?.text ?? "");
    expect(rounded).toBeGreaterThan(0.999);
    expect(rounded).toBeLessThanOrEqual(1);
    expect(received).toMatch(/ ETH$/);
  }
});

test("no more is said to come than the network pays", async () => {
  const { rows } = await askChanged(() => ({ expectedAmountOut: agreed(2_099_960_000n) }));
  expect(rows.map(({ received }) => received)).toEqual(names.map(() => "20.99 ETH"));
});

test("the time of the block is absolute, and its age is that of the reading", async () => {
  const { asOf, ageSeconds } = await getSizes(sampleSetup());
  expect(asOf).toMatch(
    /^Read from the sample network \(invented data\) at block \d+\. It was made \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
  );
  expect(ageSeconds).toBeGreaterThanOrEqual(0);
  expect(ageSeconds).toBeLessThan(60);
});

test("the oldest of the four readings is told, and one without a block counts as older", async () => {
  const aged = (ages: readonly (number | null)[]) =>
    askChanged(({ clock }, { amountUsd }) => ({
      clock: { ...clock, ageMs: ages[dollars.indexOf(amountUsd ?? "")] ?? null },
    }));
  expect((await aged([4_000, 9_000, 6_000, 5_000])).ageSeconds).toBe(9);
  const unread = await aged([4_000, null, 6_000, 5_000]);
  expect(unread.ageSeconds).toBeNull();
  expect(unread.asOf).toContain("No block could be checked.");
});

interface Case {
  readonly name: string;
  readonly script: (world: World) => void;
  readonly state: SignState;
  readonly notes: RegExp;
  /** Of each row; null where figures are shown. */
  readonly cost: string | null;
}

const cases: readonly Case[] = [
  {
    name: "a halted chain",
    script: (world) => Object.assign(world.mimir, { HALTETHTRADING: 1 }),
    state: "halted",
    notes: RegExp(`^${tradingHalted("Ethereum")}.*\\bDo not send\\b`),
    cost: "halted",
  },
  {
    name: "halted payouts",
    script: (world) => Object.assign(world.mimir, { HALTSIGNINGETH: 1 }),
    state: "payouts_wait",
    notes: RegExp(`^${payoutsHalted("Ethereum")}`),
    cost: null,
  },
  {
    name: "a halt in ten minutes",
    script: (world) => Object.assign(world.mimir, { HALTETHTRADING: 25_000_100 }),
    state: "halts_soon",
    notes: /halt/i,
    cost: null,
  },
  {
    name: "no source",
    script: (world) => {
      for (const node of ["node0", "node1"])
        world.scripts[node] = Object.fromEntries(
          ["mimir", "inbound_addresses", "lastblock", "block", "pools"].map((path) => [path, down]),
        );
    },
    state: "not_checked",
    notes: /Do not send/,
    cost: "not checked",
  },
  {
    name: "blocks that stand still",
    script: (world) => {
      world.frozenAtMs = world.nowMs;
      world.nowMs += 300_000;
    },
    state: "not_checked",
    notes: /Do not send/,
    cost: "not checked",
  },
];

for (const { name, script, state, notes, cost } of cases) {
  test(`of ${name} the sign says it first, and no figure hides it`, async () => {
    const world = createWorld({ nodes: 2 });
    script(world);
    const view = await askWorldSizes(world);
    expect(view.sign.shape).toBe(signShapes[state]);
    expect(view.notes.join(" ")).toMatch(notes);
    expect(new Set(view.notes).size).toBe(view.notes.length);
    for (const row of view.rows) {
      if (cost === null) expect(row).toMatchObject({ received: expect.stringMatching(/ ETH$/) });
      else expect(row).toMatchObject({ received: "not known", cost });
    }
  });
}

test("what is wrong with one size alone names that size, and stands above all figures", async () => {
  const text = "The fees take 12 % of what comes out.";
  const { sign, notes } = await askChanged(({ warnings }, { amountUsd }) =>
    amountUsd === "50000"
      ? { warnings: [...warnings, warnOf("costly")(text)], adviceLevel: "warned" }
      : {},
  );
  expect(sign).toEqual({
    shape: "warned",
    word: "Warning",
    text: "For $50,000: open, but the total cost is high.",
  });
  expect(notes).toEqual([`For $50,000: ${text}`]);
});

const missing: readonly [what: string, change: Partial<QuoteReading>, row: object][] = [
  ["an amount", { expectedAmountOut: null }, { received: "not known" }],
  ["a cost", { totalCost: null, totalCostBps: null }, { cost: "not known" }],
  ["a price", { totalCost: { asset: "ETH.ETH", base: 1n, usd: null } }, { cost: "not known" }],
];
for (const [what, change, row] of missing) {
  test(`${what} that is missing is not known, and never zero`, async () => {
    const { rows } = await askChanged(() => change);
    expect(rows).toMatchObject(names.map(() => row));
  });
}

test("a pair that the network does not have is not checked, with the reason", async () => {
  const world = createWorld();
  world.rewrite = (body, path) =>
    path.endsWith("/pools")
      ? (body as { asset: string }[]).filter(({ asset }) => asset !== "ETH.ETH")
      : body;
  const { sign, rows } = await askWorldSizes(world);
  const text = "the network lists no pool for BTC or none for ETH.";
  expect(sign).toEqual({ shape: "unknown", word: "Not checked", text });
  expect(rows).toMatchObject(names.map(() => ({ received: "not known", cost: "no quote" })));
});
