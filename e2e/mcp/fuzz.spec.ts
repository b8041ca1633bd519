// For any message, the endpoint answers JSON-RPC with the right id, without a 5xx, a fault of ours or a thrown text.
// Damaged bodies and other headers: guard.spec, and http/route-fuzz.spec.
import { strict as assert } from "node:assert";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { anyCharacter } from "../support/any-text.ts";
import { countRuns } from "../support/runs.ts";
import { createSampleNetwork } from "../support/sample-network.ts";
import {
  answerOf,
  call2025,
  call2026,
  createEndpoint,
  createPost,
  headers2026,
} from "./endpoint.ts";

const uri = "https://signpost.example/guide.md";
const guide = { uri, name: "guide", title: "Guide", description: "A guide", read: () => "# G\n" };
const pair = { from: "BTC", to: "ETH", amount: "1" };
const txid = "0010".repeat(16);
/** What is served, so that mutations start from something valid. */
const calls: readonly (readonly [method: string, params?: object])[] = [
  ["tools/list"],
  ["resources/list"],
  ["server/discover"],
  ["subscriptions/listen", { notifications: { toolsListChanged: true } }],
  ["initialize", { protocolVersion: "2025-11-25", capabilities: {} }],
  ["resources/read", { uri }],
  ["prompts/get", { name: "compare_costs", arguments: pair }],
  ["tools/call", { name: "list_pools", arguments: { fields: ["trading"] } }],
  ["tools/call", { name: "get_swap_quote", arguments: pair }],
  ["tools/call", { name: "get_swap_status", arguments: { txid } }],
];
const memberNames =
  "jsonrpc id method params name arguments uri _meta cursor fields limit result error toString constructor __proto__";
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const odd: readonly unknown[] = [
  ...["", "\u0000", "\ud800", "\u202eevil", "__proto__", "A".repeat(5000), "=?base64?AA==?="],
  ...[0, -1, 1.5, 2 ** 53, 1e308, null, true, [], {}, Array(200).fill(1), nested(20), nested(60)],
];
const text = fc.string({ unit: anyCharacter, maxLength: 20 });
const json = fc.oneof(fc.constantFrom(...odd), text, fc.jsonValue({ maxDepth: 3 }));
const message = fc
  .tuple(fc.constantFrom(...calls), fc.integer(), fc.boolean())
  .map(([[method, params], id, isModern]): object =>
    isModern ? call2026(method, params, id) : call2025(method, params, id),
  );
const memberName = fc.oneof(fc.constantFrom(...memberNames.split(" ")), text);

/** With other members in the message, its params, its arguments or its `_meta`. `__proto__` becomes an own one. */
const mutated = fc
  .tuple(message, fc.array(fc.tuple(fc.nat(3), memberName, json), { maxLength: 3 }))
  .map(([original, changes]) => {
    const body = structuredClone(original);
    for (const [place, name, value] of changes) {
      const { params } = Object(body);
      const holder = [body, params, params?.arguments, params?._meta][place];
      const own = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(Object(holder) === holder ? holder : body, name, own);
    }
    return body;
  });
const bodies: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: mutated },
  { weight: 1, arbitrary: fc.array(mutated, { maxLength: 10 }) },
  // Valid batches of at most the maximum length. Only such batches reach the adapter.
  { weight: 1, arbitrary: fc.array(message, { minLength: 1, maxLength: 8 }) },
  { weight: 1, arbitrary: json },
);

/** With the headers that a body of the 2026 era requires, if it is one. */
function requestOf(body: unknown): Request {
  const { method, params } = Object(body);
  const isModern = typeof params?._meta === "object" && typeof method === "string";
  const headers = Object.entries(isModern ? headers2026({ method, params }) : {});
  const isPlain = ([, value]: [string, string | null]) => /^[\x21-\x7e]{1,200}$/.test(value ?? "");
  return createPost(JSON.stringify(body), Object.fromEntries(headers.filter(isPlain)));
}

const idOf = (sent: unknown): string | number | null => {
  const { id } = Object(sent);
  return typeof id === "string" || Number.isSafeInteger(id) ? id : null;
};
const leak =
  /node_modules|\/lib\/|\.tsx?:\d|\.m?js:\d|\bat (async )?[\w.<>]+ \(|file:\/\/|(Type|Range|Reference|Syntax)Error|\bZodError\b/;

test("any message is answered", { tag: "@long" }, async () => {
  const numRuns = countRuns(5_000, 200);
  test.setTimeout(120_000 + numRuns * 60);
  const faults: unknown[] = [];
  const outcomes = new Set<string>();
  const reportFault = (fault: unknown) => faults.push(fault);
  const offered = { networkName: "sample", documents: [guide], prompts } as const;
  const endpoint = createEndpoint(createSampleNetwork(), { reportFault }, offered);
  const property = fc.asyncProperty(bodies, async (sent) => {
    const { status, text: answer, body } = await answerOf(await endpoint(requestOf(sent)));
    assert([200, 202, 400, 404].includes(status), `status ${status}`);
    assert.doesNotMatch(answer, leak);
    assert.deepEqual(faults, []);
    if (status === 202) return assert.equal(answer, "");
    const ids = [sent].flat().map(idOf);
    // What is no request may be answered without an id.
    if (typeof Object(sent).method !== "string") ids.push(null);
    for (const { jsonrpc, id, error, result } of [body ?? []].flat()) {
      assert(jsonrpc === "2.0" && ids.includes(id), answer);
      assert.notEqual(error === undefined, result === undefined, answer);
      assert(error === undefined || Number.isInteger(error.code), answer);
      outcomes.add(result ? "result" : "error");
    }
  });
  await fc.assert(property, { numRuns });
  expect([...outcomes].sort()).toEqual(["error", "result"]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("parallel requests with the same id each get their own answer", async () => {
  const endpoint = createEndpoint();
  const chains = Array.from({ length: 40 }, (_, index) => (index % 3 ? "BTC" : "ETH"));
  const answered = chains.map(async (chain, index) => {
    const params = { name: "get_network_status", arguments: { chain } };
    const call = index % 2 ? call2026("tools/call", params) : call2025("tools/call", params);
    const { text: answer } = await answerOf(await endpoint(requestOf(call)));
    return /"chain":"(\w+)"/.exec(answer)?.[1];
  });
  expect(await Promise.all(answered)).toEqual(chains);
});
