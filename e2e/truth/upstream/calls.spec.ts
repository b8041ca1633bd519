// Calls on a scripted transport: the fault of one, what follows from it, and how few retries there are.
import { expect, test } from "@playwright/test";
import { firstOf, getWithRetry } from "../../../lib/protocol/upstream/client.ts";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import type { Provider } from "../../../lib/protocol/upstream/provider.ts";
import { QuoteSwap } from "../../../lib/protocol/upstream/schemas.ts";
import { HEIGHT_HEADER } from "../../../lib/protocol/upstream/transport.ts";
import type { Limits } from "../../../lib/protocol/upstream/upstream.ts";
import {
  answered,
  broken,
  createScripted,
  empty,
  errorOf,
  failed,
  faultOf,
  json,
  never,
  POOLS,
  type Reply,
  refused,
} from "./client-scripts.ts";

const cause = Object.assign(new Error(), { code: "ENOTFOUND" });
const deep = new Error("", { cause: new AggregateError([cause]) });
const withCodes = (fault: string, ...codes: string[]): Record<string, Reply> =>
  Object.fromEntries(codes.map((code) => [`${fault} ${code}`, () => broken(code)]));

const dead = "another provider, closed to facts, last for questions";
/** By what follows: the fault with its status or code, and the reply. */
const replies: Readonly<Record<string, Readonly<Record<string, Reply>>>> = {
  [dead]: {
    ...withCodes("connect", "ECONNREFUSED"),
    "connect ENOTFOUND": () => broken("", deep),
    ...withCodes("tls", "SELF_SIGNED_CERT_IN_CHAIN", "CERT_HAS_EXPIRED", "EPROTO"),
    ...withCodes("timeout", "UND_ERR_HEADERS_TIMEOUT"),
    "timeout ETIMEDOUT": () => Promise.reject(new DOMException("", "TimeoutError")),
    "redirect 302": () => failed(302),
    "status 403": () => failed(403),
    "status 503": () => failed(503),
    "content_type 200: HTML": () => answered("<p>", "text/html"),
    "content_type 200: JSON in name only": () => answered("[]", "application/jsonp"),
    "content_type 200: another type before it": () => answered("[]", "text/application/json"),
    "content_type 200: none": () => new Response(new Uint8Array()),
  },
  [`the same once more, ${dead}`]: {
    ...withCodes("reset", "ECONNRESET", "NOT_EPROTO"),
    "reset null": () => Promise.reject("gone"),
    "status 500": () => failed(500),
    "status 502": () => failed(502),
    "status 504": () => failed(504),
  },
  "another provider, closed to facts": { "status 429": () => failed(429) },
  "the same once more, another provider, kept, last for questions": {
    "not_json 200: cut off": () => answered("[{"),
    "not_json 200: no body": () =>
      new Response(null, { headers: { "content-type": "application/json" } }),
  },
  "another provider, kept, last for questions": {
    shape: () => json({ maintenance: true }),
    "too_large 200": () => json([" ".repeat(400_000)]),
    "status 404: what a gateway lacks": () => json({ message: "no" }, 404),
  },
  "another provider, kept": {
    "status 501": () => json({ code: 12, message: "not implemented" }, 501),
  },
  kept: {
    "status 400: a refusal": () => json({ error: "no" }, 400),
    "status 200: a refusal": () => json({ error: "no" }),
  },
  "the same once more, kept": {
    "status 500: a refusal": () => json({ code: 2, message: "no" }, 500),
  },
};

async function consequencesOf(reply: Reply): Promise<string> {
  const same = createScripted([reply, empty]);
  const other = createScripted([empty]);
  const facts = createScripted([reply]);
  const questions = createScripted([reply]);
  await errorOf(getWithRetry(same.node, POOLS, Pools));
  await errorOf(firstOf([createScripted([reply]).node, other.node], POOLS, Pools));
  for (let count = 0; count < 3; count += 1) {
    await errorOf(facts.node.get(POOLS, Pools, { keepMs: 5_000 }));
    await errorOf(questions.node.get(POOLS, QuoteSwap, { isClientCall: true }));
  }
  expect(questions.node.isDegraded(Pools), "a question proves nothing").toBe(false);
  const isClosed = facts.node.isDegraded(Pools);
  const consequences = {
    "the same once more": same.count() > 1,
    "another provider": other.count() > 0,
    kept: facts.count() === 1 && !isClosed,
    "closed to facts": isClosed,
    "last for questions": questions.node.isDegraded(QuoteSwap),
  };
  const following = Object.entries(consequences).filter(([, follows]) => follows);
  return following.map(([name]) => name).join(", ");
}

for (const [consequences, faults] of Object.entries(replies))
  for (const [fault, reply] of Object.entries(faults))
    test(`${fault}: ${consequences}`, async () => {
      const error = await errorOf(createScripted([reply]).node.get(POOLS, Pools));
      const { code = null, status } = error as { code?: string; status?: number };
      const isBare = fault === "shape" || status;
      const told = await faultOf(Promise.reject(error));
      expect(isBare ? told : `${told} ${code}`).toBe(fault.split(":", 1)[0]);
      expect(await consequencesOf(reply)).toBe(consequences);
    });

test("an upstream that ignores its signal: timeout", async () => {
  const { node } = createScripted([never], { limits: { attemptMs: 100 } });
  expect(await faultOf(node.get(POOLS, Pools))).toBe("timeout");
});

test("a refusal is of a node where its form and its status are", async () => {
  const long = "x".repeat(299);
  const rows = [
    [400, { error: "swap too small" }, "swap too small"],
    [400, { code: 3, message: "bad from asset", details: [] }, "bad from asset"],
    [400, { code: 3, message: "other", error: "bad" }, "bad"],
    [400, { error: 7 }, ""],
    [400, { error: { code: 3 }, message: "other" }, ""],
    [404, { error: "fail to parse tx id" }, "fail to parse tx id"],
    [404, { code: 5, message: "not found" }, "not found"],
    ...[401, 403, 429, 503].map((status) => [status, { message: "no" }, null] as const),
    [400, { reason: "?" }, null],
    [400, ["error"], null],
    [400, { error: `${long}😀tail` }, `${long}\ufffd`],
  ] as const;
  for (const [status, body, refusal] of rows) {
    const error = await errorOf(createScripted([() => json(body, status)]).node.get(POOLS, Pools));
    expect(error, `${status}`).toMatchObject({ fault: "status", status, refusal });
  }
});

test("the height of the state that an answer is made from is read, or not known", async () => {
  for (const [text, height] of [
    ["25000000", 25_000_000],
    ["9".repeat(15), 999_999_999_999_999],
    ["0", null],
    ["-1", null],
    ["2.5e7", null],
    ["1".repeat(16), null],
  ] as const) {
    // A type with a suffix is JSON too.
    const type = "Application/vnd.a+JSON; q=1";
    const reply = () => answered("[]", type, { [HEIGHT_HEADER]: text });
    const answer = await createScripted([reply]).node.get(POOLS, Pools);
    expect([answer.height, answer.serverDateMs], text).toEqual([height, null]);
  }
});

const unlimited = { breakerFailures: Number.POSITIVE_INFINITY };
/** Providers on scripts, with one clock. */
function createProviders(scripts: readonly (readonly Reply[])[], limits: Partial<Limits> = {}) {
  const clock = { ms: 0 };
  const scripted = scripts.map((replies, index) =>
    createScripted(replies, { index, now: () => clock.ms, limits }),
  );
  const nodes = scripted.map(({ node }) => node);
  const pools = (path = POOLS) => firstOf(nodes, path, Pools);
  const leader = async () => (await pools()).provider.index;
  return { clock, nodes, pools, leader, counts: () => scripted.map(({ count }) => count()) };
}
const reset = () => broken("ECONNRESET");

test("at most one retry, to another provider", async () => {
  const { pools, counts } = createProviders([[reset], [reset], [empty]]);
  expect([await faultOf(pools()), counts()]).toEqual(["reset", [1, 1, 0]]);
});

test("a skipped provider costs nothing: no call, no retry", async () => {
  const { nodes, pools, counts } = createProviders([[refused], [refused, empty], [empty]]);
  for (let count = 0; count < 3; count += 1)
    await errorOf((nodes[0] as Provider).get(POOLS, Pools));
  // Skips the first, fails on the second, and still has its one retry for the third.
  expect([(await pools()).provider.index, counts()]).toEqual([2, [3, 1, 1]]);
});

test("after an answer of no use another provider is asked, however often", async () => {
  const { leader } = createProviders([[() => json({ wrong: "shape" })], [empty]]);
  for (let count = 0; count < 50; count += 1) expect(await leader()).toBe(1);
});

test("questions spend no retries of facts", async () => {
  const script = [...Array(12).fill(reset), empty];
  const { nodes, counts } = createProviders([script, [refused]], unlimited);
  for (let count = 0; count < 11; count += 1)
    await errorOf(firstOf(nodes, POOLS, Pools, { isClientCall: true }));
  expect(counts()).toEqual([11, 10]);
  expect(await faultOf(getWithRetry(nodes[0] as Provider, POOLS, Pools))).toBe("none");
  expect(counts()[0]).toBe(13);
});

test("ten retries are spent, then eleven answers earn one more, and nine none", async () => {
  const replies = (count: number, reply: Reply) => Array<Reply>(count).fill(reply);
  const spent = [...replies(11, refused), ...replies(9, empty), refused];
  const script = [...spent, ...replies(2, empty), refused];
  const { pools, counts } = createProviders([script, [refused]], unlimited);
  for (const [calls, first, second] of [
    [11, 11, 10],
    [10, 21, 10],
    [3, 24, 11],
  ] as const) {
    for (let count = 0; count < calls; count += 1) await errorOf(pools());
    expect(counts()).toEqual([first, second]);
  }
});

test("a retry that made no call is given back to the budget", async () => {
  const busy = [() => failed(429, "30"), empty];
  const { clock, pools } = createProviders([[refused], busy], unlimited);
  for (let count = 0; count < 51; count += 1) await errorOf(pools());
  clock.ms += 30_000;
  expect(await faultOf(pools())).toBe("none");
});

test("when all are skipped the shortest wait is named; without providers too it is skipped", async () => {
  for (const waits of ["20 10", "10 20"]) {
    const scripts = waits.split(" ").map((seconds) => [() => failed(429, seconds)]);
    const { pools } = createProviders(scripts);
    expect(await faultOf(pools())).toBe("status 429");
    const skipped = { fault: "skipped", retryAfterMs: 10_000, path: POOLS };
    expect(await errorOf(pools(`${POOLS}?x=1`))).toMatchObject(skipped);
  }
  expect(await faultOf(firstOf([], POOLS, Pools))).toBe("skipped");
});

test("a provider that came back is asked when the other fails, and leads again after its first good answer", async () => {
  const isUp = [false, true];
  const scripts = isUp.map((_, index) => [() => (isUp[index] ? empty() : refused())]);
  const { clock, leader, counts } = createProviders(scripts);
  for (let count = 0; count < 9; count += 1) expect(await leader()).toBe(1);
  expect(counts()).toEqual([3, 9]);
  clock.ms += 5_000;
  isUp[0] = true;
  expect(await leader()).toBe(1);
  isUp[1] = false;
  expect(await leader()).toBe(0);
  isUp[1] = true;
  expect(await leader()).toBe(0);
});
