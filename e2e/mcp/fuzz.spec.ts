// For any input, the endpoint answers JSON-RPC with the right id, without a 5xx, a fault of ours or a thrown text.
import { strict as assert } from "node:assert";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { anyCharacter } from "../support/any-text.ts";
import { countRuns } from "../support/runs.ts";
import { createSampleNetwork } from "../support/sample-network.ts";
import { call2025, call2026, createEndpoint, createPost, headers2026, modern } from "./endpoint.ts";
import { createHealthyWorld, paidSwap } from "./run-tool.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Message = { [key: string]: Json };

const guide = {
  uri: "https://signpost.example/guide.md",
  name: "guide",
  title: "Guide",
  description: "A guide",
  read: () => "# Guide\n",
};
const pair = { from: "BTC", to: "ETH", amount: "1" };
const txid = "0010".repeat(16);
/** What is served, so that mutations start from something valid. */
const calls: readonly Message[] = [
  ..."tools/list resources/list resources/templates/list prompts/list server/discover ping"
    .split(" ")
    .map((method) => ({ method })),
  { method: "subscriptions/listen", params: { notifications: { toolsListChanged: true } } },
  { method: "logging/setLevel", params: { level: "debug" } },
  { method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {} } },
  { method: "resources/read", params: { uri: guide.uri } },
  { method: "prompts/get", params: { name: "compare_costs", arguments: pair } },
  { method: "tools/call", params: { name: "list_pools", arguments: { fields: ["trading"] } } },
  { method: "tools/call", params: { name: "get_inbound_addresses", arguments: { chain: "BTC" } } },
  { method: "tools/call", params: { name: "get_swap_quote", arguments: pair } },
  {
    method: "tools/call",
    params: { name: "get_swap_status", arguments: { txid }, _meta: { progressToken: 7 } },
  },
];
const notifications: readonly Message[] = [
  { method: "notifications/initialized" },
  { method: "notifications/cancelled", params: { requestId: 1 } },
  { result: {}, id: 1 },
];
const names =
  "jsonrpc id method params name arguments uri _meta cursor fields limit result error toString constructor __proto__".split(
    " ",
  );
const odd: readonly Json[] = [
  ...["", "\u0000", "\ud800", "\u202eevil", "__proto__", "A".repeat(5000), "=?base64?AA==?="],
  ...[0, -0, -1, 1.5, 2 ** 53, 1e308, null, true],
  ...[[], {}, [[]], Array<Json>(200).fill(1)],
];

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.string({ maxLength: 20 }),
);
const json = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...odd) },
  { weight: 2, arbitrary: text },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: fc.nat(60).map((depth): Json => nested(depth)) },
);
const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1)]);

const message = fc
  .record({
    call: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...calls) },
      { weight: 1, arbitrary: fc.constantFrom(...notifications) },
    ),
    id: fc.oneof({ weight: 4, arbitrary: fc.integer() }, { weight: 1, arbitrary: json }),
    isModern: fc.boolean(),
  })
  .map(({ call, id, isModern }): Message => {
    const whole = { jsonrpc: "2.0", ...(calls.includes(call) && { id }), ...structuredClone(call) };
    if (!isModern) return whole;
    const modernCall = call2026("", (call.params ?? {}) as object);
    return { ...whole, params: modernCall.params as unknown as Message };
  });

type Mutation = readonly [at: number, name: string | null, value: Json];
const key: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...names), text);
const mutation: fc.Arbitrary<Mutation> = fc.tuple(fc.nat(1000), fc.option<string>(key), json);
const mutations = fc.array(mutation, { maxLength: 3 });

/** A copy in which one place is replaced, or has one more member. `__proto__` becomes an own one. */
function mutate(value: Json, [at, name, other]: Mutation): Json {
  const root = { root: structuredClone(value) } as Message;
  const places: [holder: Message, member: string][] = [];
  const visit = (holder: Message) => {
    for (const [member, child] of Object.entries(holder)) {
      places.push([holder, member]);
      if (typeof child === "object" && child !== null) visit(child as Message);
    }
  };
  visit(root);
  const [holder, member] = places[at % places.length] as [Message, string];
  const old = holder[member];
  const isHolder = name !== null && typeof old === "object" && old !== null;
  const own = { value: other, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(isHolder ? old : holder, isHolder ? name : member, own);
  return root.root as Json;
}

/** Most changes are below `params`, because an invalid message is refused early. */
const mutated: fc.Arbitrary<Json> = fc
  .record({ message, inside: mutations, outside: fc.oneof(fc.constant<Mutation[]>([]), mutations) })
  .map(({ message: { params, ...rest }, inside, outside }) => {
    const changed = params === undefined ? {} : { params: inside.reduce<Json>(mutate, params) };
    return outside.reduce<Json>(mutate, { ...rest, ...changed });
  });
const value = fc.oneof(
  { weight: 12, arbitrary: mutated },
  { weight: 1, arbitrary: fc.array(mutated, { maxLength: 10 }) as fc.Arbitrary<Json> },
  // Valid batches of at most the maximum length. Only such batches reach the adapter.
  { weight: 1, arbitrary: fc.array(message, { minLength: 1, maxLength: 8 }) as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: json },
);

/** Mostly unchanged; or cut, damaged, at the limit, too deep or twice. */
const damages: readonly ((whole: Buffer, at: number) => Buffer)[] = [
  (whole, at) => whole.subarray(0, at % (whole.length + 1)),
  (whole, at) => Buffer.concat([whole.subarray(0, at), Buffer.of(at, 0xff), whole.subarray(at)]),
  (whole, at) => Buffer.concat([whole, Buffer.alloc(65_535 - whole.length + (at % 3), " ")]),
  () => Buffer.from("[".repeat(20_000) + "]".repeat(20_000)),
  (whole) => Buffer.concat([whole, whole]),
];
const headerValues: Readonly<Record<string, readonly string[]>> = {
  "content-type": ["application/json;", "text/plain", "application/jsonp", ""],
  accept: ["application/json", "text/event-stream", "*/*", "text/event-stream;q=0", ",;q=,"],
  host: ["signpost.example:443", "localhost", "[::1]", "evil.example", "", "a b"],
  origin: ["null", "https://evil.example", "http://localhost@evil.example", ""],
  "mcp-protocol-version": [modern, "2025-11-25", "2025-03-26", "2099-01-01", "", "x".repeat(3000)],
  "mcp-method": ["tools/list", "tools/call", "TOOLS/LIST", ""],
  "mcp-name": ["list_pools", "=?base64?bGlzdF9wb29scw==?=", "=?base64?!?=", ""],
  "content-encoding": ["gzip", "identity", ""],
  "content-length": ["0", "70000", "-1", "abc"],
};
const header = fc
  .constantFrom(...Object.entries(headerValues))
  .chain(([name, values]) =>
    fc.tuple(fc.constant(name), fc.constantFrom<(string | null)[]>(...values, null)),
  );

/** The headers that a body of the 2026 era requires, if it is one. */
function matchingHeaders(body: Json): Readonly<Record<string, string | null>> {
  const { method, params } = (body ?? {}) as { method?: Json; params?: Message };
  if (typeof params?._meta !== "object" || typeof method !== "string") return {};
  const isPlain = (_: string, one: unknown) =>
    typeof one === "string" && /^[\x21-\x7e]{1,200}$/.test(one);
  const all = Object.entries(headers2026({ method, params }));
  return Object.fromEntries(all.filter(([name, one]) => isPlain(name, one)));
}

const shot = fc
  .record({
    value,
    damage: fc.option(fc.constantFrom(...damages), { freq: 20 }),
    at: fc.nat(400),
    changes: fc.oneof(fc.constant([]), fc.array(header, { minLength: 1, maxLength: 3 })),
    method: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ value: body, damage, at, changes, method }) => {
    const whole = Buffer.from(JSON.stringify(body));
    return {
      method: ["GET", "HEAD", "DELETE", "OPTIONS"][method] ?? "POST",
      headers: { ...matchingHeaders(body), ...Object.fromEntries(changes) },
      body: new Uint8Array(damage ? damage(whole, at) : whole),
    };
  });
type Shot = typeof shot extends fc.Arbitrary<infer T> ? T : never;

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: { readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The messages of an answer in any form, without progress notifications. */
function readAnswers(body: string, type: string | null) {
  if (type === "text/event-stream") {
    const events = [...body.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
    const answers: Answer[] = events.filter((event) => event.method === undefined);
    return { answers, form: "stream" };
  }
  const parsed: Answer | Answer[] = JSON.parse(body);
  return Array.isArray(parsed)
    ? { answers: parsed, form: "array" }
    : { answers: [parsed], form: "single" };
}

function idOf(sent: unknown): string | number | null {
  const { id } = (typeof sent === "object" && sent !== null ? sent : {}) as { id?: unknown };
  return typeof id === "string" || Number.isInteger(id) ? (id as string | number) : null;
}

/** One entry per expected answer, in order: the ids that are right for it. */
function expectedIds({ body }: Shot, status: number, form: string): unknown[][] {
  if ([403, 405, 413, 415].includes(status)) return [[null]];
  let sent: unknown;
  try {
    sent = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return [[null]];
  }
  // A batch that is refused as a whole gets a single error.
  if (Array.isArray(sent) && form === "single") return [[null]];
  if (Array.isArray(sent))
    return sent.filter((one) => idOf(one) !== null && "method" in one).map((one) => [idOf(one)]);
  const isCall = typeof (sent as { method?: unknown } | null)?.method === "string";
  // A response belongs to no request.
  return [isCall ? [idOf(sent)] : [null, idOf(sent)]];
}

const statuses = [200, 202, 204, 400, 403, 404, 405, 413, 415];
const leak =
  /node_modules|\/lib\/|\.tsx?:\d|\.m?js:\d|\bat (async )?[\w.<>]+ \(|file:\/\/|(Type|Range|Reference|Syntax)Error|\bZodError\b/;
const isError = (code: number, text: string) =>
  Number.isInteger(code) && code !== -32603 && typeof text === "string";

/** The kind of answer. No `expect`: each is a step in the report. @throws if it is none of the known kinds. */
function answerKind(sent: Shot, { status, headers }: Response, body: string): string {
  assert(statuses.includes(status), `status ${status}`);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.doesNotMatch(body, leak);
  if (body === "") {
    assert(status === 202 || status === 204 || sent.method === "HEAD", `empty ${status}`);
    return `${status} empty`;
  }
  const { answers, form } = readAnswers(body, headers.get("content-type"));
  const wanted = expectedIds(sent, status, form);
  assert.equal(answers.length, wanted.length, body);
  for (const [index, { jsonrpc, id, error, result }] of answers.entries()) {
    assert(wanted[index]?.includes(id), body);
    assert.equal(jsonrpc, "2.0");
    assert(
      error ? isError(error.code, error.message) && !result : typeof result === "object",
      body,
    );
  }
  if (form !== "single") return `${status} ${form}`;
  const { error, result } = answers[0] as Answer;
  return `${status} ${error ? error.code : result?.isError ? "tool error" : "result"}`;
}

test("any body under any headers is answered", { tag: "@long" }, async () => {
  const numRuns = countRuns(5_000);
  test.setTimeout(120_000 + numRuns * 60);
  const faults: unknown[] = [];
  const kinds = new Set<string>();
  const endpoint = createEndpoint(
    createSampleNetwork(),
    { reportFault: (fault) => faults.push(fault), progressTools: new Set(["get_swap_status"]) },
    { networkName: "sample", documents: [guide], prompts },
  );
  const property = fc.asyncProperty(shot, async (sent) => {
    const { method, headers, body } = sent;
    const hasBody = method !== "GET" && method !== "HEAD";
    const post = createPost(body, { accept: null, ...headers });
    const request = hasBody
      ? new Request(post, { method })
      : new Request(post.url, { method, headers: post.headers });
    const response = await endpoint(request);
    const kind = answerKind(sent, response, await response.text());
    assert.deepEqual(faults, []);
    kinds.add(kind);
  });
  await fc.assert(property, { numRuns });
  expect(kinds.size).toBeGreaterThan(5);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("parallel requests with the same id each get their own answer", { tag: "@long" }, async () => {
  const count = countRuns(10_000);
  test.setTimeout(300_000);
  const world = createHealthyWorld();
  const { network } = world;
  let underWay = 0;
  let most = 0;
  const reading = await network.getSwap(paidSwap().tx.id, null);
  const endpoint = createEndpoint({
    ...network,
    // Waits a different number of turns each time, so answers come in another order than requests.
    getSwap: async (asked) => {
      most = Math.max(most, ++underWay);
      for (let turn = Number.parseInt(asked.slice(-2), 16) * 3; turn > 0; turn--) await null;
      underWay -= 1;
      return { ...reading, txid: asked };
    },
  });
  const isRight = async (index: number) => {
    const asked = index.toString(16).toUpperCase().padStart(64, "0");
    const params = { name: "get_swap_status", arguments: { txid: asked } };
    const isModern = index % 2 === 1;
    const call = isModern ? call2026("tools/call", params) : call2025("tools/call", params);
    const accept = index % 3 ? "application/json" : "text/event-stream";
    const post = createPost(call, { ...(isModern ? headers2026(call) : {}), accept });
    const response = await endpoint(post);
    const { answers } = readAnswers(await response.text(), response.headers.get("content-type"));
    const { id, result } = answers[0] as Answer & { result?: { structuredContent?: Message } };
    return answers.length === 1 && id === 1 && result?.structuredContent?.txid === asked;
  };
  const right = await Promise.all(Array.from({ length: count }, (_, index) => isRight(index + 1)));
  expect(right.filter((one) => !one)).toEqual([]);
  expect(most).toBeGreaterThan(100);
});
