// One call of the client: what it sends, and by which limit or fault it ends; of nodes and indexers alike.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { HEIGHT_HEADER } from "../../../../lib/protocol/upstream/answer.ts";
import { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import { Health, Pools } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { QuoteSwap } from "../../../../lib/protocol/upstream/schemas.ts";
import { VERSION } from "../../../../lib/version.ts";
import { close, listen } from "../../../support/loopback.ts";
import type { Fault } from "../../../support/upstream/faults.ts";
import { startUpstream } from "../../../support/upstream/server.ts";
import {
  createNode,
  createScript,
  faultOf,
  json,
  POOLS,
  scene,
  withUpstream,
} from "./client-scripts.ts";

const Anything = z.unknown();

test.describe("one call", () => {
  test("joins the base URL's path, sends honest headers and reads the Date header", () =>
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
    }));

  test("reads the height of the state that an answer is made from", async () => {
    for (const [text, height] of [
      ["25000000", 25_000_000],
      ["0", null],
      ["-1", null],
      ["2.5e7", null],
      ["1".repeat(16), null],
      [null, null],
    ] as const) {
      const headers = {
        "content-type": "application/json",
        ...(text !== null && { [HEIGHT_HEADER]: text }),
      };
      const node = createNode("http://node.test", {
        transport: createScript(() => json([], { headers })),
      });
      expect((await node.get(POOLS, Anything)).height, String(text)).toBe(height);
    }
  });

  test("keeps the query out of errors and inside the request", () =>
    withUpstream(async (upstream) => {
      const path =
        "/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=1&destination=0xabc%3Fd";
      const node = createNode(upstream.nodeUrl(0));
      const { value } = await node.get(path, QuoteSwap);
      expect(value.memo).toBe("=:ETH.ETH:0xabc?d");
      upstream.set({ fault: { kind: "html" } });
      const error = await node.get(path, QuoteSwap).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UpstreamError);
      expect((error as UpstreamError).message).toBe("GET /thorchain/quote/swap: content_type 200");
    }));

  test("a path that leaves the base URL is a mistake of ours, and no call", async () => {
    const transport = createScript(() => json([]));
    const node = createNode("http://upstream.invalid/key", { transport });
    for (const path of [
      "thorchain/pools",
      "/../pools",
      "/x/../../pools",
      "/%2e%2e/pools",
      "\\..\\pools",
    ]) {
      await expect(node.get(path, Anything)).rejects.toThrow(TypeError);
    }
    expect(transport.count()).toBe(0);
  });

  const faults: [name: string, fault: Fault, expected: string][] = [
    ["latency above the limit", { kind: "latency", ms: 60_000 }, "timeout"],
    ["no answer at all", { kind: "hang" }, "timeout"],
    ["hang after headers", { kind: "hang_after_headers" }, "timeout"],
    ["drip", { kind: "drip", everyMs: 20 }, "timeout"],
    ["reset before headers", { kind: "reset" }, "reset"],
    ["reset in the body", { kind: "reset_in_body" }, "reset"],
    ["429", { kind: "status", status: 429 }, "status 429"],
    ["500", { kind: "status", status: 500 }, "status 500"],
    ["502", { kind: "status", status: 502 }, "status 502"],
    ["503", { kind: "status", status: 503 }, "status 503"],
    ["403 in HTML", { kind: "status", status: 403 }, "status 403"],
    ["HTML with 200", { kind: "html" }, "content_type 200"],
    ["truncated JSON", { kind: "truncated" }, "not_json 200"],
    ["10 MB that is announced", { kind: "huge", announced: true }, "too_large 200"],
    ["10 MB that is not announced", { kind: "huge" }, "too_large 200"],
    ["wrong content type", { kind: "content_type", contentType: "text/plain" }, "content_type 200"],
    [
      "JSON in name only",
      { kind: "content_type", contentType: "application/jsonp" },
      "content_type 200",
    ],
    ["no content type", { kind: "content_type", contentType: "" }, "content_type 200"],
    ["redirect", { kind: "redirect" }, "redirect 302"],
    ["200 with an error", { kind: "status", status: 200, body: { error: "no" } }, "status 200"],
    ["wrong shape", { kind: "status", status: 200, body: [{ asset: "BTC.BTC" }] }, "shape"],
  ];
  for (const [name, fault, expected] of faults) {
    test(`${name}: ${expected}, and the provider recovers`, () =>
      withUpstream(async (upstream) => {
        let nowMs = Date.now();
        // Long enough for a busy machine to bring the call to the server, which counts it.
        const node = createNode(upstream.nodeUrl(0), {
          limits: { attemptMs: 2_000 },
          now: () => nowMs,
        });
        upstream.set({ fault });
        expect(await faultOf(node.get(POOLS, Pools))).toBe(expected);
        await expect.poll(() => upstream.calls().every((call) => call.state !== "open")).toBe(true);
        expect(upstream.calls().map((call) => call.path)).toEqual([POOLS]);
        upstream.set({ fault: null });
        nowMs += 31_000;
        expect(await faultOf(node.get(POOLS, Pools))).toBe("none");
      }));
  }

  test("nothing listens: connect", async () => {
    const upstream = await startUpstream({ scene });
    await upstream.close();
    expect(await faultOf(createNode(upstream.nodeUrl(0)).get(POOLS, Pools))).toBe("connect");
  });

  test("a host that takes no connection is given up at the limit of the attempt", async () => {
    // A stopped process whose accept queue is full: the kernel drops further SYNs.
    const code = `require("net").createServer().listen({port:0,host:"127.0.0.1",backlog:1},function(){
      process.stdout.write(String(this.address().port));process.kill(process.pid,"SIGSTOP")})`;
    const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "ignore"] });
    const sockets: Socket[] = [];
    try {
      const port = Number(
        await new Promise<string>((resolve) =>
          child.stdout.once("data", (data) => resolve(String(data))),
        ),
      );
      for (let count = 0; count < 8; count += 1) {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        sockets.push(socket);
      }
      await expect
        .poll(() => sockets.filter((socket) => !socket.connecting).length)
        .toBeGreaterThan(0);
      // Below Node's own limit on connecting, which is 10 s.
      const node = createNode(`http://127.0.0.1:${port}`, { limits: { attemptMs: 150 } });
      expect(await faultOf(node.get(POOLS, Pools))).toBe("timeout");
    } finally {
      for (const socket of sockets) socket.destroy();
      child.kill("SIGKILL");
    }
  });

  const zipped: readonly (readonly [what: string, body: Buffer, fault: string])[] = [
    ["is read", gzipSync("[]"), "none"],
    [
      "that is cut short is refused",
      gzipSync(JSON.stringify([...Array(500).keys()])).subarray(0, 100),
      "not_json 200",
    ],
    [
      "is bounded by what it unpacks to",
      gzipSync(JSON.stringify(" ".repeat(10_000_000))),
      "too_large 200",
    ],
    ["that is not packed at all is refused", Buffer.from("[]"), "reset"],
  ];
  for (const [what, body, fault] of zipped) {
    test(`a packed answer ${what}`, async () => {
      const accepted: unknown[] = [];
      const server = createServer(({ headers }, response) => {
        accepted.push(headers["accept-encoding"]);
        response
          .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
          .end(body);
      });
      const node = createNode(await listen(server));
      try {
        expect(await faultOf(node.get(POOLS, Anything))).toBe(fault);
        expect(accepted).toEqual(["gzip"]);
      } finally {
        await close(server);
      }
    });
  }

  test("a transport that ignores its signal is still given up at the limit", async () => {
    const node = createNode("http://upstream.invalid", {
      transport: () => new Promise(() => {}),
      limits: { attemptMs: 30 },
    });
    expect(await faultOf(node.get(POOLS, Pools))).toBe("timeout");
  });

  test("an announced length above the cap is refused before the body comes", async () => {
    const headers = { "content-type": "application/json", "content-length": "4194305" };
    const silent = () =>
      new Response(new ReadableStream({ pull: () => new Promise<void>(() => {}) }), { headers });
    const node = createNode("http://upstream.invalid", {
      transport: createScript(silent),
      limits: { attemptMs: 20_000 },
    });
    expect(await faultOf(node.get(POOLS, Pools))).toBe("too_large 200");
  });

  const refusals: [name: string, status: number, body: unknown, refusal: string | null][] = [
    ["older form", 400, { error: "swap too small" }, "swap too small"],
    ["newer form", 400, { code: 3, message: "bad from asset", details: [] }, "bad from asset"],
    ["node's 404", 404, { error: "fail to parse tx id" }, "fail to parse tx id"],
    ["node's 500", 500, { code: 2, message: "fail to fetch THORName" }, "fail to fetch THORName"],
    ["gateway's 404", 404, { message: "not found" }, null],
    ["gateway's 403", 403, { message: "forbidden" }, null],
    ["gateway's 429", 429, { message: "slow down" }, null],
    ["gateway's 503", 503, { message: "no upstream" }, null],
    ["no error form", 400, { reason: "?" }, null],
    ["long text", 400, { error: `${"x".repeat(299)}😀tail` }, `${"x".repeat(299)}�`],
  ];
  for (const [name, status, body, refusal] of refusals) {
    test(`refusal: ${name}`, async () => {
      const node = createNode("http://upstream.invalid", {
        transport: createScript(() => json(body, { status })),
      });
      const error = await node.get(POOLS, Pools).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UpstreamError);
      expect(error).toMatchObject({ fault: "status", status, refusal });
    });
  }
});

test("an indexer is read through the same door", () =>
  withUpstream(async (upstream) => {
    const indexer = createNode(upstream.indexerUrl(0), { kind: "indexer" });
    const { value } = await indexer.get("/v2/health", Health, { keepMs: 5_000 });
    expect(value.lastThorNode.height).toBeGreaterThanOrEqual(scene.baseHeight);
  }));
