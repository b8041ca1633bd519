// What a request to /mcp may be, row by row: host, method, body, batch, version, message, and the form of the answer.
import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
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
  meta,
  modern,
} from "./endpoint.ts";
import { createSilentWorld } from "./run-tool.ts";

const endpoint = createEndpoint();
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

type Expected = readonly [status: number, code: number | null, id?: unknown];
/** Code null: a result, or nothing. */
function holdAnswer(
  { status, body }: Awaited<ReturnType<typeof send>>,
  [wanted, code, id]: Expected,
) {
  expect([status, body?.error?.code ?? null]).toEqual([wanted, code]);
  if (code !== null) expect([body.jsonrpc, body.id]).toEqual(["2.0", id ?? null]);
}

const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const deepCall = (depth: number) =>
  `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"a":${nest(depth - 3)}}}}`;
const filled = (bytes: number) => JSON.stringify(list).padEnd(bytes, " ");
const type = (value: string | null) => ({ "content-type": value });
const message = (more: object) => ({ jsonrpc: "2.0", id: 9, method: "tools/list", ...more });
const bodies: readonly (readonly [what: string, body: unknown, headers: Headers, ...Expected])[] = [
  ["no Content-Type", list, type(null), 415, -32000],
  ["text/plain", list, type("text/plain;charset=UTF-8"), 415, -32000],
  ["application/json-seq", list, type("application/json-seq"), 415, -32000],
  ["JSON with parameters", list, type("Application/JSON ; charset=utf-8"), 200, null],
  ["gzip", list, { "content-encoding": "gzip" }, 415, -32000],
  ["two encodings", list, { "content-encoding": "br, identity" }, 415, -32000],
  ["identity", list, { "content-encoding": "identity" }, 200, null],
  ["65,536 bytes", filled(65_536), {}, 200, null],
  ["65,537 bytes", filled(65_537), {}, 413, -32000],
  ["a claimed length at the cap", list, { "content-length": "65536" }, 200, null],
  ["a claimed length over the cap", list, { "content-length": "65537" }, 413, -32000],
  ["a false short length", filled(70_000), { "content-length": "10" }, 413, -32000],
  ["empty", "", {}, 400, -32700],
  ["malformed JSON", '{"jsonrpc":', {}, 400, -32700],
  ["invalid UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22]), {}, 400, -32700],
  ["depth 32", deepCall(32), {}, 200, null],
  ["depth 33", deepCall(33), {}, 400, -32600, 3],
  ["depth 20,000", nest(20_000), {}, 400, -32600],
  ["null", "null", {}, 400, -32600],
  ["a number", "5", {}, 400, -32600],
  ["a string", '"tools/list"', {}, 400, -32600],
  ["no jsonrpc", { id: 9, method: "tools/list" }, {}, 400, -32600, 9],
  ["jsonrpc 1.0", message({ jsonrpc: "1.0" }), {}, 400, -32600, 9],
  ["no method", { jsonrpc: "2.0", id: 9 }, {}, 400, -32600, 9],
  ["a null id", message({ id: null }), {}, 400, -32600],
  ["a fractional id", message({ id: 1.5 }), {}, 400, -32600],
  ["params that are no object", message({ params: [1] }), {}, 400, -32600, 9],
  [
    "a hidden __proto__",
    '{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"a":[{"__proto__":1}]}}',
    {},
    400,
    -32600,
    9,
  ],
  ["a result that is no object", { jsonrpc: "2.0", id: 9, result: 1 }, {}, 400, -32600, 9],
  ["a result and an error", { jsonrpc: "2.0", id: 9, result: {}, error: {} }, {}, 400, -32600, 9],
  ["a result without an id", { jsonrpc: "2.0", result: {} }, {}, 400, -32600],
];
for (const [what, body, headers, ...expected] of bodies)
  for (const version of [null, "2025-06-18"])
    test(`body: ${what} → ${expected} (${version ?? "no version"})`, async () => {
      const answer = await send(createPost(body, { "mcp-protocol-version": version, ...headers }));
      holdAnswer(answer, expected);
      if (expected[1] === null) expect(answer.body.result?.tools).toHaveLength(tools.length);
    });

test("a chunked body is counted while it is read, and reading stops at the limit", async () => {
  let sent = 0;
  let isCancelled = false;
  const long = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1000;
      controller.enqueue(new Uint8Array(1000).fill(0x20));
      if (sent >= 500_000) controller.close();
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  holdAnswer(await send(createPost(long)), [413, -32000]);
  expect([isCancelled, sent < 80_000]).toEqual([true, true]);
});

const bad = { host: "evil.example", "content-type": "text/plain", "content-length": "99999" };
for (const [headers, status] of [
  [bad, 403],
  [{ ...bad, host: "localhost" }, 415],
  [{ "content-length": "99999" }, 413],
] as const)
  test(`of several faults ${status} is told first`, async () =>
    expect((await send(createPost("{", headers))).status).toBe(status));

const note = { jsonrpc: "2.0", method: "notifications/whatever" };
const pings = (count: number) =>
  Array.from({ length: count }, (_, index) => call2025("ping", undefined, index));
const initialize = (protocolVersion: string) =>
  call2025("initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  });
const refusedBatches: readonly (readonly [what: string, unknown[], version: string | null])[] = [
  ["empty", [], null],
  ["empty", [], "2025-03-26"],
  ["of one", pings(1), "2025-06-18"],
  ["of one", pings(1), "2025-11-25"],
  ["of one", pings(1), modern],
  ["of nine", pings(9), null],
  ["with initialize", [initialize("2025-03-26"), note], null],
  ["with a broken message", [list, { id: 2 }], null],
  ["with equal ids", [list, list], null],
  ["with a 2026 message", [call2026("tools/list")], null],
];
for (const [what, body, version] of refusedBatches)
  test(`a batch ${what} is refused as a whole, ${version ?? "no version"}`, async () =>
    holdAnswer(await send(createPost(body, { "mcp-protocol-version": version })), [400, -32600]));

for (const version of [null, "2025-03-26"])
  test(`one to eight messages are answered in order, ${version ?? "no version"}`, async () => {
    const headers = { "mcp-protocol-version": version };
    const slow = call2025("tools/call", { name: "list_pools" }, "slow");
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } };
    const idsOf = async (body: unknown[]) => {
      const { status, text } = await send(createPost(body, headers));
      const bodies: Body[] = JSON.parse(text);
      return [status, ...bodies.map(({ id, error }) => error?.code ?? id)];
    };
    const eight = [slow, ...pings(6), call2025("no/such", undefined, 99)];
    expect(await idsOf(eight)).toEqual([200, "slow", 0, 1, 2, 3, 4, 5, -32601]);
    expect(await idsOf(pings(1))).toEqual([200, 0]);
    // A cancellation beside its request does not keep the answer back.
    expect(await idsOf([call2025("tools/call", { name: "list_pools" }, 9), cancel])).toEqual([
      200, 9,
    ]);
    expect(await send(createPost([note, note], headers))).toMatchObject({ status: 202, text: "" });
  });

for (const version of [null, "2025-03-26", "2025-11-25", modern])
  test(`notifications have no answer (${version ?? "no version"})`, async () => {
    for (const name of ["initialized", "cancelled", "no-such"]) {
      const body = { jsonrpc: "2.0", method: `notifications/${name}` };
      const answer = await send(createPost(body, { "mcp-protocol-version": version }));
      expect(answer).toMatchObject({ status: 202, text: "" });
    }
  });

for (const answer of [{ result: {} }, { error: { code: 1, message: "x" } }])
  test(`a client's ${Object.keys(answer)} is taken in 2025 and invalid in 2026`, async () => {
    const body = { jsonrpc: "2.0", id: 4, ...answer };
    expect(await send(createPost(body))).toMatchObject({ status: 202, text: "" });
    const late = createPost(body, { "mcp-protocol-version": modern });
    holdAnswer(await send(late), [400, -32600]);
  });

const asked = (name: string, more: object = {}) => ["tools/call", { name, ...more }] as const;
const messages: readonly (readonly [what: string, method: string, params: object, ...Expected])[] =
  [
    ...[
      "no/such",
      "logging/setLevel",
      "resources/list",
      "prompts/list",
      "completion/complete",
      "subscriptions/listen",
    ].map((method) => ["a method not offered", method, {}, 404, -32601, 1] as const),
    ["an unknown tool", ...asked("no_such_tool", { arguments: {} }), 200, -32602, 1],
    ["a tool named like a property", ...asked("__proto__"), 200, -32602, 1],
    ["no name", "tools/call", { arguments: {} }, 200, -32602, 1],
    ["a name that is no text", "tools/call", { name: ["list_pools"] }, 200, -32602, 1],
    ["arguments that are a list", ...asked("list_pools", { arguments: [1] }), 200, -32602, 1],
    ["arguments that are text", ...asked("list_pools", { arguments: "x" }), 200, -32602, 1],
    ["a cursor", "tools/list", { cursor: "abc" }, 200, -32602, 1],
    ["an empty cursor", "tools/list", { cursor: "" }, 200, -32602, 1],
    ["a cursor that is no text", "tools/list", { cursor: 5 }, 200, -32602, 1],
    ["a tool", ...asked("list_pools"), 200, null],
  ];
for (const [what, method, params, status, ...rest] of messages)
  for (const [era, body, headers] of inBothEras(method, params))
    test(`message: ${what}, ${method} in ${era} → ${rest[0]}`, async () => {
      const answer = await send(createPost(body, headers));
      holdAnswer(answer, [status === 404 && era !== "2026" ? 200 : status, ...rest]);
      expect(answer.body.error?.message ?? "").not.toMatch(
        /[\n{]|invalid_type|no_such_tool|__proto__|disabled/,
      );
    });

test("a parameter of a wrong shape is named, and not what was sent", async () => {
  const { body } = await send(createPost(call2025("initialize", {})));
  expect(body.error?.code).toBe(-32602);
  expect(body.error?.message).toContain("protocolVersion, capabilities, clientInfo");
});

test("ping and initialize exist in 2025, server/discover in 2026", async () => {
  const pong = { jsonrpc: "2.0", id: 1, result: {} };
  expect((await send(createPost(call2025("ping")))).body).toEqual(pong);
  for (const method of ["ping", "initialize"]) {
    const call = call2026(method);
    holdAnswer(await send(createPost(call, headers2026(call))), [404, -32601, 1]);
  }
  holdAnswer(await send(createPost(call2025("server/discover"))), [200, -32601, 1]);
});

for (const [what, tool, input, code, to] of [
  ["arguments outside the schema", "list_pools", { limit: 0 }, "invalid_arguments", endpoint],
  ["a failed reading", "list_pools", {}, "upstream_unavailable", null],
] as const)
  for (const [era, body, headers] of inBothEras(...asked(tool, { arguments: input })))
    test(`${what} in ${era}: a tool error with its code`, async () => {
      const { status, body: answer } = await send(
        createPost(body, headers),
        to ?? createEndpoint(createSilentWorld().network),
      );
      expect([status, answer.result?.isError]).toEqual([200, true]);
      expect(answer.result?.structuredContent).toMatchObject({ error: { code } });
    });

for (const [era, body, headers] of inBothEras(
  ...asked("list_pools", { arguments: { fields: Array(64).fill("asset") } }),
))
  test(`65 elements in ${era} are refused before the tool runs`, async () => {
    const { result } = (await send(createPost(body, headers))).body;
    expect(result?.isError).toBe(true);
    expect(result).not.toHaveProperty("structuredContent");
  });

for (const [given, version] of [
  ["2025-03-26", "2025-03-26"],
  ["2025-06-18", "2025-06-18"],
  ["2025-11-25", "2025-11-25"],
  [modern, "2025-11-25"],
  ["2024-11-05", "2025-11-25"],
])
  test(`initialize with ${given} → ${version}`, async () => {
    const { body } = await send(createPost(initialize(given as string)));
    expect(body.result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: "signpost", version: "1.0.0" },
    });
    expect(Object.keys(body.result?.capabilities as object)).toEqual(["tools"]);
  });

const VERSION = "io.modelcontextprotocol/protocolVersion";
const header = (version: string | null) => ({
  "mcp-protocol-version": version,
  "mcp-method": "tools/list",
});
const withMeta = (version: string) =>
  call2025("tools/list", { _meta: { ...meta, [VERSION]: version } });
const ofMeta = (_meta: object) => call2025("tools/list", { _meta });
const named = (name: string) => call2026("tools/call", { name, arguments: {} });
const call = headers2026(named("list_pools"));
const base64 = `=?base64?${Buffer.from("list_pools").toString("base64")}?=`;
const versions: readonly (readonly [what: string, object, Headers, number, number | null])[] = [
  ["2025-03-26 in the header", list, header("2025-03-26"), 200, null],
  ["2025-11-25 in the header", list, header("2025-11-25"), 200, null],
  ["unknown header, no _meta", list, header("2023-01-01"), 400, -32000],
  ["2024-11-05 is not served", list, header("2024-11-05"), 400, -32000],
  ["unknown in header and _meta", withMeta("2027-01-01"), header("2027-01-01"), 400, -32022],
  ["modern header, no _meta", list, header(modern), 400, -32602],
  ["modern header, _meta without a version", ofMeta({}), header(modern), 400, -32602],
  ["no clientCapabilities", ofMeta({ [VERSION]: modern }), header(modern), 400, -32602],
  ["header differs from _meta", withMeta(modern), header("2025-11-25"), 400, -32020],
  ["and the other way", withMeta("2025-11-25"), header(modern), 400, -32020],
  ["modern _meta, no version header", withMeta(modern), header(null), 400, -32020],
  ["no Mcp-Method", withMeta(modern), { "mcp-protocol-version": modern }, 400, -32020],
  [
    "another Mcp-Method",
    withMeta(modern),
    { ...header(modern), "mcp-method": "TOOLS/LIST" },
    400,
    -32020,
  ],
  ["no Mcp-Name", named("list_pools"), { ...call, "mcp-name": null }, 400, -32020],
  ["another Mcp-Name", named("list_pools"), { ...call, "mcp-name": "other" }, 400, -32020],
  [
    "white space around it",
    named("list_pools"),
    { ...call, "mcp-name": " list_pools " },
    200,
    null,
  ],
  ["Mcp-Name in base64", named("list_pools"), { ...call, "mcp-name": base64 }, 200, null],
  ["another's base64", named("get_swap_quote"), { ...call, "mcp-name": base64 }, 400, -32020],
  ["all in order", withMeta(modern), header(modern), 200, null],
];
for (const [what, body, headers, ...expected] of versions)
  test(`version: ${what} → ${expected}`, async () =>
    holdAnswer(await send(createPost(body, headers)), [...expected, 1]));

test("what never changes may be cached, and an answer of a tool may not", async () => {
  const cached = { resultType: "complete", ttlMs: 300_000, cacheScope: "public" };
  const resultOf = async (method: string, params?: object) => {
    const asking = call2026(method, params);
    return (await send(createPost(asking, headers2026(asking)))).body.result;
  };
  const started = await send(createPost(initialize("2025-11-25")));
  const { instructions } = started.body.result ?? {};
  expect(await resultOf("server/discover")).toMatchObject({
    ...cached,
    supportedVersions: [modern],
    instructions,
    capabilities: { tools: { listChanged: false } },
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "signpost", version: "1.0.0" } },
  });
  expect(`${instructions}`.split(/\s+/).length).toBeLessThanOrEqual(150);
  expect(await resultOf("tools/list")).toMatchObject(cached);
  const called = await resultOf(...asked("list_pools"));
  expect(called).toMatchObject({ resultType: "complete" });
  expect(called).not.toHaveProperty("ttlMs");
});

const callers: readonly (readonly [status: number, host: string | null, origin: string | null])[] =
  [
    [200, "signpost.example", null],
    [200, "Signpost.Example.:443", "https://evil.example"],
    [200, "signpost.example", "null"],
    [200, "swap.signpost.example", "moz-extension://abc"],
    [200, "localhost:3000", null],
    [200, "localhost:3000", "http://localhost:5173"],
    [200, "127.0.0.1", "http://localhost"],
    [200, "[::1]:3000", "http://[::1]:3000"],
    [200, "192.168.7.7:3000", "http://192.168.7.7"],
    [200, "192.168.7.7", null],
    [403, null, null],
    [403, "", null],
    [403, "evil.example", "http://evil.example"],
    [403, "signpost.example.evil.example", null],
    [403, "signpost.example@evil.example", null],
    [403, "signpost.example/evil", null],
    [403, "signpost.example:port", null],
    [403, "signpost.example, evil.example", null],
    [403, "10.0.0.1", null],
    [403, "192.168.7.8", null],
    [403, "box.local", null],
    [403, "[fe80::1]", null],
    [403, "localhost", "null"],
    [403, "localhost", "http://evil.example"],
    [403, "localhost", "http://localhost.evil.example"],
    [403, "localhost", "http://localhost@evil.example"],
    [403, "localhost", "http://evil.example@localhost"],
    [403, "localhost", "http://localhost/path"],
    [403, "localhost", "vscode-webview://x"],
    [403, "localhost", "nonsense"],
    [403, "192.168.7.7", "http://signpost.example"],
  ];
for (const [status, host, origin] of callers)
  test(`Host ${JSON.stringify(host)}, Origin ${JSON.stringify(origin)} → ${status}`, async () => {
    const headers = { host, origin, "x-forwarded-host": "signpost.example" };
    holdAnswer(await send(createPost(list, headers)), [status, status === 403 ? -32000 : null]);
    const preflight = await send(createRequest("OPTIONS", { host, origin }));
    expect(preflight.status).toBe(status === 403 ? 403 : 204);
  });

for (const host of ["10.1.2.3", "172.16.0.1", "169.254.1.1", "box.local", "[fd00::1]"])
  test(`a local host ${host} that is served takes no foreign Origin`, async () => {
    const serve = createEndpoint(undefined, { hostnames: new Set([host]) });
    const statusOf = async (origin: string) =>
      (await send(createPost(list, { host, origin }), serve)).status;
    expect([await statusOf(`http://${host}`), await statusOf("http://evil.example")]).toEqual([
      200, 403,
    ]);
  });

test("OPTIONS is a preflight", async () => {
  const { text, headers } = await send(createRequest("OPTIONS", { origin: "https://a.example" }));
  expect([text, Object.fromEntries(headers)]).toMatchObject([
    "",
    {
      allow: "POST",
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers":
        "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID",
      "access-control-max-age": "86400",
    },
  ]);
});

for (const method of ["GET", "DELETE", "PUT", "PATCH", "HEAD"])
  test(`${method} is refused, and told the right method and address`, async () => {
    const { status, headers, body } = await send(createRequest(method, { accept: "*/*" }));
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
    if (method === "HEAD") return expect(body).toBeNull();
    expect([body.id, body.error?.code]).toEqual([null, -32000]);
    for (const path of ["/mcp", "/.well-known/mcp/server-card.json"])
      expect(body.error?.message).toContain(
        `https://signpost.example${path}.`.replace("/mcp.", "/mcp"),
      );
  });

for (const [accept, isStream] of [
  ["application/json, text/event-stream", false],
  ["*/*", false],
  [null, false],
  ["text/html", false],
  ["text/event-stream;q=0", false],
  ["text/event-stream; q=0.0", false],
  ["text/event-stream", true],
  ["Text/Event-Stream;q=0.5", true],
  ["text/event-stream, application/json;q=0", true],
] as const)
  for (const [era, body, headers] of inBothEras(...asked("list_pools", { _meta: {} })))
    test(`Accept ${accept} in ${era} gets ${isStream ? "one event" : "JSON"}`, async () => {
      const session = { "mcp-session-id": "abc", "last-event-id": "7" };
      const request = createPost(body, { ...headers, ...session, accept });
      if (!isStream)
        return expect((await send(request)).body.result?.structuredContent).toBeDefined();
      const response = await endpoint(request);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/event-stream",
        "cache-control": "no-store",
      });
      const [, data = ""] = /^event: message\ndata: (.*)\n\n$/.exec(await response.text()) ?? [];
      expect(JSON.parse(data).result.structuredContent).toBeDefined();
    });

const rpcError =
  (code: number, status: number, id: number | null = 1) =>
  async () =>
    Response.json({ jsonrpc: "2.0", id, error: { code, message: "secret" } }, { status });
const faulty: readonly (readonly [what: string, handle: () => Promise<Response>])[] = [
  ["a throw", () => Promise.reject(new Error("secret 10.1.2.3"))],
  ["a 500", rpcError(-32603, 500)],
  ["a 500 with a code of its own", rpcError(-32001, 500)],
  ["a -32603", rpcError(-32603, 200)],
  ["the SDK's catch-all", rpcError(-32700, 400, null)],
  ["nonsense", async () => new Response("secret")],
  [
    "an unfinished stream",
    async () =>
      new Response("event: message\n", { headers: { "content-type": "text/event-stream" } }),
  ],
];
for (const [what, handle] of faulty)
  test(`a fault of ours, ${what}, is -32603 with an id of the report and nothing else`, async () => {
    const ids: string[] = [];
    const broken = createEndpoint(undefined, { handle, reportFault: ({ id }) => ids.push(id) });
    const { status, body, text } = await send(createPost(list), broken);
    expect([status, body.error?.code, ids.length]).toEqual([200, -32603, 1]);
    expect(text).toContain(ids[0]);
    expect(text).not.toMatch(/secret|10\.1/);
    const failing = () => {
      throw new Error("full disk");
    };
    const silent = createEndpoint(undefined, { handle, reportFault: failing });
    expect((await send(createPost(list), silent)).body.error?.code).toBe(-32603);
  });
