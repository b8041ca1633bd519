// STREAMINGSWAPPAUSE: swaps of several parts wait, although quote, flags and pools are as ever.
import { expect, test } from "@playwright/test";
import { createWorld } from "../network-world.ts";

const rows: readonly (readonly [value: number, blocks: number, single: boolean, isTold: boolean])[] = [
  [1, 3, false, true],
  [1_000_000_000, 3, false, true],
  [1, 3, true, false],
  [1, 0, false, false],
  [0, 3, false, false],
];
for (const [value, blocks, single, isTold] of rows) {
  test(`${value}, parts over ${blocks} blocks${single ? ", asked for in one part" : ""}: ${isTold ? "" : "no "}warning`, async () => {
    const world = createWorld();
    world.mimir.STREAMINGSWAPPAUSE = value;
    world.rewrite = (body, path) =>
      path.endsWith("/quote/swap")
        ? { ...(body as object), streaming_swap_blocks: blocks, max_streaming_quantity: 9 }
        : body;
    const streaming = { interval: 1, quantity: 1 };
    const quote = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1", ...(single && { streaming }) });
    expect(quote.trading.verdict).toBe("open");
    const told = quote.warnings.filter(({ code }) => code === "parts_wait").map(({ text }) => text);
    expect(told.length).toBe(isTold ? 1 : 0);
    if (isTold) expect(told[0]).toContain("wait now, with no end date");
  });
}
