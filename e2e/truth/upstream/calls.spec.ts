// One call on a scripted transport: its fault by status, type and error, whose refusal it is, and callers who go away.
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { HEIGHT_HEADER } from "../../../lib/protocol/upstream/answer.ts";
import { UpstreamError } from "../../../lib/protocol/upstream/errors.ts";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import {
  broken,
  createNode,
  createScript,
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

const Anything = z.unknown();
const answered = (body: string, type: string, more: Record<string, string> = {}) =>
  new Response(body, { headers: { "content-type": type, ...more } });

const timeout = new DOMException("", "TimeoutError");
const deep = new Error("", {
  cause: new AggregateError([Object.assign(new Error(), { code: "ENOTFOUND" })]),
});
for (const [what, reply, fault, code] of [
  ["429", () => failed(429), "status 429"],
  ["502", () => failed(502), "status 502"],
  ["403 in HTML", () => new Response("<p>", { status: 403 }), "status 403"],
  ["HTML", () => answered("<p>", "text/html"), "content_type 200"],
  ["JSON in name only", () => answered("[]", "application/jsonp"), "content_type 200"],
  ["another type before it", () => answered("[]", "text/application/json"), "content_type 200"],
  ["no content type", () => new Response(new Uint8Array()), "content_type 200"],
  ["JSON with a suffix", () => answered("[]", "Application/vnd.a+JSON; q=1"), "none"],
  ["an empty body", () => answered("", "application/json"), "not_json 200"],
  [
    "no body",
    () => new Response(null, { headers: { "content-type": "application/json" } }),
    "not_json 200",
  ],
  ["an error with 200", () => json({ error: "no" }), "status 200"],
  ["a wrong shape", () => json([{ asset: "BTC.BTC" }]), "shape"],
  ["no connection", refused, "connect", "ECONNREFUSED"],
  ["an unknown host, far inside", () => broken("", deep), "connect", "ENOTFOUND"],
  [
    "a self-signed certificate",
    () => broken("SELF_SIGNED_CERT_IN_CHAIN"),
    "tls",
    "SELF_SIGNED_CERT_IN_CHAIN",
  ],
  ["an expired certificate", () => broken("CERT_HAS_EXPIRED"), "tls", "CERT_HAS_EXPIRED"],
  ["a failed handshake", () => broken("EPROTO"), "tls", "EPROTO"],
  [
    "headers that do not come",
    () => broken("UND_ERR_HEADERS_TIMEOUT"),
    "timeout",
    "UND_ERR_HEADERS_TIMEOUT",
  ],
  ["a fault that is named a timeout", () => Promise.reject(timeout), "timeout", "ETIMEDOUT"],
  ["a fault without a code", () => Promise.reject("gone"), "reset", null],
  ["a fault of another code", () => broken("NOT_EPROTO"), "reset", "NOT_EPROTO"],
] satisfies [string, Reply, string, (string | null)?][])
  test(`${what}: ${fault}`, async () => {
    const { node } = createScripted(createScript(reply));
    const error = await errorOf(node.get(POOLS, Pools));
    expect(await faultOf(Promise.reject(error ?? "none"))).toBe(
      fault === "none" ? "other: none" : fault,
    );
    if (code !== undefined) expect(error).toMatchObject({ code, path: POOLS });
  });

for (const [what, reply, fault] of [
  ["ignores its signal", never, "timeout"],
  [
    "announces more than the limit, and sends nothing",
    () =>
      new Response(new ReadableStream({ pull: () => new Promise<void>(() => {}) }), {
        headers: { "content-type": "application/json", "content-length": "4194305" },
      }),
    "too_large 200",
  ],
] as const)
  test(`an upstream that ${what}: ${fault}`, async () => {
    const { node } = createScripted(createScript(reply), { limits: { attemptMs: 100 } });
    expect(await faultOf(node.get(POOLS, Pools))).toBe(fault);
  });

for (const [what, status, body, refusal] of [
  ["older form", 400, { error: "swap too small" }, "swap too small"],
  ["newer form", 400, { code: 3, message: "bad from asset", details: [] }, "bad from asset"],
  ["both", 400, { code: 3, message: "other", error: "bad" }, "bad"],
  ["an error that is no text", 400, { error: 7 }, ""],
  ["node's 404", 404, { error: "fail to parse tx id" }, "fail to parse tx id"],
  ["node's 404 with a code", 404, { code: 5, message: "not found" }, "not found"],
  ["node's 500", 500, { code: 2, message: "fail to fetch" }, "fail to fetch"],
  ["gateway's 404", 404, { message: "not found" }, null],
  ["gateway's 401", 401, { message: "no key" }, null],
  ["gateway's 403", 403, { message: "forbidden" }, null],
  ["gateway's 429", 429, { message: "slow down" }, null],
  ["gateway's 503", 503, { message: "no upstream" }, null],
  ["gateway's 501", 501, { code: 12, message: "not implemented" }, null],
  ["no error form", 400, { reason: "?" }, null],
  ["a list", 400, ["error"], null],
  ["long text", 400, { error: `${"x".repeat(299)}😀tail` }, `${"x".repeat(299)}�`],
] as const)
  test(`whose refusal it is: ${what}`, async () => {
    const { node } = createScripted(createScript(() => json(body, { status })));
    const error = await errorOf(node.get(POOLS, Pools));
    expect(error).toMatchObject({ fault: "status", status, refusal });
  });

test("the height of the state that an answer is made from is read, or not known", async () => {
  for (const [text, height] of [
    ["25000000", 25_000_000],
    ["9".repeat(15), 999_999_999_999_999],
    ["0", null],
    ["-1", null],
    ["2.5e7", null],
    ["1".repeat(16), null],
    [null, null],
  ] as const) {
    const more = { ...(text !== null && { [HEIGHT_HEADER]: text }) };
    const { node } = createScripted(createScript(() => answered("[]", "application/json", more)));
    const answer = await node.get(POOLS, Anything);
    expect(answer.height, `${text}`).toBe(height);
    if (text === null) expect(answer.serverDateMs).toBeNull();
  }
});

test("a path that leaves the base URL is a mistake of ours, and no call", async () => {
  const transport = createScript(empty);
  const node = createNode("http://upstream.invalid/key", { transport });
  for (const path of ["thorchain/pools", "/../pools", "/x/../../pools", "/%2e%2e/pools"])
    await expect(node.get(path, Anything)).rejects.toThrow(TypeError);
  expect(transport.count()).toBe(0);
});

test("callers who go away do not open the breaker", async () => {
  const transport = createScript(never);
  const { node } = createScripted(transport, { limits: { breakerFailures: 2 } });
  for (let count = 1; count <= 5; count += 1) {
    const controller = new AbortController();
    const reading = node.get(POOLS, Pools, { signal: controller.signal });
    await expect.poll(() => transport.count()).toBe(count);
    controller.abort(new Error("went away"));
    await expect(reading).rejects.toThrow("went away");
  }
});

test("an error of an upstream names neither its host nor its words", () => {
  const error = new UpstreamError("status", "/p", { status: 400, refusal: "send to bc1" });
  expect(error.message).toBe("GET /p: status 400");
});
