// One call on a scripted transport: its fault, and what follows from it for the provider and for who asks next.
import { expect, test } from "@playwright/test";
import { firstOf, getWithRetry } from "../../../lib/protocol/upstream/client.ts";
import { UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import { QuoteSwap } from "../../../lib/protocol/upstream/schemas.ts";
import { HEIGHT_HEADER } from "../../../lib/protocol/upstream/transport.ts";
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
  const [first, second, facts, questions] = [[reply], [empty], [reply], [reply]].map((script) =>
    createScripted(script),
  ) as [Scripted, Scripted, Scripted, Scripted];
  const same = createScripted([reply, empty]);
  await errorOf(firstOf([first.node, second.node], POOLS, Pools));
  await errorOf(getWithRetry(same.node, POOLS, Pools));
  for (let count = 0; count < 3; count += 1) {
    await errorOf(facts.node.get(POOLS, Pools, { keepMs: 5_000 }));
    await errorOf(questions.node.get(POOLS, QuoteSwap, { isClientCall: true }));
  }
  expect(questions.node.isDegraded(Pools), "a question proves nothing").toBe(false);
  const isClosed = facts.node.isDegraded(Pools);
  const consequences = {
    "the same once more": same.count() > 1,
    "another provider": second.count() > 0,
    kept: facts.count() === 1 && !isClosed,
    "closed to facts": isClosed,
    "last for questions": questions.node.isDegraded(QuoteSwap),
  };
  return Object.entries(consequences)
    .flatMap(([name, follows]) => (follows ? name : []))
    .join(", ");
}
type Scripted = ReturnType<typeof createScripted>;

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

test("JSON with a suffix is read", async () => {
  const suffixed = () => answered("[]", "Application/vnd.a+JSON; q=1");
  expect(await faultOf(createScripted([suffixed]).node.get(POOLS, Pools))).toBe("none");
});

const silentBody = () =>
  new Response(new ReadableStream({ pull: () => new Promise<void>(() => {}) }), {
    headers: { "content-type": "application/json", "content-length": "4194305" },
  });
for (const [what, reply, fault] of [
  ["ignores its signal", never, "timeout"],
  ["announces more than the limit, and sends nothing", silentBody, "too_large 200"],
] as const)
  test(`an upstream that ${what}: ${fault}`, async () => {
    const { node } = createScripted([reply], { limits: { attemptMs: 100 } });
    expect(await faultOf(node.get(POOLS, Pools))).toBe(fault);
  });

test("a refusal is of a node where its form and its status are", async () => {
  const rows: readonly (readonly [status: number, body: unknown, refusal: string | null])[] = [
    [400, { error: "swap too small" }, "swap too small"],
    [400, { code: 3, message: "bad from asset", details: [] }, "bad from asset"],
    [400, { code: 3, message: "other", error: "bad" }, "bad"],
    [400, { error: 7 }, ""],
    [400, { error: { code: 3 }, message: "other" }, ""],
    [404, { error: "fail to parse tx id" }, "fail to parse tx id"],
    [404, { code: 5, message: "not found" }, "not found"],
    [500, { code: 2, message: "fail to fetch" }, "fail to fetch"],
    [404, { message: "not found" }, null],
    [401, { message: "no key" }, null],
    [403, { message: "forbidden" }, null],
    [429, { message: "slow down" }, null],
    [503, { message: "no upstream" }, null],
    [501, { code: 12, message: "not implemented" }, null],
    [400, { reason: "?" }, null],
    [400, ["error"], null],
    [400, { error: `${"x".repeat(299)}😀tail` }, `${"x".repeat(299)}�`],
  ];
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
    const reply = () => answered("[]", "application/json", { [HEIGHT_HEADER]: text });
    const answer = await createScripted([reply]).node.get(POOLS, Pools);
    expect([answer.height, answer.serverDateMs], text).toEqual([height, null]);
  }
});

test("callers who go away do not open the breaker", async () => {
  const { node, count } = createScripted([never], { limits: { breakerFailures: 2 } });
  for (let calls = 1; calls <= 5; calls += 1) {
    const controller = new AbortController();
    const reading = node.get(POOLS, Pools, { signal: controller.signal });
    await expect.poll(count).toBe(calls);
    controller.abort(new Error("went away"));
    await expect(reading).rejects.toThrow("went away");
  }
});

test("an error of an upstream names neither its host nor its words", () => {
  const error = new UpstreamError("status", "/p", { status: 400, refusal: "send to bc1" });
  expect(error.message).toBe("GET /p: status 400");
});
