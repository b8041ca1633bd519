// The rate limit in the guard: what counts, and that a refusal names one wait everywhere.
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

/** A client's messages. `send` tells what is left and how long to wait. */
function createLimited(limit = 5, costOf = () => 1) {
  // lru-cache takes 0 for no time.
  const clock = { nowMs: 1 };
  const limiter = createMemoryLimiter(limit, () => clock.nowMs);
  const toClient = (headers: Pick<globalThis.Headers, "get">) =>
    headers.get("x-test-client") ?? "one";
  const endpoint = createEndpoint(undefined, { rateLimit: { limiter, toClient }, costOf });
  const ask = async (request: Request) => {
    const { status, headers, body } = await answerOf(await endpoint(request));
    return { status, headers, left: headers.get("ratelimit"), body };
  };
  const send = (body: unknown, headers?: Headers) => ask(createPost(body, headers));
  return { clock, ask, send };
}

const ping = (id: number | string = 1) => call2025("ping", undefined, id);
const pings = (count: number) => Array.from({ length: count }, (_, index) => ping(index));
const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
const large = " ".repeat(70_000);

test("answers tell the messages that are left, and pages may read that", async () => {
  const { send, clock } = createLimited();
  const { left, headers } = await send(ping());
  expect(left).toBe('"messages";r=4;t=12');
  expect(headers.get("ratelimit-policy")).toBe('"messages";q=5;w=60');
  expect(headers.get("access-control-expose-headers")).toBe(
    "Allow, Retry-After, RateLimit, RateLimit-Policy",
  );
  clock.nowMs += 5_000;
  expect((await send(ping())).left).toBe('"messages";r=3;t=7');
  expect((await send([notification, notification])).left).toBe('"messages";r=1;t=7');
});

for (const [era, body, headers] of inBothEras("tools/list"))
  test(`over the limit in ${era}: 429 under the request's id, until the wait is over`, async () => {
    const { send, clock } = createLimited(1);
    expect((await send(body, headers)).status).toBe(200);
    const data = { code: "rate_limited", retry_after_seconds: 60 };
    expect(await send(body, headers)).toMatchObject({
      status: 429,
      left: '"messages";r=0;t=60',
      body: { jsonrpc: "2.0", id: 1, error: { code: -32000, data } },
    });
    clock.nowMs += 60_000;
    expect((await send(body, headers)).status).toBe(200);
  });

test("over the limit, a body that is too deep is refused like any other", async () => {
  const { send } = createLimited(1);
  await send(ping());
  const nested = `${"[".repeat(32_000)}${"]".repeat(32_000)}`;
  const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${nested}}}`;
  expect(await send(deep)).toMatchObject({
    status: 429,
    body: { id: 1, error: { code: -32000 } },
  });
});

test("a refusal tells one wait: in Retry-After, in RateLimit, in the text and in the data", async () => {
  const { send, clock } = createLimited();
  expect((await send(pings(3))).left).toBe('"messages";r=2;t=12');
  for (const [messages, laterMs, seconds] of [
    [3, 0, 24],
    [8, 0, 60],
    [5, 7_000, 53],
  ] as const) {
    clock.nowMs += laterMs;
    const { status, headers, left, body } = await send(pings(messages));
    expect([status, headers.get("retry-after"), body?.id]).toEqual([429, `${seconds}`, null]);
    expect(left).toMatch(new RegExp(`;t=${seconds}$`));
    expect(body?.error?.data).toMatchObject({
      retry_after_seconds: seconds,
      hint: expect.stringContaining(` ${seconds} seconds.`),
    });
  }
  clock.nowMs += 53_000;
  expect((await send(pings(5))).status).toBe(200);
});

test("a request counts as many messages as it costs, at most the limit", async () => {
  const { send, clock } = createLimited(5, () => 3);
  expect((await send(ping())).left).toBe('"messages";r=2;t=12');
  const refused = await send(ping("two"));
  // One message was counted before its body was read.
  expect([refused.status, refused.body?.id, refused.headers.get("retry-after")]).toEqual([
    ...[429, "two", "24"],
  ]);
  clock.nowMs += 60_000;
  expect((await send(pings(2))).status).toBe(429);
  expect((await createLimited(2, () => 3).send(ping())).status).toBe(200);
});

for (const [status, what, body, headers] of [
  [415, "type", "x", { "content-type": "text/plain" }],
  [413, "size", large, {}],
  [400, "JSON", "{", {}],
  [400, "batch over eight", pings(9), {}],
] as const)
  test(`a body refused for its ${what} costs one, and 429 comes before ${status}`, async () => {
    const { send } = createLimited(1);
    expect(await send(body, headers)).toMatchObject({ status, left: '"messages";r=0;t=60' });
    expect((await send(body, headers)).status).toBe(429);
  });

test("a refusal has the request's id only if it is known", async () => {
  const { send } = createLimited(1);
  await send(ping());
  for (const [body, id] of [
    [ping("seven"), "seven"],
    ["{", null],
    [large, null],
    [pings(2), null],
    [notification, null],
  ])
    expect(await send(body)).toMatchObject({ status: 429, body: { id } });
});

test("only POST to a host that is served counts, for each client by itself", async () => {
  const { ask, send } = createLimited(1);
  for (const [status, request] of [
    [405, createRequest("GET")],
    [204, createRequest("OPTIONS")],
    [403, createPost(ping(), { host: "evil.example" })],
  ] as const)
    expect(await ask(request)).toMatchObject({ status, left: null });
  expect([(await send(ping())).status, (await send(ping())).status]).toEqual([200, 429]);
  expect((await send(ping(), { "x-test-client": "two" })).status).toBe(200);
});
