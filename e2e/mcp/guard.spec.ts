// What a request to /mcp may be, row by row, and the form of its answer. Methods other than POST: http/mcp.spec.
import { expect, test } from "@playwright/test";
import { cellsBelow } from "../support/rows.ts";
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
const version = (text: string) => ({ "mcp-protocol-version": text });
const poolCall = call2026("tools/call", { name: "list_pools", arguments: {} });
const named = (name: string) => ({ ...headers2026(poolCall), "mcp-name": name });

type Sent = readonly [body: unknown, headers?: Headers];
const requests: Readonly<Record<string, readonly Sent[]>> = {
  "200": [
    [list, type("Application/JSON ; charset=utf-8")],
    [list, encoding("identity")],
    [padded(65_536)],
    [list, long("65536")],
    [nestedCall(32)],
  ],
  "202": [
    [notification],
    [[notification, notification]],
    [response],
    [{ jsonrpc: "2.0", id: 4, error: { code: 1, message: "x" } }],
  ],
  // Each is refused for the first fault, before the next one is looked for.
  "403 -32000": [["{", { host: "evil.example", ...type("text/plain"), ...long("99999") }]],
  "415 -32000": [
    ["{", { ...type("text/plain"), ...long("99999") }],
    [list, type(null)],
    [list, type("application/json-seq")],
    [list, encoding("gzip")],
    [list, encoding("br, identity")],
  ],
  "413 -32000": [
    ["{", long("65537")],
    [padded(65_537), long("10")],
  ],
  "400 -32700": [['{"jsonrpc":'], [new Uint8Array([0x22, 0xff, 0xfe, 0x22])]],
  "400 -32600 3": [[nestedCall(33)]],
  "400 -32600 9": [
    [message({ jsonrpc: "1.0" })],
    [message({ method: undefined })],
    [message({ params: [1] })],
    ['{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"a":[{"__proto__":1}]}}'],
    [{ jsonrpc: "2.0", id: 9, result: 1 }],
    [{ jsonrpc: "2.0", id: 9, result: {}, error: {} }],
    [message({ params: { _meta: { progressToken: 2 ** 53 } } })],
  ],
  "400 -32600": [
    [brackets(20_000)],
    ["null"],
    [message({ id: null })],
    [message({ id: 1.5 })],
    [{ jsonrpc: "2.0", result: {} }],
    [response, version(modern)],
    [[]],
    [pings(1), version("2025-06-18")],
    [pings(1), version(modern)],
    [pings(9)],
    [[initialize("2025-03-26"), notification]],
    [[list, { id: 2 }]],
    [[list, list]],
    [[call2026("tools/list")]],
  ],
  "400 -32602 1": [
    [list, { ...version(modern), "mcp-method": "tools/list" }],
    [call2025("tools/call", { name: "list_pools" }), named("list_pools")],
  ],
  "400 -32020 1": [[poolCall, named("other")]],
};
for (const [outcome, rows] of Object.entries(requests))
  for (const [body, headers = {}] of rows)
    test(`${outcome}: ${JSON.stringify(headers)} ${JSON.stringify(body).slice(0, 80)}`, async () => {
      const answer = await send(createPost(body, headers));
      expect(outcomeOf(answer)).toBe(outcome);
      if (outcome === "200") expect(answer.body).toHaveProperty("result");
      if (outcome === "202") expect(answer.text).toBe("");
    });

test("an id that no answer could repeat exactly is refused, and the last exact one is repeated", async () => {
  const ask = (id: string) => send(createPost(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`));
  for (const id of ["9007199254740992", "9007199254740993", "-9007199254740993", "1e300"]) {
    const { text, ...answer } = await ask(id);
    expect(outcomeOf({ ...answer }), id).toBe("400 -32600");
    expect(text).toContain("a whole number below 2^53");
  }
  for (const id of ["9007199254740991", '"9007199254740993"'])
    expect((await ask(id)).text).toContain(`"id":${id}`);
});

test("a chunked body is counted while it is read, and reading stops at the limit", async () => {
  let sentBytes = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentBytes += 1000;
      controller.enqueue(new Uint8Array(1000).fill(0x20));
      if (sentBytes >= 500_000) controller.close();
    },
    cancel() {
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
  const { id: _, ...cancel } = call2025("notifications/cancelled", { requestId: "slow" });
  expect(await idsOf([slow, cancel])).toEqual([200, "slow"]);
});

const messages: readonly (readonly [method: string, params: object])[] = [
  call("no_such_tool", { arguments: {} }),
  call("__proto__"),
  call(["list_pools"]),
  ["tools/list", { cursor: "" }],
  ..."no/such logging/setLevel resources/list completion/complete subscriptions/listen"
    .split(" ")
    .map((method) => [method, {}] as const),
];
for (const [method, params] of messages)
  for (const [era, body, headers] of inBothEras(method, params))
    test(`${method} ${JSON.stringify(params)} in ${era}: an error that repeats nothing`, async () => {
      const answer = await send(createPost(body, headers));
      const unoffered = `${era === "2026" ? 404 : 200} -32601 1`;
      expect(outcomeOf(answer)).toBe(method.startsWith("tools/") ? "200 -32602 1" : unoffered);
      expect(answer.body?.error?.message).not.toMatch(
        /[\n{]|invalid_type|no_such_tool|__proto__|disabled/,
      );
    });

test("a parameter of a wrong shape is named, and not what was sent", async () => {
  const { body } = await send(createPost(call2025("initialize", {})));
  const says = expect.stringContaining("protocolVersion, capabilities, clientInfo");
  expect(body?.error).toMatchObject({ code: -32602, message: says });
});

const many = call("list_pools", { arguments: { fields: Array(64).fill("asset") } });
for (const [era, body, headers] of inBothEras(...many))
  test(`65 elements in ${era} are refused before the tool runs`, async () => {
    const { result } = (await send(createPost(body, headers))).body ?? {};
    expect(result?.isError).toBe(true);
    expect(result).not.toHaveProperty("structuredContent");
  });

for (const [written, agreed] of [
  ["2025-03-26", "2025-03-26"],
  [modern, "2025-11-25"],
] as const)
  test(`initialize with ${written} agrees on ${agreed}`, async () => {
    const { body } = await send(createPost(initialize(written)));
    expect(body?.result).toMatchObject({
      protocolVersion: agreed,
      serverInfo: { name: "signpost", version: "1.0.0" },
    });
  });

const callers = cellsBelow(`
  200
    signpost.example
    signpost.example | null
    Signpost.Example.:443 | https://evil.example
    localhost:3000 | http://localhost:5173
    [::1]:3000 | http://[::1]:3000
    192.168.7.7 | http://localhost:5173
    ${local.map((host) => `${host}\n    ${host}:3000 | http://${host}`).join("\n    ")}
  403
    no host
    evil.example | http://evil.example
    signpost.example.evil.example
    signpost.example@evil.example
    signpost.example/evil
    evil.example, signpost.example
    192.168.7.8
    localhost | null
    localhost | http://evil.example
    localhost | http://localhost@evil.example
    localhost | http://evil.example@localhost
    localhost | http://localhost/path
    ${local.map((host) => `${host} | http://evil.example`).join("\n    ")}
`);
for (const [status, host = "", origin = null] of callers)
  test(`Host ${host}, Origin ${JSON.stringify(origin)}: ${status}`, async () => {
    const caller = { host: host === "no host" ? null : host, origin };
    const forwarded = { "x-forwarded-host": "signpost.example" };
    const answer = await send(createPost(list, { ...caller, ...forwarded }));
    expect(outcomeOf(answer)).toBe(status === "403" ? "403 -32000" : "200");
    const preflight = await send(createRequest("OPTIONS", caller));
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
    const ids: string[] = [];
    const broken = createEndpoint(undefined, {
      handle: async () => answer(),
      reportFault({ id }) {
        ids.push(id);
        throw new Error("full disk");
      },
    });
    const answered = await send(createPost(list), broken);
    expect(outcomeOf(answered)).toMatch(/^200 -32603( 1)?$/);
    expect(ids).toHaveLength(1);
    expect(answered.text).toContain(ids[0]);
    expect(answered.text).not.toMatch(/secret|10\.1/);
  });
