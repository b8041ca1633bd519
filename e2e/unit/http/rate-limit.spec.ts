// The rate limit: its arithmetic, its memory store, and its use in the guard.
import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  createBuckets,
  createMemoryLimiter,
  remainingTokens,
  takeMessages,
  WINDOW_MS,
  waitSeconds,
} from "../../../lib/http/rate-limit.ts";
import {
  call2025,
  createEndpoint,
  createPost,
  createRequest,
  type Headers,
  inBothEras,
} from "../mcp/endpoint.ts";

/** A bucket as a function: whether that many messages fit at that time. */
function createBucket(limit: number) {
  let fullAtMs = 0;
  return (nowMs: number, messages = 1) => {
    const verdict = takeMessages(fullAtMs, nowMs, messages, limit);
    fullAtMs = nowMs + verdict.debtMs;
    return verdict.allowed;
  };
}

function countTaken(take: (nowMs: number) => boolean, nowMs: number, asked: number): number {
  return Array.from({ length: asked }, () => take(nowMs)).filter(Boolean).length;
}

test.describe("arithmetic", () => {
  test("a new bucket gives its limit at once, then one message per refill", () => {
    const take = createBucket(120);
    expect(countTaken(take, 1_000, 130)).toBe(120);
    const taken = [1_000, 1_490, 1_500, 1_500, 2_000].map((nowMs) => take(nowMs));
    expect(taken).toEqual([false, false, true, false, true]);
  });

  test("the remaining messages and the waiting time are right", () => {
    expect([
      remainingTokens(0, 120),
      remainingTokens(WINDOW_MS, 120),
      remainingTokens(500, 120),
      remainingTokens(510, 120),
    ]).toEqual([120, 0, 119, 118]);
    expect(waitSeconds(WINDOW_MS, 1, 120)).toBe(1);
    expect(waitSeconds(WINDOW_MS, 1, 5)).toBe(12);
    expect(waitSeconds(WINDOW_MS, 3, 5)).toBe(36);
    expect(waitSeconds(WINDOW_MS - 5_000, 1, 5)).toBe(7);
    expect(waitSeconds(WINDOW_MS, 8, 5)).toBe(60);
    expect(waitSeconds(0, 1, 5)).toBe(1);
  });

  test("a refused take costs nothing, and a batch takes all or nothing", () => {
    const take = createBucket(5);
    expect([take(0, 6), take(0, 3), take(0, 3), take(0, 2), take(0, 1)]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  test("a clock that was set back costs one window at most", () => {
    const take = createBucket(5);
    for (let index = 0; index < 5; index++) take(10_000_000);
    expect([take(0), take(11_800), take(12_000)]).toEqual([false, false, true]);
  });

  const limits = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 }));

  test("`limit` takes at one instant fit, one more does not", () => {
    fc.assert(
      fc.property(limits, fc.double({ min: 0, max: 1e9, noNaN: true }), (limit, nowMs) => {
        const many = Math.min(limit, 2_000);
        const take = createBucket(limit);
        expect(take(nowMs, limit - many + 1)).toBe(true);
        expect(countTaken(take, nowMs, many + 5)).toBe(many - 1);
      }),
      { numRuns: 50 },
    );
  });

  test("no period gives more than the limit and its refill", () => {
    const steps = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 8 })),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), steps, (limit, calls) => {
        const take = createBucket(limit);
        const given: { atMs: number; messages: number }[] = [];
        let nowMs = 0;
        for (const [waitMs, messages] of calls) {
          nowMs += waitMs;
          if (take(nowMs, messages)) given.push({ atMs: nowMs, messages });
        }
        const excess = given.flatMap(({ atMs }, from) => {
          let sum = 0;
          return given.slice(from).map((one) => {
            sum += one.messages;
            return sum - limit - ((one.atMs - atMs) * limit) / WINDOW_MS;
          });
        });
        expect(Math.max(0, ...excess)).toBeLessThanOrEqual(0.1);
      }),
    );
  });

  test("after the stated waiting time, the messages fit", () => {
    const spent = fc.double({ min: 0, max: WINDOW_MS, noNaN: true });
    fc.assert(
      fc.property(limits, spent, fc.integer({ min: 1, max: 8 }), (limit, debtMs, wanted) => {
        const messages = Math.min(wanted, limit);
        const laterMs = waitSeconds(debtMs, messages, limit) * 1000;
        expect(takeMessages(debtMs, laterMs, messages, limit).allowed).toBe(true);
      }),
    );
  });
});

test.describe("memory", () => {
  test("each client has its own bucket, and the number of buckets is bounded", () => {
    const limiter = createMemoryLimiter(
      1,
      () => 1,
      createBuckets(() => 1, 2),
    );
    const take = (client: string) => limiter.take(client, 1).allowed;
    expect([take("a"), take("a"), take("b"), take("b")]).toEqual([true, false, true, false]);
    expect([take("c"), take("c"), take("b"), take("a")]).toEqual([true, false, false, true]);
  });

  test("a client is forgotten a minute after its last message, without further requests", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const clock = { nowMs: 1 };
      const buckets = createBuckets(() => clock.nowMs);
      const limiter = createMemoryLimiter(2, () => clock.nowMs, buckets);
      const pass = (seconds: number) => {
        clock.nowMs += seconds * 1000;
        mock.timers.tick(seconds * 1000);
        return buckets.size;
      };
      limiter.take("203.0.113.1", 1);
      expect(pass(59)).toBe(1);
      limiter.take("203.0.113.1", 1);
      expect([pass(59), pass(2)]).toEqual([1, 0]);
    } finally {
      mock.timers.reset();
    }
  });
});

interface Body {
  id: unknown;
  error?: {
    code: number;
    message: string;
    data?: { code: string; hint: string; retry_after_seconds: number };
  };
}

/**
 * An endpoint with a limit of five. Its clock never is 0, which
 * lru-cache takes for no time and then sets a timer every millisecond.
 */
function createLimited(limit = 5, costOf = () => 1) {
  const clock = { nowMs: 1 };
  const limiter = createMemoryLimiter(limit, () => clock.nowMs);
  const toClient = (headers: Pick<globalThis.Headers, "get">) =>
    headers.get("x-test-client") ?? "one";
  const endpoint = createEndpoint(undefined, { rateLimit: { limiter, toClient }, costOf });
  const send = async (request: Request) => {
    const response = await endpoint(request);
    const text = await response.text();
    const header = (name: string) => response.headers.get(name);
    return {
      status: response.status,
      header,
      left: header("ratelimit"),
      body: (text ? JSON.parse(text) : null) as Body,
    };
  };
  return { clock, send };
}

const ping = (id: number | string = 1) => call2025("ping", undefined, id);
const pings = (count: number) => Array.from({ length: count }, (_, index) => ping(index));

test.describe("in the guard", () => {
  test("responses state the remaining messages, and pages may read that", async () => {
    const { send, clock } = createLimited();
    const first = await send(createPost(ping()));
    expect([first.status, first.left]).toEqual([200, '"messages";r=4;t=12']);
    expect(first.header("ratelimit-policy")).toBe('"messages";q=5;w=60');
    expect(first.header("access-control-expose-headers")).toBe(
      "Allow, Retry-After, RateLimit, RateLimit-Policy",
    );
    clock.nowMs += 5_000;
    expect((await send(createPost(ping()))).left).toBe('"messages";r=3;t=7');
  });

  for (const [era, body, headers] of inBothEras("tools/list")) {
    test(`over the limit in ${era}: 429, -32000 under the request's id, Retry-After`, async () => {
      const { send, clock } = createLimited(1);
      expect((await send(createPost(body, headers))).status).toBe(200);
      const refused = await send(createPost(body, headers));
      expect([refused.status, refused.header("retry-after"), refused.left]).toEqual([
        429,
        "60",
        '"messages";r=0;t=60',
      ]);
      expect(refused.header("cache-control")).toBe("no-store");
      expect(refused.header("access-control-allow-origin")).toBe("*");
      expect(refused.header("content-type")).toBe("application/json");
      const error = { code: -32000, message: "Too many messages." };
      expect(refused.body).toMatchObject({ jsonrpc: "2.0", id: 1, error });
      expect(refused.body.error?.data?.code).toBe("rate_limited");
      expect(refused.body.error?.data?.hint).toContain("1 messages a minute");
      expect(refused.body.error?.data?.hint).toContain("Ask again in 60 seconds.");
      clock.nowMs += 60_000;
      expect((await send(createPost(body, headers))).status).toBe(200);
    });
  }

  test("a batch of n messages costs n, and must wait until n fit", async () => {
    const { send, clock } = createLimited();
    expect((await send(createPost(pings(3)))).left).toBe('"messages";r=2;t=12');
    const refused = await send(createPost(pings(4)));
    expect([refused.status, refused.body.id, refused.header("retry-after")]).toEqual([
      429,
      null,
      "36",
    ]);
    clock.nowMs += 36_000;
    expect((await send(createPost(pings(4)))).status).toBe(200);
  });

  test("a refusal tells one wait: in Retry-After, in RateLimit, in the text and in the data", async () => {
    const { send, clock } = createLimited();
    await send(createPost(pings(3)));
    const waits = new Set<number>();
    for (const [messages, laterMs] of [
      [3, 0],
      [4, 0],
      [5, 0],
      [8, 0],
      [5, 7_000],
    ] as const) {
      clock.nowMs += laterMs;
      const { status, header, left, body } = await send(createPost(pings(messages)));
      const { hint = "", retry_after_seconds: seconds = 0 } = body.error?.data ?? {};
      const remaining = expect.stringMatching(`;t=${seconds}$`);
      expect([status, header("retry-after"), left]).toEqual([429, `${seconds}`, remaining]);
      expect(hint).toContain(`Ask again in ${seconds} seconds.`);
      waits.add(seconds);
    }
    expect(waits.size, "different waits").toBeGreaterThan(3);
  });

  test("a request counts as many messages as it costs, at most the limit, and its refusal has its id", async () => {
    const { send, clock } = createLimited(5, () => 3);
    expect((await send(createPost(ping()))).left).toBe('"messages";r=2;t=12');
    const refused = await send(createPost(ping("two")));
    // One message was counted before its body was read.
    expect([refused.status, refused.body.id, refused.header("retry-after")]).toEqual([
      429,
      "two",
      "24",
    ]);
    clock.nowMs += 60_000;
    expect((await send(createPost(pings(2)))).status).toBe(429);
    const dear = createLimited(2, () => 3);
    expect((await dear.send(createPost(ping()))).status).toBe(200);
  });

  test("a batch larger than the limit is refused with a hint", async () => {
    const { send } = createLimited();
    const { status, body, header } = await send(createPost(pings(8)));
    expect([status, header("retry-after")]).toEqual([429, "12"]);
    expect(body.error?.data?.hint).toContain("Send a smaller batch.");
  });

  test("notifications count, in a batch too", async () => {
    const { send } = createLimited();
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
    const alone = await send(createPost(notification));
    expect([alone.status, alone.left]).toEqual([202, '"messages";r=4;t=12']);
    expect((await send(createPost([notification, notification]))).left).toBe('"messages";r=2;t=12');
  });

  const refusals: [status: number, name: string, body: unknown, headers: Headers][] = [
    [415, "content type", "x", { "content-type": "text/plain" }],
    [415, "content encoding", ping(), { "content-encoding": "gzip" }],
    [413, "size", " ".repeat(70_000), {}],
    [400, "JSON", "{", {}],
    [400, "message", {}, {}],
    [400, "empty batch", [], {}],
    [400, "batch over eight", pings(9), {}],
    [400, "batch in a later version", pings(2), { "mcp-protocol-version": "2025-06-18" }],
  ];
  for (const [status, name, body, headers] of refusals) {
    test(`a body refused for its ${name} costs one, and 429 comes before ${status}`, async () => {
      const { send, clock } = createLimited(1);
      const first = await send(createPost(body, headers));
      expect([first.status, first.left]).toEqual([status, '"messages";r=0;t=60']);
      expect((await send(createPost(body, headers))).status).toBe(429);
      clock.nowMs += 60_000;
      expect((await send(createPost(body, headers))).status).toBe(status);
    });
  }

  test("a refusal has the request's id only if it is known", async () => {
    const { send } = createLimited(1);
    await send(createPost(ping()));
    const ids: [body: unknown, id: unknown][] = [
      [ping("seven"), "seven"],
      [ping(7), 7],
      ["{", null],
      [" ".repeat(70_000), null],
      [pings(2), null],
      [{ jsonrpc: "2.0", method: "notifications/initialized" }, null],
    ];
    for (const [body, id] of ids) {
      const refused = await send(createPost(body));
      expect([refused.status, refused.body.id]).toEqual([429, id]);
    }
  });

  test("other methods and foreign hosts are refused without being counted", async () => {
    const { send } = createLimited(1);
    for (const request of [
      createRequest("GET"),
      createRequest("OPTIONS"),
      createRequest("HEAD"),
      createPost(ping(), { host: "evil.example" }),
    ]) {
      const { left, status } = await send(request);
      expect([left, [204, 403, 405].includes(status)]).toEqual([null, true]);
    }
    expect((await send(createPost(ping()))).status).toBe(200);
    expect((await send(createPost(ping(), { host: "evil.example" }))).status).toBe(403);
  });

  test("one client's messages do not count for another", async () => {
    const { send } = createLimited(1);
    expect((await send(createPost(ping()))).status).toBe(200);
    expect((await send(createPost(ping()))).status).toBe(429);
    expect((await send(createPost(ping(), { "x-test-client": "two" }))).status).toBe(200);
  });

  test("without a limit nothing is counted", async () => {
    const response = await createEndpoint()(createPost(ping()));
    expect([
      response.status,
      response.headers.get("ratelimit"),
      response.headers.get("ratelimit-policy"),
    ]).toEqual([200, null, null]);
  });
});
