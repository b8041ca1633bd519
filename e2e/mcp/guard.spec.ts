// What a request to /mcp may be, row by row, and the form of its answer. Methods other than POST: http/mcp.spec.
import { expect, test } from "@playwright/test";
import {
  answerOf,
  type Body,
  call2025,
  call2026,
  createEndpoint,
  createPost,
  createRequest,
  type Headers,
  headers2026,
  inBothEras,
  initialize,
  meta,
  modern,
} from "./endpoint.ts";

const local = ["192.168.7.7", "10.1.2.3", "172.16.0.1", "169.254.1.1", "box.local", "[fd00::1]"];
const hostnames = new Set(["signpost.example", ...local]);
const endpoint = createEndpoint(undefined, { hostnames });
const list = call2025("tools/list");

/** Sends a request and checks what every answer must have: headers, no session, JSON or nothing. */
async function send(request: Request, to = endpoint) {
  const answer = await answerOf(await to(request));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers.has("mcp-session-id")).toBe(false);
  expect(answer.headers.get("content-type")).toBe(answer.text === "" ? null : "application/json");
  return answer;
}

/** The status, then the code of an error and its id: "400 -32600 9". */
function outcomeOf({ status, body }: { readonly status: number; readonly body: Body | null }) {
  if (!body?.error) return `${status}`;
  expect(body.jsonrpc).toBe("2.0");
  return `${status} ${body.error.code}${body.id === null ? "" : ` ${body.id}`}`;
}

const brackets = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const nestedCall = (depth: number) =>
  `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"a":${brackets(depth - 3)}}}}`;
const padded = (bytes: number) => JSON.stringify(list).padEnd(bytes, " ");
const type = (value: string | null) => ({ "content-type": value });
const encoding = (value: string) => ({ "content-encoding": value });
const long = (bytes: string) => ({ "content-length": bytes });
const message = (more: object) => ({ jsonrpc: "2.0", id: 9, method: "tools/list", ...more });
const notification = { jsonrpc: "2.0", method: "notifications/no-such" };
const response = { jsonrpc: "2.0", id: 4, result: {} };
const pings = (count: number) =>
  Array.from({ length: count }, (_, index) => call2025("ping", undefined, index));
const version = (text: string | null) => ({ "mcp-protocol-version": text });
const VERSION = "io.modelcontextprotocol/protocolVersion";
const listOf = (text: string | null) => ({ ...version(text), "mcp-method": "tools/list" });
const withMeta = (text: string) => call2025("tools/list", { _meta: { ...meta, [VERSION]: text } });
const poolCall = call2026("tools/call", { name: "list_pools", arguments: {} });
const named = (name: string) => ({ ...headers2026(poolCall), "mcp-name": name });
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

type Sent = readonly [body: unknown, headers?: Headers];
const requests: Readonly<Record<string, Readonly<Record<string, Sent>>>> = {
  "200": {
    "JSON with parameters": [list, type("Application/JSON ; charset=utf-8")],
    "the encoding identity": [list, encoding("identity")],
    "65,536 bytes": [padded(65_536)],
    "a claimed length at the cap": [list, long("65536")],
    "32 levels": [nestedCall(32)],
    "2025-03-26": [list, listOf("2025-03-26")],
    "2026 with matching headers": [withMeta(modern), listOf(modern)],
    "white space around a name": [poolCall, named(" list_pools ")],
    "a name in base64": [poolCall, named(base64("list_pools"))],
  },
  "202": {
    "a notification": [notification],
    "a notification of 2026": [notification, version(modern)],
    "notifications in a batch": [[notification, notification]],
    "a client's result": [response],
    "a client's error": [{ jsonrpc: "2.0", id: 4, error: { code: 1, message: "x" } }],
  },
  "403 -32000": {
    "a foreign host before all else": [
      "{",
      { host: "evil.example", ...type("text/plain"), ...long("99999") },
    ],
  },
  "415 -32000": {
    "no Content-Type": [list, type(null)],
    "text/plain before its size": ["{", { ...type("text/plain"), ...long("99999") }],
    "application/json-seq": [list, type("application/json-seq")],
    gzip: [list, encoding("gzip")],
    "two encodings": [list, encoding("br, identity")],
  },
  "413 -32000": {
    "65,537 bytes": [padded(65_537)],
    "a claimed length over the cap, before its JSON": ["{", long("65537")],
    "a false short length": [padded(70_000), long("10")],
  },
  "400 -32700": {
    "an empty body": [""],
    "malformed JSON": ['{"jsonrpc":'],
    "invalid UTF-8": [new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  },
  "400 -32600 3": { "33 levels": [nestedCall(33)] },
  "400 -32600 9": {
    "no jsonrpc": [{ id: 9, method: "tools/list" }],
    "jsonrpc 1.0": [message({ jsonrpc: "1.0" })],
    "no method": [{ jsonrpc: "2.0", id: 9 }],
    "params that are no object": [message({ params: [1] })],
    "a hidden __proto__": [
      '{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"a":[{"__proto__":1}]}}',
    ],
    "a result that is no object": [{ jsonrpc: "2.0", id: 9, result: 1 }],
    "a result and an error": [{ jsonrpc: "2.0", id: 9, result: {}, error: {} }],
  },
  "400 -32600": {
    "20,000 levels": [brackets(20_000)],
    null: ["null"],
    "a text": ['"tools/list"'],
    "a null id": [message({ id: null })],
    "a fractional id": [message({ id: 1.5 })],
    "a result without an id": [{ jsonrpc: "2.0", result: {} }],
    "a result in 2026": [response, version(modern)],
    "an empty batch": [[]],
    "a batch in 2025-06-18": [pings(1), version("2025-06-18")],
    "a batch in 2026": [pings(1), version(modern)],
    "a batch of nine": [pings(9)],
    "a batch with initialize": [[initialize("2025-03-26"), notification]],
    "a batch with a broken message": [[list, { id: 2 }]],
    "a batch with equal ids": [[list, list]],
    "a batch with a 2026 message": [[call2026("tools/list")]],
  },
  "400 -32000 1": {
    "an unknown version": [list, listOf("2023-01-01")],
  },
  "400 -32602 1": {
    "2026 without _meta": [list, listOf(modern)],
    "a call of a tool in 2026 without _meta": [
      call2025("tools/call", { name: "list_pools" }),
      named("list_pools"),
    ],
    "a call of a tool in 2026 with half of _meta": [
      call2025("tools/call", { name: "list_pools", _meta: { [VERSION]: modern } }),
      named("list_pools"),
    ],
  },
  "400 -32020 1": {
    "2025 in the header, 2026 in _meta": [withMeta(modern), listOf("2025-11-25")],
    "2026 in the header, 2025 in _meta": [withMeta("2025-11-25"), listOf(modern)],
    "2026 in _meta alone": [withMeta(modern), listOf(null)],
    "no Mcp-Method": [withMeta(modern), version(modern)],
    "another Mcp-Name": [poolCall, named("other")],
    "another name in base64": [poolCall, named(base64("get_swap_quote"))],
  },
  "200 -32601 1": { "discover in 2025": [call2025("server/discover")] },
  "404 -32601 1": {
    "ping in 2026": [call2026("ping"), headers2026(call2026("ping"))],
    "initialize in 2026": [call2026("initialize"), headers2026(call2026("initialize"))],
  },
};
for (const [outcome, rows] of Object.entries(requests))
  for (const [what, [body, headers]] of Object.entries(rows))
    test(`${what}: ${outcome}`, async () => {
      const answer = await send(createPost(body, headers));
      expect(outcomeOf(answer)).toBe(outcome);
      if (outcome === "200") expect(answer.body).toHaveProperty("result");
      if (outcome === "202") expect(answer.text).toBe("");
    });

test("a chunked body is counted while it is read, and reading stops at the limit", async () => {
  let sentBytes = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sentBytes += 1000;
      controller.enqueue(new Uint8Array(1000).fill(0x20));
      if (sentBytes >= 500_000) controller.close();
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  expect(outcomeOf(await send(createPost(endless)))).toBe("413 -32000");
  expect([isCancelled, sentBytes < 80_000]).toEqual([true, true]);
});

const call = (name: unknown, more: object = {}) => ["tools/call", { name, ...more }] as const;

test("one to eight messages are answered in order", async () => {
  const idsOf = async (body: unknown[]) => {
    const { status, text } = await send(createPost(body, version("2025-03-26")));
    const bodies: Body[] = JSON.parse(text);
    return [status, ...bodies.map(({ id, error }) => error?.code ?? id)];
  };
  const slow = call2025(...call("list_pools"), "slow");
  const eight = [slow, ...pings(6), call2025("no/such", undefined, 99)];
  expect(await idsOf(eight)).toEqual([200, "slow", 0, 1, 2, 3, 4, 5, -32601]);
  expect(await idsOf(pings(1))).toEqual([200, 0]);
  // A cancellation beside its request does not keep the answer back.
  const cancel = {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: "slow" },
  };
  expect(await idsOf([slow, cancel])).toEqual([200, "slow"]);
});

const unoffered =
  "no/such logging/setLevel resources/list prompts/list completion/complete subscriptions/listen";
const messages: readonly (readonly [what: string, method: string, params: object])[] = [
  ["an unknown tool", ...call("no_such_tool", { arguments: {} })],
  ["a tool named like a property", ...call("__proto__")],
  ["no name", "tools/call", { arguments: {} }],
  ["a name that is no text", ...call(["list_pools"])],
  ["arguments that are a list", ...call("list_pools", { arguments: [1] })],
  ["an empty cursor", "tools/list", { cursor: "" }],
  ["a cursor that is no text", "tools/list", { cursor: 5 }],
  ...unoffered.split(" ").map((method) => ["a method not offered", method, {}] as const),
];
for (const [what, method, params] of messages)
  for (const [era, body, headers] of inBothEras(method, params))
    test(`${what}, ${method} in ${era}: an error that repeats nothing`, async () => {
      const answer = await send(createPost(body, headers));
      const isOffered = !unoffered.includes(method);
      expect(outcomeOf(answer)).toBe(
        isOffered ? "200 -32602 1" : `${era === "2026" ? 404 : 200} -32601 1`,
      );
      expect(answer.body?.error?.message).not.toMatch(
        /[\n{]|invalid_type|no_such_tool|__proto__|disabled/,
      );
    });

test("a parameter of a wrong shape is named, and not what was sent", async () => {
  const { body } = await send(createPost(call2025("initialize", {})));
  expect(body?.error).toMatchObject({
    code: -32602,
    message: expect.stringContaining("protocolVersion, capabilities, clientInfo"),
  });
});

for (const [era, body, headers] of inBothEras(
  ...call("list_pools", { arguments: { fields: Array(64).fill("asset") } }),
))
  test(`65 elements in ${era} are refused before the tool runs`, async () => {
    const { result } = (await send(createPost(body, headers))).body ?? {};
    expect(result?.isError).toBe(true);
    expect(result).not.toHaveProperty("structuredContent");
  });

for (const [asked, answered] of [
  ["2025-03-26", "2025-03-26"],
  [modern, "2025-11-25"],
] as const)
  test(`initialize with ${asked} agrees on ${answered}`, async () => {
    const { body } = await send(createPost(initialize(asked)));
    const serverInfo = { name: "signpost", version: "1.0.0" };
    expect(body?.result).toMatchObject({ protocolVersion: answered, serverInfo });
  });

type Caller = readonly [host: string | null, origin: string | null];
const callers: Readonly<Record<200 | 403, readonly Caller[]>> = {
  200: [
    ["signpost.example", null],
    ["Signpost.Example.:443", "https://evil.example"],
    ["signpost.example", "null"],
    ["localhost:3000", "http://localhost:5173"],
    ["[::1]:3000", "http://[::1]:3000"],
    ...local.flatMap((host): Caller[] => [
      [host, null],
      [`${host}:3000`, `http://${host}`],
    ]),
  ],
  403: [
    [null, null],
    ["", null],
    ["evil.example", "http://evil.example"],
    ["signpost.example.evil.example", null],
    ["signpost.example@evil.example", null],
    ["signpost.example/evil", null],
    ["signpost.example:port", null],
    ["signpost.example, evil.example", null],
    ["192.168.7.8", null],
    ["localhost", "null"],
    ["localhost", "http://evil.example"],
    ["localhost", "http://localhost.evil.example"],
    ["localhost", "http://localhost@evil.example"],
    ["localhost", "http://evil.example@localhost"],
    ["localhost", "http://localhost/path"],
    ["localhost", "nonsense"],
    ...local.map((host): Caller => [host, "http://evil.example"]),
  ],
};
for (const [status, rows] of Object.entries(callers))
  for (const [host, origin] of rows)
    test(`Host ${JSON.stringify(host)}, Origin ${JSON.stringify(origin)}: ${status}`, async () => {
      const headers = { host, origin, "x-forwarded-host": "signpost.example" };
      const answer = await send(createPost(list, headers));
      expect(outcomeOf(answer)).toBe(status === "403" ? "403 -32000" : "200");
      const preflight = await send(createRequest("OPTIONS", { host, origin }));
      expect(preflight.status).toBe(status === "403" ? 403 : 204);
    });

for (const [accept, isStream] of [
  ["*/*", false],
  [null, false],
  ["text/event-stream; q=0.0", false],
  ["Text/Event-Stream;q=0.5", true],
  ["text/event-stream, application/json;q=0", true],
] as const)
  for (const [era, body, headers] of inBothEras(...call("list_pools", { _meta: {} })))
    test(`Accept ${accept} in ${era} gets ${isStream ? "one event" : "JSON"}`, async () => {
      const session = { "mcp-session-id": "abc", "last-event-id": "7" };
      const request = createPost(body, { ...headers, ...session, accept });
      if (!isStream)
        return expect((await send(request)).body?.result?.structuredContent).toBeDefined();
      const stream = await endpoint(request);
      expect(Object.fromEntries(stream.headers)).toMatchObject({
        "content-type": "text/event-stream",
        "cache-control": "no-store",
      });
      const [, data = ""] = /^event: message\ndata: (.*)\n\n$/.exec(await stream.text()) ?? [];
      expect(JSON.parse(data).result.structuredContent).toBeDefined();
    });

const rpcError = (code: number, status: number, id: number | null = 1) =>
  Response.json({ jsonrpc: "2.0", id, error: { code, message: "secret" } }, { status });
const unfinished = { headers: { "content-type": "text/event-stream" } };
const faults: Readonly<Record<string, () => Response>> = {
  "a throw": () => {
    throw new Error("secret 10.1.2.3");
  },
  "a 500 with a code of its own": () => rpcError(-32001, 500),
  "a -32603": () => rpcError(-32603, 200),
  "the SDK's catch-all": () => rpcError(-32700, 400, null),
  nonsense: () => new Response("secret"),
  "an unfinished stream": () => new Response("event: message\n", unfinished),
};
for (const [what, answer] of Object.entries(faults))
  test(`a fault of ours, ${what}, is -32603 with the report's id and nothing else`, async () => {
    const handle = async () => answer();
    const ids: string[] = [];
    const broken = createEndpoint(undefined, { handle, reportFault: ({ id }) => ids.push(id) });
    const answered = await send(createPost(list), broken);
    expect(outcomeOf(answered)).toMatch(/^200 -32603( 1)?$/);
    expect(ids).toHaveLength(1);
    expect(answered.text).toContain(ids[0]);
    expect(answered.text).not.toMatch(/secret|10\.1/);
    const reportFault = () => {
      throw new Error("full disk");
    };
    const silent = createEndpoint(undefined, { handle, reportFault });
    expect((await send(createPost(list), silent)).body?.error?.code).toBe(-32603);
  });
