// What a view gets beside an answer: plain data of the page, of which nothing is read back into a reading. How it is shown: sentences.spec.ts.
import { expect, test } from "@playwright/test";
import { getNetworkStatus } from "../../../../../lib/mcp/tools/get-network-status.ts";
import { getSwapQuote } from "../../../../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../../../../lib/mcp/tools/get-swap-status.ts";
import type { Tool } from "../../../../../lib/mcp/tools/tool.ts";
import { withCode } from "../../../../../lib/protocol/model/verdicts.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { floorText } from "../../../../../lib/protocol/quote/advice.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { formatDuration, toIsoTime } from "../../../../../lib/protocol/values/figure-text.ts";
import { linkArguments } from "../../../../../lib/site/live/quote/links.ts";
import { getQuotePage } from "../../../../../lib/site/live/quote/page.ts";
import { swapSummary } from "../../../../../lib/site/live/track/swap-summary.ts";
import { stepSecondsLeft } from "../../../../../lib/site/live/track/timeline.ts";
import { isAnswer } from "../../../../../lib/site/live/views/answer.ts";
import type { PlainViews } from "../../../../../lib/site/live/views/plain.ts";
import { WAYS_KEY } from "../../../../../lib/site/registry/message-costs.ts";
import { agreed } from "../../../../support/agreed.ts";
import { quote } from "../../../mcp/fake-network.ts";
import { createScene, userAddress } from "../../../mcp/text-scenes.ts";
import { createWorld, toBlock } from "../../../protocol/network-world.ts";
import { NOW } from "../../../sample/sample-client.ts";
import { readScene } from "../status/scenes.ts";
import { readings } from "../track/readings.ts";
import { given, plain } from "./quote-scenes.ts";
import { askPlain, askTool, ORIGIN } from "./sentences.ts";

const setting = (network: object, nowMs = NOW) => ({ network: network as Network, preset: presets.thorchain, nowMs });

async function quoteOf(where: Parameters<typeof askPlain>[1], input: object, wanted = {}) {
  return (await askPlain(getSwapQuote, where, { ...input }, wanted)).plain as PlainViews["quote"];
}

test("a view is plain data, and smaller than its answer may be", async () => {
  const scene = setting(createScene({ source: "live", mimir: { HALTSIGNINGETH: 1, HALTTRADING: 1 } }));
  const rows: readonly (readonly [Tool, Parameters<typeof askPlain>[1], object, most: number])[] = [
    [getSwapQuote, setting(createScene({ source: "live" })), { ...given, destination: userAddress("ETH") }, 3_500],
    [getNetworkStatus, scene, {}, 6_000],
    [getNetworkStatus, scene, { chain: "btc" }, 1_500],
    ...readings.map(
      ([, , one]) => [getSwapStatus, setting({ getSwap: async () => one }), { txid: "A" }, 4_500] as const,
    ),
  ];
  for (const [tool, where, input, most] of rows) {
    const { answer, plain: view } = await askPlain(tool, where, { ...input });
    expect(JSON.stringify(view).length, tool.name).toBeLessThan(most);
    expect(Object.keys(answer), "beside the answer, not in it").not.toContain("meta");
  }
});

test("the troubles of a status, and what is scheduled, are those of the page", async () => {
  for (const name of ["chain_halted", "scheduled", "disagree"] as const) {
    const { network, view, nowMs } = await readScene(name);
    const status = (await askPlain(getNetworkStatus, setting(network, nowMs))).plain as PlainViews["status"];
    const { sign, read, chains, ...same } = status;
    expect(view, name).toMatchObject({ ...same, sign: { shape: sign.shape, headline: sign.headline } });
    expect(chains.rows.map(({ id }) => id)).toEqual(view.chains.map(({ chain }) => chain));
  }
});

test("a halt that was just asked for is not out of date, whatever the device's clock says", async () => {
  for (const [name, isStale] of [
    ["halted", false],
    ["open", true],
  ] as const) {
    const { network, nowMs } = await readScene(name);
    const { view } = await askTool(getNetworkStatus, setting(network, nowMs + 2_000), {}, nowMs + 86_400_000);
    expect(view.includes("Out of date"), name).toBe(isStale);
  }
});

test("other ways are compared where the view asks for them, as on the page, and offered where there are any", async () => {
  const where = setting(createScene({ source: "live" }));
  const large = { ...plain, amount: "2" };
  const before = await quoteOf(where, large);
  expect([before.canCompare, before.ways.cards]).toEqual([true, []]);
  expect(before.ways.notes).toHaveLength(1);
  const compared = await quoteOf(where, large, { [WAYS_KEY]: true });
  const setup = { ...where, now: () => NOW, origin: ORIGIN };
  const page = (await getQuotePage(setup, new URLSearchParams(large))).view;
  const figures = (cards: typeof compared.ways.cards = []) => cards.map(({ name, figures }) => ({ name, figures }));
  expect(figures(compared.ways.cards)).toEqual(figures(page.answer?.ways.cards));
  expect(compared.ways.notes).toEqual(page.answer?.ways.notes);
  expect([compared.canCompare, compared.ways.cards.length > 1]).toEqual([false, true]);
  // An order runs as its price comes, and a halted swap does not run.
  expect((await quoteOf(where, { ...given, target_out: "30" })).canCompare).toBe(false);
  const halted = setting(createScene({ source: "live", mimir: { HALTTRADING: 1 } }));
  expect((await quoteOf(halted, large)).canCompare).toBe(false);
});

test("where it is not known whether payouts are signed, a view has no memo, no address and no way to send", async () => {
  for (const key of ["HALTSIGNINGETH", "HALTSIGNINGBTC"]) {
    const world = createWorld({ nodes: 2 });
    world.scripts.node1 = { mimir: { ...world.mimir, [key]: toBlock(world).height + 100 } };
    const { deposit, send, warnings } = await quoteOf(world, given);
    expect(deposit, key).toMatchObject({ memo: null, address: null, router: null, steps: [] });
    expect([send, ...warnings].join(" "), key).toMatch(/Do not send/);
  }
});

test("a quote in dollars is one of the amount that they became, and names who is paid", async () => {
  const { amount: _, ...dollars } = { ...given, amount_usd: "500" };
  const { payee, permalink } = await quoteOf(createWorld({ nodes: 2 }), dollars);
  expect(payee).toContain(`This quote pays ${given.destination}.`);
  expect(permalink).toMatch(/from=BTC\.BTC&to=ETH\.ETH&amount=0\.\d+$/);
});

test("an affiliate's least fee stands below the costs, and where it is not known among the warnings", async () => {
  const notesOf = async (bps: number | null, isRead = true) => {
    const reason = isRead ? null : withCode("unreadable")("it was not read");
    const affiliateFloor = { bps: bps === null ? null : agreed(bps), reason };
    return (await quoteOf(setting({ getQuote: async () => ({ ...quote, affiliateFloor }) }), plain)).costs?.notes ?? [];
  };
  const notes = await notesOf(null, false);
  expect(notes.length).toBeGreaterThan(1);
  expect(await notesOf(12)).toEqual([...notes, floorText(12)]);
  expect(await notesOf(null)).toEqual([...notes, floorText(null)]);
  const { warnings } = await quoteOf(createWorld({ nodes: 2 }), { ...plain, affiliate: "alice", affiliate_bps: 5 });
  expect(warnings).toContainEqual(expect.stringMatching(/^We do not know whether the network sets a minimum swap fee/));
});

test("a link to another way keeps what was asked otherwise", () => {
  const streaming = { interval: 3, quantity: 4 };
  const input = { from: "BTC", to: "ETH", amount: "1", refund_address: "bc1q", streaming };
  const read = (query: string) => linkArguments(new URLSearchParams(query), input);
  const same = { from: "BTC", to: "ETH", amount: "1", refund_address: "bc1q" };
  expect(read("from=BTC&to=ETH&amount=1&streaming=1%2F1")).toEqual({ ...same, streaming: "single" });
  expect(read("from=BTC&to=ETH&amount=1&streaming=1")).toEqual({ ...same, streaming: { interval: 1, quantity: 0 } });
  expect(read("from=ETH&to=BTC&amount=2")).toEqual({ ...same, from: "ETH", to: "BTC", amount: "2" });
  // A link has the amount that dollars became. Without one, they stay.
  const dollars = { from: "BTC", to: "ETH", amount_usd: "500" };
  const inDollars = (query: string) => linkArguments(new URLSearchParams(query), dollars);
  expect(inDollars("from=BTC&to=ETH&amount=0.1")).toEqual({ from: "BTC", to: "ETH", amount: "0.1" });
  expect(inDollars("from=ETH&to=BTC")).toEqual({ ...dollars, from: "ETH", to: "BTC" });
});

for (const [name, , reading] of readings)
  test(`a swap, ${name}: page and tool tell the same times, and the view no words of an indexer`, async () => {
    const { answer, plain: view } = await askPlain(getSwapStatus, setting({ getSwap: async () => reading }), {
      txid: "A",
    });
    expect((view as PlainViews["swap"]).reason ?? {}).not.toHaveProperty("quote");
    const page = swapSummary(reading, { preset: presets.thorchain, chain: null, readAtMs: NOW });
    const { next_poll_seconds: poll, estimated_seconds_left: left, started_at: started } = answer.structured;
    expect([poll, left, started]).toEqual([
      reading.held ? 300 : page.pollSeconds,
      reading.estimatedSecondsLeft,
      toIsoTime(reading.startedAtMs),
    ]);
    const told = reading.estimatedSecondsLeft ?? stepSecondsLeft(reading);
    const figure = page.figures.find(({ label }) => label === "Time left when read")?.value ?? null;
    if (told === null || reading.terminal || reading.order) expect(figure).toBeNull();
    else expect(figure).toContain(formatDuration(told));
    if (!reading.held) return;
    expect(page.pace).toBe("The next reading is due about 5 minutes later.");
    expect(page.figures.at(-1)).toEqual({ label: "Time left", value: "not known: it is stopped now" });
  });

test("only an answer of our tools is one", async () => {
  const { answer } = await askPlain(getNetworkStatus, createWorld({ nodes: 2 }), { fields: ["queue"] });
  expect([answer.structured, { network: "thorchain" }, null].map(isAnswer)).toEqual([true, false, false]);
});
