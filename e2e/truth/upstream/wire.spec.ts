// Over real sockets: what a call sends, and by which limit or fault of a connection it ends.
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import { VERSION } from "../../../lib/version.ts";
import { close, listen } from "../../support/loopback.ts";
import type { Fault } from "../../support/upstream/faults.ts";
import { readFixture } from "../../support/upstream/read-fixture.ts";
import { startUpstream, type Upstream } from "../../support/upstream/server.ts";
import { createNode, faultOf, POOLS, times } from "./client-scripts.ts";

async function withUpstream(run: (upstream: Upstream) => Promise<void>): Promise<void> {
  const upstream = await startUpstream({ scene: readFixture("thorchain") });
  try {
    await run(upstream);
  } finally {
    await upstream.close();
  }
}

test("a call joins the base URL's path, sends honest headers and reads the Date header", () =>
  withUpstream(async (upstream) => {
    const answer = await createNode(`${upstream.nodeUrl(0)}/`).get(POOLS, Pools);
    expect(answer.value.map((pool) => pool.asset)).toContain("BTC.BTC");
    expect(Math.abs((answer.serverDateMs ?? 0) - answer.receivedAtMs)).toBeLessThan(5_000);
    const headers = {
      accept: "application/json",
      "cache-control": "no-cache",
      "user-agent": `Signpost/${VERSION} (+read-only)`,
      "x-client-id": "signpost",
    };
    const call = { provider: "node0", path: POOLS, query: "", headers };
    expect(upstream.calls()).toMatchObject([call]);
  }));

for (const [fault, expected] of [
  [{ kind: "hang_after_headers" }, "timeout"],
  [{ kind: "reset" }, "reset"],
  [{ kind: "reset_in_body" }, "reset"],
  [{ kind: "truncated" }, "not_json 200"],
  [{ kind: "huge", announced: true }, "too_large 200"],
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
  ["cut short is refused", gzipSync(`[${times(500, String)}]`).subarray(0, 100), "not_json 200"],
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
      expect([await faultOf(node.get(POOLS, z.unknown())), accepted]).toEqual([fault, ["gzip"]]);
    } finally {
      await close(server);
    }
  });
