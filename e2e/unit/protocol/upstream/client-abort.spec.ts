// A caller who goes away: the upstream call ends, nothing is retried, and no breaker opens.
import { expect, test } from "@playwright/test";
import { firstOf } from "../../../../lib/protocol/upstream/client.ts";
import { Pools } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { createNode, createScript, POOLS, withUpstream } from "./client-scripts.ts";

test.describe("abort", () => {
  test("the caller's abort reaches the upstream and rejects with its reason", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "hang" } });
      const controller = new AbortController();
      const reading = createNode(upstream.nodeUrl(0)).get(POOLS, Pools, {
        signal: controller.signal,
      });
      await expect.poll(() => upstream.calls().length).toBe(1);
      controller.abort(new Error("went away"));
      await expect(reading).rejects.toThrow("went away");
      await expect.poll(() => upstream.calls()[0]?.state).toBe("aborted");
    }));

  test("an aborted signal makes no call", () =>
    withUpstream(async (upstream) => {
      const node = createNode(upstream.nodeUrl(0));
      await expect(
        node.get(POOLS, Pools, { signal: AbortSignal.abort(new Error("early")), keepMs: 5_000 }),
      ).rejects.toThrow("early");
      expect(upstream.calls()).toHaveLength(0);
    }));

  test("firstOf does not turn an abort into a retry", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "hang" } });
      const controller = new AbortController();
      const nodes = [createNode(upstream.nodeUrl(0)), createNode(upstream.nodeUrl(1))];
      const reading = firstOf(nodes, POOLS, Pools, { signal: controller.signal });
      await expect.poll(() => upstream.calls().length).toBe(1);
      controller.abort(new Error("went away"));
      await expect(reading).rejects.toThrow("went away");
      expect(upstream.calls({ provider: "node1" })).toHaveLength(0);
    }));

  test("callers who go away do not open the breaker", async () => {
    const transport = createScript(() => new Promise<Response>(() => {}));
    const node = createNode("http://upstream.invalid", {
      transport,
      limits: { breakerFailures: 2 },
    });
    for (let count = 1; count <= 5; count += 1) {
      const controller = new AbortController();
      const reading = node.get(POOLS, Pools, { signal: controller.signal });
      await expect.poll(() => transport.count()).toBe(count);
      controller.abort(new Error("went away"));
      await expect(reading).rejects.toThrow("went away");
    }
  });
});
