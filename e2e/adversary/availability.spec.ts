// Safety is not bought by silence: honest nodes with ordinary troubles are told as open.
import { expect, test } from "@playwright/test";
import { createWorld, down, status, toBlock } from "../support/world.ts";

const STEP_MS = 24_000;
const HOUR_MS = 3_600_000;

/** Uniform in [0, 1), the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Each node restarts once in so many hours, for half a minute, and never two at the same time. */
for (const [nodes, hours] of [
  [2, 4],
  [3, 1],
] as const) {
  test(`${nodes} honest nodes with jitter, 1 % failed calls and a restart in ${hours} h: open 99 times of 100`, async () => {
    const world = createWorld({ nodes, indexers: 2 });
    const random = createRandom(nodes);
    const startMs = world.nowMs;
    world.intercept = (name, url, reply) => {
      const number = Number(name.slice(-1));
      const sinceMs =
        (world.nowMs - startMs + (number * hours * HOUR_MS) / nodes) % (hours * HOUR_MS);
      if (name.startsWith("node") && sinceMs < 30_000) return down;
      if (random() < 0.01) return random() < 0.5 ? down : status(502, "<html>");
      if (!name.startsWith("node") || !url.pathname.endsWith("/lastblock")) return reply;
      const height = toBlock(world).height - Math.floor(random() * 3);
      return (reply as object[]).map((row) => ({ ...row, thorchain: height }));
    };
    // Until each node has restarted once.
    const readings = (hours * HOUR_MS) / STEP_MS;
    let open = 0;
    for (let reading = 0; reading < readings; reading += 1) {
      world.nowMs += STEP_MS;
      const { trading, chains } = await world.network.getStatus();
      if (trading.verdict === "open" && chains.every((chain) => chain.trading.verdict === "open"))
        open += 1;
    }
    test.info().annotations.push({ type: "availability", description: `${open} of ${readings}` });
    expect(open / readings).toBeGreaterThanOrEqual(0.99);
  });
}
