// /quote reads easily in each state: short sentences, plain words, and no name of a parameter outside code and details.
import { expect, test } from "@playwright/test";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import type { QuoteView } from "../../../../../lib/site/live/quote/page.ts";
import { signingHalt, tradingHalt } from "../../../../support/halt-key.ts";
import { readingFaults } from "../../../../support/reading.ts";
import { createWorld, down, status, toBlock, type World } from "../../../../support/world.ts";
import { createFakeNetwork, failedNetwork, quote } from "../../../mcp/fake-network.ts";
import { askFake, askSample, askWorld, ORIGIN } from "./views.ts";

const HEX = "0xabCd111111111111111111111111111111111111";
const asked = `from=BTC&to=ETH&amount=0.05&destination=${HEX}`;
const world = async (change: (world: World) => void, query = asked) => {
  const one = createWorld();
  change(one);
  return askWorld(one, query);
};
const reading = (changes: object, query = asked) =>
  askFake(createFakeNetwork({ getQuote: async () => ({ ...quote, ...changes }) }), query);

const states: Readonly<Record<string, () => Promise<QuoteView>>> = {
  "no question": () => askSample(""),
  "a quote": () => askSample("from=BTC&to=ETH&amount=0.05"),
  "a quote with a memo": () => world(() => {}),
  "a swap in parts": () =>
    askSample("from=eth.usdc&to=btc&amount=50000&destination=sample-btc-recipient"),
  "a token": () => askSample("from=eth.usdc&to=btc&amount=500&destination=sample-btc-recipient"),
  "a native asset": () =>
    askSample("from=rune&to=eth&amount=1000&destination=sample-eth-recipient"),
  "a halted chain": () => askSample("from=LTC&to=BTC&amount=1"),
  "payouts halted": () => world((one) => (one.mimir[signingHalt("ETH")] = 1)),
  "a halt in 20 minutes": () =>
    world((one) => (one.mimir[tradingHalt("BTC")] = toBlock(one).height + 200)),
  "parts wait": () =>
    reading({ streaming: { mode: "rapid", interval: 0, quantity: 9, isApplied: true } }),
  "out of date": () => world((one) => (one.frozenAtMs = one.nowMs - 40_000)),
  "nothing could be read": () => world((one) => (one.scripts.node0 = { "*": down })),
  "no answer of the node": () => world((one) => (one.scripts.node0 = { swap: status(503) })),
  "a failed reading": () => askFake(failedNetwork, asked),
  "sources disagree": () => {
    const one = createWorld({ nodes: 2 });
    one.scripts.node1 = { swap: status(503) };
    return askWorld(one, asked);
  },
  "too small": () => askSample("from=BTC&to=ETH&amount=0.000011"),
  "too large": () => askSample("from=BTC&to=ETH&amount=999999999999999999"),
  "faults everywhere": () =>
    askSample("from=usdc&to=bitcoi&amount=1,000&liquidity_tolerance_bps=x&streaming=x"),
};
for (const [name, view] of Object.entries(states)) {
  test(name, async () => {
    const markdown = quoteMarkdown(await view(), ORIGIN);
    expect(readingFaults(markdown, "page")).toEqual([]);
    expect(markdown.replace(/`[^`]*`|https?:\S+/g, "")).not.toMatch(/[a-z]_[a-z]|\bHALT[A-Z]+\b/);
  });
}
