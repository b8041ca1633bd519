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

/** The messages of clients. `left` tells what is left and how long to wait: "r=4;t=12". */
function createLimited(limit = 5, costOf = () => 1) {
  // lru-cache takes 0 for no time.
  const clock = { nowMs: 1 };
  const limiter = createMemoryLimiter(limit, () => clock.nowMs);
  const toClient = (headers: Pick<globalThis.Headers, "get">) => headers.get("x-client") ?? "one";
  const endpoint = createEndpoint(undefined, { rateLimit: { limiter, toClient }, costOf });
  const ask = async (request: Request) => {
    const answer = await answerOf(await endpoint(request));
    const left = answer.headers.get("ratelimit")?.replace('"messages";', "") ?? null;
    const { code = null } = answer.body?.error?.data ?? {};
    expect(code).toBe(answer.status === 429 ? "rate_limited" : null);
    return { ...answer, left };
  };
  const send = (body: unknown, headers?: Headers) => ask(createPost(body, headers));
  return { clock, ask, send };
}

const ping = (id: number | string = 1) => call2025("ping", undefined, id);
const pings = (count: number) => Array.from({ length: count }, (_, index) => ping(index));
const notification = { jsonrpc: "2.0", method: "notifications/initialized" };

test("answers tell the messages that are left, and pages may read that", async () => {
  const { send, clock } = createLimited();
  const { left, headers } = await send(ping());
  expect(left).toBe("r=4;t=12");
  expect(headers.get("ratelimit-policy")).toBe('"messages";q=5;w=60');
  expect(headers.get("access-control-expose-headers")).toBe(
    "Allow, Retry-After, RateLimit, RateLimit-Policy",
  );
  clock.nowMs += 5_000;
  expect((await send(ping())).left).toBe("r=3;t=7");
  expect((await send([notification, notification])).left).toBe("r=1;t=7");
});

test("a refusal tells one wait: in Retry-After, in RateLimit, in the text and in the data", async () => {
  const { send, clock } = createLimited();
  expect((await send(pings(3))).left).toBe("r=2;t=12");
  for (const [messages, laterMs, seconds] of [
    [3, 0, 24],
    [8, 0, 60],
    [5, 7_000, 53],
  ] as const) {
    clock.nowMs += laterMs;
    const { status, headers, left, body } = await send(pings(messages));
    expect([status, headers.get("retry-after")]).toEqual([429, `${seconds}`]);
    expect(left).toMatch(new RegExp(`;t=${seconds}$`));
    const hint = expect.stringContaining(` ${seconds} seconds.`);
    expect(body?.error?.data).toMatchObject({ retry_after_seconds: seconds, hint });
  }
  clock.nowMs += 53_000;
  expect((await send(pings(5))).status).toBe(200);
});

test("a request counts as many messages as it costs, at most the limit", async () => {
  const { send, clock } = createLimited(5, () => 3);
  expect((await send(ping())).left).toBe("r=2;t=12");
  const { status, headers } = await send(ping());
  // One message was counted before its body was read.
  expect([status, headers.get("retry-after")]).toEqual([429, "24"]);
  clock.nowMs += 60_000;
  expect((await send(pings(2))).status).toBe(429);
  expect((await createLimited(2, () => 3).send(ping())).status).toBe(200);
});

const large = " ".repeat(70_000);
for (const [status, what, body, headers] of [
  [415, "type", "x", { "content-type": "text/plain" }],
  [413, "size", large, {}],
  [400, "JSON", "{", {}],
  [400, "batch over eight", pings(9), {}],
] as const)
  test(`a body refused for its ${what} costs one, and 429 comes before ${status}`, async () => {
    const { send } = createLimited(1);
    expect(await send(body, headers)).toMatchObject({ status, left: "r=0;t=60" });
    expect((await send(body, headers)).status).toBe(429);
  });

const brackets = `${"[".repeat(32_000)}${"]".repeat(32_000)}`;
type Refused = readonly [
  what: string,
  id: string | number | null,
  body: unknown,
  headers?: Headers,
];
const refused: readonly Refused[] = [
  ...inBothEras("tools/list").map(([era, body, headers]): Refused => [era, 1, body, headers]),
  ["a text as id", "seven", ping("seven")],
  ["too deep", 1, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${brackets}}}`],
  ["no JSON", null, "{"],
  ["too large", null, large],
  ["a batch", null, pings(2)],
  ["a notification", null, notification],
];
for (const [what, id, body, headers] of refused)
  test(`over the limit, ${what}: refused with the id ${id}`, async () => {
    const { send } = createLimited(1);
    await send(ping());
    const error = { code: -32000 };
    expect(await send(body, headers)).toMatchObject({ status: 429, body: { id, error } });
  });

test("only POST to a host that is served counts, for each client by itself", async () => {
  const { ask, send } = createLimited(1);
  for (const request of [
    createRequest("GET"),
    createRequest("OPTIONS"),
    createPost(ping(), { host: "evil.example" }),
  ])
    expect((await ask(request)).left).toBe(null);
  expect([(await send(ping())).status, (await send(ping())).status]).toEqual([200, 429]);
  expect((await send(ping(), { "x-client": "two" })).status).toBe(200);
});
