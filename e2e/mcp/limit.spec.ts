// The rate limit in the guard: what counts, what is told, and that a refusal names one wait everywhere.
import { expect, test } from "@playwright/test";
import { createMemoryLimiter } from "../../lib/http/rate-limit.ts";
import {
  answerOf,
  call2025,
  createEndpoint,
  createPost,
  createRequest,
  type Headers,
  inBothEras,
} from "./endpoint.ts";

/** Its clock never is 0, which lru-cache takes for no time. */
function createLimited(limit = 5, costOf = () => 1) {
  const clock = { nowMs: 1 };
  const limiter = createMemoryLimiter(limit, () => clock.nowMs);
  const toClient = (headers: Pick<globalThis.Headers, "get">) =>
    headers.get("x-test-client") ?? "one";
  const endpoint = createEndpoint(undefined, { rateLimit: { limiter, toClient }, costOf });
  const send = async (request: Request) => {
    const { status, headers, body } = await answerOf(await endpoint(request));
    const header = (name: string) => headers.get(name);
    return { status, header, left: header("ratelimit"), wait: header("retry-after"), body };
  };
  const statusOf = async (body: unknown, headers?: Headers) =>
    (await send(createPost(body, headers))).status;
  return { clock, send, statusOf };
}

const ping = (id: number | string = 1) => call2025("ping", undefined, id);
const pings = (count: number) => Array.from({ length: count }, (_, index) => ping(index));
const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
const large = " ".repeat(70_000);

test("answers tell the messages that are left, and pages may read that", async () => {
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

for (const [era, body, headers] of inBothEras("tools/list"))
  test(`over the limit in ${era}: 429 under the request's id, until the wait is over`, async () => {
    const { send, statusOf, clock } = createLimited(1);
    expect(await statusOf(body, headers)).toBe(200);
    const refused = await send(createPost(body, headers));
    expect([refused.status, refused.wait, refused.left]).toEqual([
      429,
      "60",
      '"messages";r=0;t=60',
    ]);
    expect(refused.header("cache-control")).toBe("no-store");
    expect(refused.header("access-control-allow-origin")).toBe("*");
    expect(refused.header("content-type")).toBe("application/json");
    const data = { code: "rate_limited", retry_after_seconds: 60 };
    expect(refused.body).toMatchObject({ jsonrpc: "2.0", id: 1, error: { code: -32000, data } });
    clock.nowMs += 60_000;
    expect(await statusOf(body, headers)).toBe(200);
  });

test("a refusal tells one wait: in Retry-After, in RateLimit, in the text and in the data", async () => {
  const { send, clock } = createLimited();
  expect((await send(createPost(pings(3)))).left).toBe('"messages";r=2;t=12');
  for (const [messages, laterMs, seconds] of [
    [3, 0, 24],
    [4, 0, 48],
    [5, 0, 60],
    [8, 0, 60],
    [5, 7_000, 53],
  ] as const) {
    clock.nowMs += laterMs;
    const { status, wait, left, body } = await send(createPost(pings(messages)));
    const told = expect.stringMatching(`;t=${seconds}$`);
    expect([status, wait, left, body.id], `${messages}`).toEqual([429, `${seconds}`, told, null]);
    expect(body.error?.data).toMatchObject({ retry_after_seconds: seconds });
    expect(body.error?.data?.hint).toContain(` ${seconds} seconds.`);
  }
  clock.nowMs += 53_000;
  expect((await send(createPost(pings(5)))).status).toBe(200);
});

test("a request counts as many messages as it costs, at most the limit", async () => {
  const { send, statusOf, clock } = createLimited(5, () => 3);
  expect((await send(createPost(ping()))).left).toBe('"messages";r=2;t=12');
  const refused = await send(createPost(ping("two")));
  // One message was counted before its body was read.
  expect([refused.status, refused.body.id, refused.wait]).toEqual([429, "two", "24"]);
  clock.nowMs += 60_000;
  expect(await statusOf(pings(2))).toBe(429);
  expect(await createLimited(2, () => 3).statusOf(ping())).toBe(200);
});

test("notifications count, in a batch too", async () => {
  const { send } = createLimited();
  const leftOf = async (body: unknown) => (await send(createPost(body))).left;
  expect(await leftOf(notification)).toBe('"messages";r=4;t=12');
  expect(await leftOf([notification, notification])).toBe('"messages";r=2;t=12');
});

const refusals: readonly (readonly [status: number, what: string, unknown, Headers])[] = [
  [415, "content type", "x", { "content-type": "text/plain" }],
  [415, "content encoding", ping(), { "content-encoding": "gzip" }],
  [413, "size", large, {}],
  [400, "JSON", "{", {}],
  [400, "message", {}, {}],
  [400, "empty batch", [], {}],
  [400, "batch over eight", pings(9), {}],
  [400, "batch in a later version", pings(2), { "mcp-protocol-version": "2025-06-18" }],
];
for (const [status, what, body, headers] of refusals)
  test(`a body refused for its ${what} costs one, and 429 comes before ${status}`, async () => {
    const { send, statusOf, clock } = createLimited(1);
    const first = await send(createPost(body, headers));
    expect([first.status, first.left]).toEqual([status, '"messages";r=0;t=60']);
    expect(await statusOf(body, headers)).toBe(429);
    clock.nowMs += 60_000;
    expect(await statusOf(body, headers)).toBe(status);
  });

test("a refusal has the request's id only if it is known", async () => {
  const { send } = createLimited(1);
  await send(createPost(ping()));
  for (const [body, id] of [
    [ping("seven"), "seven"],
    [ping(7), 7],
    ["{", null],
    [large, null],
    [pings(2), null],
    [notification, null],
  ])
    expect(await send(createPost(body))).toMatchObject({ status: 429, body: { id } });
});

test("only POST to a host that is served counts, for each client by itself", async () => {
  const { send, statusOf } = createLimited(1);
  for (const [status, request] of [
    [405, createRequest("GET")],
    [204, createRequest("OPTIONS")],
    [405, createRequest("HEAD")],
    [403, createPost(ping(), { host: "evil.example" })],
  ] as const)
    expect(await send(request)).toMatchObject({ status, left: null });
  expect([await statusOf(ping()), await statusOf(ping())]).toEqual([200, 429]);
  expect(await statusOf(ping(), { host: "evil.example" })).toBe(403);
  expect(await statusOf(ping(), { "x-test-client": "two" })).toBe(200);
});

test("without a limit nothing is counted", async () => {
  const { status, headers } = await createEndpoint()(createPost(ping()));
  expect([status, headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([
    200,
    null,
    null,
  ]);
});
