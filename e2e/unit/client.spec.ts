import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import {
  createFetchTransport,
  createProvider,
  fetchTransport,
  firstOf,
  type GetOptions,
  type Limits,
  type Provider,
  type Transport,
} from "../../lib/protocol/client.ts";
import { ShapeError, UpstreamError } from "../../lib/protocol/errors.ts";
import { Health, InboundAddresses, LastBlock, Pools, QuoteSwap } from "../../lib/protocol/schemas.ts";
import type { Fault } from "../upstream/faults.ts";
import { readFixture } from "../upstream/read-fixture.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";

const POOLS = "/thorchain/pools";
const QUICK: Partial<Limits> = { attemptMs: 400 };
const scene = readFixture("thorchain");

async function withUpstream(run: (upstream: Upstream) => Promise<void>, nodes = 2): Promise<void> {
  const upstream = await startUpstream({ scene, nodes });
  try {
    await run(upstream);
  } finally {
    await upstream.close();
  }
}

function createNode(baseUrl: string, more: Partial<Parameters<typeof createProvider>[0]> = {}): Provider {
  return createProvider({ kind: "node", index: 0, baseUrl, transport: fetchTransport, now: Date.now, ...more });
}

/** The fault of a failed read, with its status: "status 503", "timeout", "shape". */
async function faultOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return "none";
  if (error instanceof ShapeError) return "shape";
  if (error instanceof UpstreamError) return error.status ? `${error.fault} ${error.status}` : error.fault;
  return `other: ${String(error)}`;
}

/** A transport of a script: one entry a call, the last one repeated. */
function createScript(...answers: (() => Response | Promise<Response>)[]): Transport & { count: () => number } {
  let count = 0;
  const transport: Transport = async () => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    if (!answer) throw new Error("empty script");
    return answer();
  };
  return Object.assign(transport, { count: () => count });
}

const json = (value: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" }, ...init });
const refused = () =>
  Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }));
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
        "user-agent": "Signpost/1.0 (+read-only)",
        "x-client-id": "signpost",
      });
    }));

  test("keeps the query out of errors and inside the request", () =>
    withUpstream(async (upstream) => {
      const path = "/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=1&destination=0xabc%3Fd";
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
    for (const path of ["thorchain/pools", "/../pools", "/x/../../pools", "/%2e%2e/pools", "\\..\\pools"]) {
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
    ["JSON in name only", { kind: "content_type", contentType: "application/jsonp" }, "content_type 200"],
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
        const node = createNode(upstream.nodeUrl(0), { limits: { attemptMs: 2_000 }, now: () => nowMs });
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

  test("a host that takes no connection is given up after the connect limit, not after the attempt's", async () => {
    // A stopped process whose accept queue is full: the kernel drops further SYNs.
    const code = `require("net").createServer().listen({port:0,host:"127.0.0.1",backlog:1},function(){
      process.stdout.write(String(this.address().port));process.kill(process.pid,"SIGSTOP")})`;
    const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "ignore"] });
    const sockets: Socket[] = [];
    try {
      const port = Number(
        await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data)))),
      );
      for (let count = 0; count < 8; count += 1) {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        sockets.push(socket);
      }
      await expect.poll(() => sockets.filter((socket) => !socket.connecting).length).toBeGreaterThan(0);
      const node = createNode(`http://127.0.0.1:${port}`, {
        transport: createFetchTransport(150),
        limits: { attemptMs: 20_000 },
      });
      expect(await faultOf(node.get(POOLS, Pools))).toBe("connect");
    } finally {
      for (const socket of sockets) socket.destroy();
      child.kill("SIGKILL");
    }
  });

  test("a transport that ignores its signal is still given up at the limit", async () => {
    const node = createNode("http://upstream.invalid", {
      transport: () => new Promise(() => {}),
      limits: { attemptMs: 30 },
    });
    expect(await faultOf(node.get(POOLS, Pools))).toBe("timeout");
  });

  test("an announced length above the cap is refused before the body comes", async () => {
    const headers = { "content-type": "application/json", "content-length": "4194305" };
    const silent = () => new Response(new ReadableStream({ pull: () => new Promise<void>(() => {}) }), { headers });
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
      const node = createNode("http://upstream.invalid", { transport: createScript(() => json(body, { status })) });
      const error = await node.get(POOLS, Pools).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UpstreamError);
      expect(error).toMatchObject({ fault: "status", status, refusal });
    });
  }
});

test.describe("abort", () => {
  test("the caller's abort reaches the upstream and rejects with its reason", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "hang" } });
      const controller = new AbortController();
      const reading = createNode(upstream.nodeUrl(0)).get(POOLS, Pools, { signal: controller.signal });
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
    const node = createNode("http://upstream.invalid", { transport, limits: { breakerFailures: 2 } });
    for (let count = 1; count <= 5; count += 1) {
      const controller = new AbortController();
      const reading = node.get(POOLS, Pools, { signal: controller.signal });
      await expect.poll(() => transport.count()).toBe(count);
      controller.abort(new Error("went away"));
      await expect(reading).rejects.toThrow("went away");
    }
  });
});

test.describe("single flight and kept answers", () => {
  test("200 equal calls at once are one upstream call", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "latency", ms: 50 } });
      const node = createNode(upstream.nodeUrl(0));
      const answers = await Promise.all(Array.from({ length: 200 }, () => node.get(POOLS, Pools, { keepMs: 6_000 })));
      expect(upstream.calls()).toHaveLength(1);
      expect(new Set(answers).size).toBe(1);
    }));

  test("share joins calls under way and keeps nothing; without it each call is its own", () =>
    withUpstream(async (upstream) => {
      const node = createNode(upstream.nodeUrl(0));
      const three = (options: GetOptions) => Promise.all([1, 2, 3].map(() => node.get(POOLS, Pools, options)));
      await three({ share: true });
      expect(upstream.calls()).toHaveLength(1);
      await three({ share: true });
      expect(upstream.calls()).toHaveLength(2);
      await three({});
      expect(upstream.calls()).toHaveLength(5);
    }));

  test("one waiter's abort rejects only that waiter; the last one's aborts the call", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "latency", ms: 100 } });
      const node = createNode(upstream.nodeUrl(0));
      const [first, second] = [new AbortController(), new AbortController()];
      const leaving = node.get(POOLS, Pools, { keepMs: 1_000, signal: first.signal });
      const staying = node.get(POOLS, Pools, { keepMs: 1_000, signal: second.signal });
      first.abort(new Error("first left"));
      await expect(leaving).rejects.toThrow("first left");
      expect((await staying).value.length).toBeGreaterThan(0);

      upstream.set({ fault: { kind: "hang" } });
      const controllers = [new AbortController(), new AbortController()];
      const both = controllers.map(({ signal }) =>
        node.get("/thorchain/lastblock", LastBlock, { keepMs: 1_000, signal }),
      );
      await expect.poll(() => upstream.calls().length).toBe(2);
      for (const controller of controllers) controller.abort(new Error("left"));
      for (const reading of both) await expect(reading).rejects.toThrow("left");
      await expect.poll(() => upstream.calls()[1]?.state).toBe("aborted");

      // Who comes after an aborted call starts another.
      upstream.set({ fault: null });
      expect(await faultOf(node.get("/thorchain/lastblock", LastBlock, { keepMs: 1_000 }))).toBe("none");
    }));

  test("an answer is kept for less than keepMs of age, counted from the asking", async () => {
    let nowMs = 1_000_000;
    const transport = createScript(() => {
      nowMs += 700;
      return json([]);
    });
    const node = createNode("http://upstream.invalid", { transport, now: () => nowMs });
    const get = (keepMs: number) => node.get(POOLS, Pools, { keepMs });
    const first = await get(5_000);
    expect(first.receivedAtMs).toBe(1_000_700);
    nowMs = 1_004_999;
    expect(await get(5_000)).toBe(first);
    expect(transport.count()).toBe(1);
    // A caller who asks for a younger answer gets one.
    await get(4_000);
    expect(transport.count()).toBe(2);
    nowMs = 1_009_999;
    await get(5_000);
    expect(transport.count()).toBe(3);
    // A clock set back tells no age.
    nowMs = 1_000_000;
    await get(5_000);
    expect(transport.count()).toBe(4);
    await node.get(POOLS, Pools);
    expect(transport.count()).toBe(5);
  });

  test("a failure is not kept, and no kept answer outlives its age because of one", async () => {
    let nowMs = 0;
    const transport = createScript(
      () => json([]),
      refused,
      () => json([]),
    );
    const node = createNode("http://upstream.invalid", { transport, now: () => nowMs });
    await node.get(POOLS, Pools, { keepMs: 5_000 });
    nowMs = 5_000;
    expect(await faultOf(node.get(POOLS, Pools, { keepMs: 5_000 }))).toBe("connect");
    expect(await faultOf(node.get(POOLS, Pools, { keepMs: 5_000 }))).toBe("none");
  });

  test("the same path in another shape is another reading", async () => {
    const transport = createScript(() => json([]));
    const node = createNode("http://upstream.invalid", { transport });
    const other = z.array(z.unknown()).transform((list) => list.length);
    const [pools, count] = await Promise.all([
      node.get(POOLS, Pools, { keepMs: 1_000 }),
      node.get(POOLS, other, { keepMs: 1_000 }),
    ]);
    expect(pools.value).toEqual([]);
    expect(count.value).toBe(0);
  });

  test("calls at once are bounded; the rest wait in line, and a long line is refused", async () => {
    let running = 0;
    let most = 0;
    const transport: Transport = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return json([]);
    };
    const node = createNode("http://upstream.invalid", { transport, limits: { inFlight: 3, waiting: 10 } });
    const faults = await Promise.all(Array.from({ length: 20 }, (_, index) => faultOf(node.get(`/p/${index}`, Pools))));
    expect(most).toBe(3);
    expect(faults.filter((fault) => fault === "none")).toHaveLength(13);
    expect(faults.filter((fault) => fault === "skipped")).toHaveLength(7);
  });

  test("waiting in line counts towards the attempt, and ends without a call", async () => {
    const transport = createScript(() => json([]));
    const node = createNode("http://upstream.invalid", { transport, limits: { inFlight: 0, attemptMs: 30 } });
    expect(await faultOf(node.get(POOLS, Pools))).toBe("skipped");
    expect(transport.count()).toBe(0);
  });

  test("a caller who leaves the line rejects with his reason, and the others keep their places", async () => {
    let finish: (response: Response) => void = () => {};
    const first = new Promise<Response>((resolve) => {
      finish = resolve;
    });
    const transport = createScript(
      () => first,
      () => json([]),
    );
    const node = createNode("http://upstream.invalid", { transport, limits: { inFlight: 1 } });
    const controller = new AbortController();
    const readings = [
      node.get("/a", Pools),
      node.get("/b", Pools, { signal: controller.signal }),
      node.get("/c", Pools),
    ];
    controller.abort(new Error("left"));
    await expect(readings[1]).rejects.toThrow("left");
    finish(json([]));
    expect(await Promise.all([readings[0], readings[2]].map((one) => faultOf(one ?? Promise.resolve())))).toEqual([
      "none",
      "none",
    ]);
    expect(transport.count()).toBe(2);
  });
});

test.describe("pauses and breakers", () => {
  function createClocked(transport: Transport, random = () => 0.5) {
    const clock = { ms: Date.parse("2026-05-01T00:00:00Z") };
    const node = createNode("http://upstream.invalid", { transport, now: () => clock.ms, random });
    return { clock, node };
  }

  const waits: [name: string, header: string, waitMs: number][] = [
    ["seconds", "7", 7_000],
    ["a date", "Fri, 01 May 2026 00:00:09 GMT", 9_000],
    ["too long: 30 s", "3600", 30_000],
  ];
  for (const [name, header, waitMs] of waits) {
    for (const status of [429, 503]) {
      test(`${status} with Retry-After, ${name}: the provider is left alone so long`, async () => {
        const headers = { "retry-after": header };
        const transport = createScript(
          () => new Response("", { status, headers }),
          () => json([]),
        );
        const { clock, node } = createClocked(transport);
        expect(await faultOf(node.get(POOLS, Pools))).toBe(`status ${status}`);
        clock.ms += waitMs - 1;
        const skipped = await node.get(POOLS, Pools).catch((reason: unknown) => reason);
        expect(skipped).toMatchObject({ fault: "skipped", retryAfterMs: 1 });
        expect(transport.count()).toBe(1);
        clock.ms += 1;
        expect(await faultOf(node.get(POOLS, Pools))).toBe("none");
      });
    }
  }

  test("without Retry-After: 0.5 s doubling to 30 s, with full jitter", async () => {
    const transport = createScript(() => new Response("", { status: 429 }));
    const { clock, node } = createClocked(transport, () => 0.5);
    const seen: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      expect(await faultOf(node.get(POOLS, Pools))).toBe("status 429");
      const skipped = await node.get(POOLS, Pools).catch((reason: unknown) => reason);
      seen.push((skipped as UpstreamError).retryAfterMs ?? -1);
      clock.ms += seen.at(-1) ?? 0;
    }
    expect(seen).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  });

  test("three transport failures in a row open the breaker; one probe at a time closes it", async () => {
    let answer: () => Response | Promise<Response> = refused;
    const transport = createScript(() => answer());
    const { clock, node } = createClocked(transport);
    const get = () => faultOf(node.get(POOLS, Pools));
    expect([await get(), await get(), await get()]).toEqual(["connect", "connect", "connect"]);
    expect(await get()).toBe("skipped");
    expect(transport.count()).toBe(3);
    clock.ms += 5_000;
    // Half open: of many at once one is let through, and its failure leaves the breaker open.
    const faults = await Promise.all(Array.from({ length: 10 }, get));
    expect(faults.filter((fault) => fault === "connect")).toHaveLength(1);
    expect(faults.filter((fault) => fault === "skipped")).toHaveLength(9);
    expect(await get()).toBe("skipped");
    clock.ms += 5_000;
    answer = () => json([]);
    expect([await get(), await get()]).toEqual(["none", "none"]);
    expect(transport.count()).toBe(6);
  });

  test("a probe whose caller goes away gives its place to the next", async () => {
    let answer: () => Response | Promise<Response> = refused;
    const transport = createScript(() => answer());
    const { clock, node } = createClocked(transport);
    for (let count = 0; count < 3; count += 1) await faultOf(node.get(POOLS, Pools));
    clock.ms += 5_000;
    answer = () => new Promise(() => {});
    const controller = new AbortController();
    const probe = node.get(POOLS, Pools, { signal: controller.signal });
    await expect.poll(() => transport.count()).toBe(4);
    controller.abort(new Error("left"));
    await expect(probe).rejects.toThrow("left");
    answer = () => json([]);
    await expect.poll(() => faultOf(node.get(POOLS, Pools))).toBe("none");
  });

  test("a success between failures keeps the breaker closed", async () => {
    const transport = createScript(
      refused,
      refused,
      () => json([]),
      refused,
      refused,
      () => json([]),
    );
    const { node } = createClocked(transport);
    const faults: string[] = [];
    for (let count = 0; count < 6; count += 1) faults.push(await faultOf(node.get(POOLS, Pools)));
    expect(faults).toEqual(["connect", "connect", "none", "connect", "connect", "none"]);
  });

  test("refusals by the node, however many, never open a breaker", async () => {
    const transport = createScript(() => json({ error: "no" }, { status: 500 }));
    const { node } = createClocked(transport);
    for (let count = 0; count < 10; count += 1) expect(await faultOf(node.get(POOLS, Pools))).toBe("status 500");
  });

  test("a wrong shape three times in a row rests that reading alone", async () => {
    const transport: Transport = async (url) => (url.pathname === POOLS ? json({ maintenance: true }) : json([]));
    const { clock, node } = createClocked(transport);
    const pools = () => faultOf(node.get(POOLS, Pools));
    expect([await pools(), await pools(), await pools(), await pools()]).toEqual([
      "shape",
      "shape",
      "shape",
      "skipped",
    ]);
    expect(await faultOf(node.get("/thorchain/inbound_addresses", InboundAddresses))).toBe("none");
    clock.ms += 5_000;
    expect(await pools()).toBe("shape");
  });
});

test.describe("failover", () => {
  const pair = (upstream: Upstream, more: Partial<Parameters<typeof createProvider>[0]> = {}) =>
    [0, 1].map((index) => createNode(upstream.nodeUrl(index), { index, limits: QUICK, ...more }));

  const followed: Fault[] = [
    { kind: "hang" },
    { kind: "reset" },
    { kind: "status", status: 429 },
    { kind: "status", status: 502 },
    { kind: "status", status: 503 },
    { kind: "status", status: 504 },
    { kind: "html" },
    { kind: "truncated" },
    { kind: "redirect" },
    { kind: "huge" },
    { kind: "status", status: 200, body: { wrong: "shape" } },
  ];
  for (const fault of followed) {
    test(`${JSON.stringify(fault)} on the first node: the second answers`, () =>
      withUpstream(async (upstream) => {
        upstream.set({ provider: "node0", fault });
        const answer = await firstOf(pair(upstream), POOLS, Pools);
        expect(answer.provider.index).toBe(1);
        expect(answer.value.length).toBeGreaterThan(0);
        expect(upstream.calls()).toHaveLength(2);
      }));
  }

  test("a refusal is an answer: the second node is not asked", () =>
    withUpstream(async (upstream) => {
      const path = "/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=NO.PE&amount=1";
      const error = await firstOf(pair(upstream), path, QuoteSwap).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ fault: "status", status: 400, refusal: "bad to asset: pool does not exist" });
      expect(upstream.calls()).toHaveLength(1);
    }));

  test("at most one retry, to another provider", () =>
    withUpstream(async (upstream) => {
      upstream.set({ fault: { kind: "reset" } });
      const nodes = [0, 1, 2, 3].map((index) => createNode(upstream.nodeUrl(index), { index }));
      expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("reset");
      expect(upstream.calls().map((call) => call.provider)).toEqual(["node0", "node1"]);
    }, 4));

  test("a skipped provider costs nothing: no call, no retry", async () => {
    const dead = createScript(refused);
    const flaky = createScript(refused, () => json([]));
    const good = createScript(() => json([]));
    const nodes = [dead, flaky, good].map((transport, index) =>
      createNode("http://upstream.invalid", { transport, index, now: () => 0 }),
    );
    for (let count = 0; count < 3; count += 1) await faultOf(nodes[0]?.get(POOLS, Pools) ?? Promise.resolve());
    // Skips the first, fails on the second, and still has its one retry for the third.
    const answer = await firstOf(nodes, POOLS, Pools);
    expect(answer.provider.index).toBe(2);
    expect([dead.count(), flaky.count(), good.count()]).toEqual([3, 1, 1]);
  });

  test("a retry that made no call is given back to the budget", async () => {
    const first = createScript(() => json({ wrong: "shape" }));
    const paused = createScript(
      () => new Response("", { status: 429, headers: { "retry-after": "30" } }),
      () => json([]),
    );
    let nowMs = 0;
    const nodes = [first, paused].map((transport, index) =>
      createNode("http://upstream.invalid", {
        transport,
        index,
        now: () => nowMs,
        limits: { breakerFailures: Number.POSITIVE_INFINITY },
      }),
    );
    expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("status 429");
    for (let count = 0; count < 50; count += 1) expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("shape");
    expect(paused.count()).toBe(1);
    nowMs += 30_000;
    expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("none");
  });

  test("when all are skipped the shortest wait is named; without providers too it is skipped", async () => {
    const transport = (seconds: string) =>
      createScript(() => new Response("", { status: 429, headers: { "retry-after": seconds } }));
    const nodes = ["20", "10"].map((seconds, index) =>
      createNode("http://upstream.invalid", { transport: transport(seconds), index, now: () => 0 }),
    );
    expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("status 429");
    const error = await firstOf(nodes, `${POOLS}?x=1`, Pools).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ fault: "skipped", retryAfterMs: 10_000, path: POOLS });
    expect(await faultOf(firstOf([], POOLS, Pools))).toBe("skipped");
  });

  test("retry amplification stays at or below 1.1 over 1,000 calls in a full outage, breakers or none", async () => {
    for (const breakerFailures of [3, Number.POSITIVE_INFINITY]) {
      const scripts = [createScript(refused), createScript(refused), createScript(refused)];
      let nowMs = 0;
      const nodes = scripts.map((transport, index) =>
        createNode("http://upstream.invalid", { transport, index, now: () => nowMs, limits: { breakerFailures } }),
      );
      for (let count = 0; count < 1_000; count += 1) {
        nowMs += 100;
        expect(await faultOf(firstOf(nodes, POOLS, Pools))).toMatch(/connect|skipped/);
      }
      const calls = scripts.reduce((sum, script) => sum + script.count(), 0);
      expect(calls).toBeGreaterThan(0);
      expect(calls).toBeLessThanOrEqual(1_100);
    }
  });

  test("with one node dead the other goes on answering", async () => {
    let nowMs = 0;
    const dead = createScript(refused);
    const good = createScript(() => json([]));
    const nodes = [dead, good].map((transport, index) =>
      createNode("http://upstream.invalid", { transport, index, now: () => nowMs }),
    );
    for (let count = 0; count < 1_000; count += 1) {
      nowMs += 1_000;
      expect(await faultOf(firstOf(nodes, POOLS, Pools))).toBe("none");
    }
    expect(dead.count()).toBe(3);
  });

  test("a provider that came back is asked when the other fails, and leads again after its first good answer", async () => {
    let nowMs = 0;
    let firstAnswers = false;
    let secondAnswers = true;
    const transports = [
      createScript(() => (firstAnswers ? json([]) : refused())),
      createScript(() => (secondAnswers ? json([]) : refused())),
    ];
    const nodes = transports.map((transport, index) =>
      createNode("http://upstream.invalid", { transport, index, now: () => nowMs }),
    );
    const leader = async () => (await firstOf(nodes, POOLS, Pools)).provider.index;
    for (let count = 0; count < 4; count += 1) expect(await leader()).toBe(1);
    nowMs += 5_000;
    firstAnswers = true;
    expect(await leader()).toBe(1);
    secondAnswers = false;
    expect(await leader()).toBe(0);
    secondAnswers = true;
    expect(await leader()).toBe(0);
  });
});

test("an indexer is read through the same door", () =>
  withUpstream(async (upstream) => {
    const indexer = createNode(upstream.indexerUrl(0), { kind: "indexer" });
    const { value } = await indexer.get("/v2/health", Health, { keepMs: 5_000 });
    expect(value.lastThorNode.height).toBeGreaterThanOrEqual(scene.baseHeight);
  }));
