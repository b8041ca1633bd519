// Over real sockets: what a call sends, by which limit or fault of a connection it ends, and that an abort reaches the upstream.
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { firstOf } from "../../../lib/protocol/upstream/client.ts";
import { Health, Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import { QuoteSwap } from "../../../lib/protocol/upstream/schemas.ts";
import { VERSION } from "../../../lib/version.ts";
import { close, listen } from "../../support/loopback.ts";
import type { Fault } from "../../support/upstream/faults.ts";
import { createNode, errorOf, faultOf, POOLS, scene, withUpstream } from "./client-scripts.ts";

const Anything = z.unknown();

test("a call joins the base URL's path, sends honest headers and reads the Date header", () =>
  withUpstream(async (upstream) => {
    const answer = await createNode(`${upstream.nodeUrl(0)}/`).get(POOLS, Pools);
    expect(answer.value.map((pool) => pool.asset)).toContain("BTC.BTC");
    expect(Math.abs((answer.serverDateMs ?? 0) - answer.receivedAtMs)).toBeLessThan(5_000);
    const [call] = upstream.calls();
    expect(call).toMatchObject({ provider: "node0", path: POOLS, query: "" });
    expect(call?.headers).toMatchObject({
      accept: "application/json",
      "cache-control": "no-cache",
      "user-agent": `Signpost/${VERSION} (+read-only)`,
      "x-client-id": "signpost",
    });
    const indexer = createNode(upstream.indexerUrl(0), { kind: "indexer" });
    const { value } = await indexer.get("/v2/health", Health, { keepMs: 5_000 });
    expect(value.lastThorNode.height).toBeGreaterThanOrEqual(scene.baseHeight);
  }));

test("the query is inside the request, and in no error", () =>
  withUpstream(async (upstream) => {
    const path = "/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=1";
    const node = createNode(upstream.nodeUrl(0));
    const { value } = await node.get(`${path}&destination=0xabc%3Fd`, QuoteSwap);
    expect(value.memo).toBe("=:ETH.ETH:0xabc?d");
    upstream.set({ fault: { kind: "html" } });
    const error = await errorOf(node.get(path, QuoteSwap));
    expect(error).toMatchObject({ message: "GET /thorchain/quote/swap: content_type 200" });
  }));

for (const [fault, expected] of [
  [{ kind: "latency", ms: 60_000 }, "timeout"],
  [{ kind: "hang_after_headers" }, "timeout"],
  [{ kind: "drip", everyMs: 20 }, "timeout"],
  [{ kind: "reset" }, "reset"],
  [{ kind: "reset_in_body" }, "reset"],
  [{ kind: "truncated" }, "not_json 200"],
  [{ kind: "huge", announced: true }, "too_large 200"],
  [{ kind: "huge" }, "too_large 200"],
  [{ kind: "redirect" }, "redirect 302"],
] satisfies [Fault, string][])
  test(`over the wire, ${JSON.stringify(fault)}: ${expected}, and the provider recovers`, () =>
    withUpstream(async (upstream) => {
      // Long enough for a busy machine to bring the call to the server, which counts it.
      const node = createNode(upstream.nodeUrl(0), { limits: { attemptMs: 2_000 } });
      upstream.set({ fault });
      expect(await faultOf(node.get(POOLS, Pools))).toBe(expected);
      await expect.poll(() => upstream.calls().every((call) => call.state !== "open")).toBe(true);
      expect(upstream.calls().map((call) => call.path)).toEqual([POOLS]);
      upstream.set({ fault: null });
      expect(await faultOf(node.get(POOLS, Pools))).toBe("none");
    }));

for (const [what, body, fault] of [
  ["is read", gzipSync("[]"), "none"],
  [
    "cut short is refused",
    gzipSync(`[${[...Array(500).keys()]}]`).subarray(0, 100),
    "not_json 200",
  ],
  ["is bounded by what it unpacks to", gzipSync(`"${" ".repeat(9e6)}"`), "too_large 200"],
  ["that is not packed at all is refused", Buffer.from("[]"), "reset"],
] as const)
  test(`a packed answer ${what}`, async () => {
    const accepted: unknown[] = [];
    const server = createServer(({ headers }, response) => {
      accepted.push(headers["accept-encoding"]);
      const packed = { "content-type": "application/json", "content-encoding": "gzip" };
      response.writeHead(200, packed).end(body);
    });
    const node = createNode(await listen(server));
    try {
      expect([await faultOf(node.get(POOLS, Anything)), accepted]).toEqual([fault, ["gzip"]]);
    } finally {
      await close(server);
    }
  });

test("a caller's abort reaches the upstream, is no retry, and ends with the caller's reason", () =>
  withUpstream(async (upstream) => {
    upstream.set({ fault: { kind: "hang" } });
    const controller = new AbortController();
    const nodes = [createNode(upstream.nodeUrl(0)), createNode(upstream.nodeUrl(1))];
    const reading = firstOf(nodes, POOLS, Pools, { signal: controller.signal });
    await expect.poll(() => upstream.calls().length).toBe(1);
    controller.abort(new Error("went away"));
    await expect(reading).rejects.toThrow("went away");
    await expect.poll(() => upstream.calls()[0]?.state).toBe("aborted");
    const signal = AbortSignal.abort(new Error("early"));
    const [node] = nodes;
    for (const options of [{ signal }, { signal, keepMs: 5_000 }])
      await expect(node?.get(POOLS, Pools, options)).rejects.toThrow("early");
    expect(upstream.calls()).toHaveLength(1);
  }));
