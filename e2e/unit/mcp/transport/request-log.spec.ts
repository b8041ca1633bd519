// The log line and the span of a request: what they tell the operator, and that they have no text of the client.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { createMemoryLimiter } from "../../../../lib/http/rate-limit.ts";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import type { GuardOptions } from "../../../../lib/mcp/transport/guard.ts";
import type { RequestLine } from "../../../../lib/mcp/transport/request-log.ts";
import type { Network } from "../../../../lib/protocol/network.ts";
import {
  call2025,
  call2026,
  createEndpoint,
  createPost,
  createRequest,
  headers2026,
  inBothEras,
  modern,
} from "../endpoint.ts";
import { createFakeNetwork, failedNetwork, status } from "../fake-network.ts";

const toolNames = new Set(tools.map((tool) => tool.name));

async function log(request: Request, network?: Network, changes: Partial<GuardOptions> = {}) {
  const lines: RequestLine[] = [];
  const logRequest = (line: RequestLine) => lines.push(line);
  const response = await createEndpoint(network, { toolNames, logRequest, ...changes })(request);
  const text = await response.text();
  await expect.poll(() => lines.length).toBe(1);
  return { line: lines[0] as RequestLine, text };
}

const call = (name: string, args: object = {}) =>
  ["tools/call", { name, arguments: args }] as const;

test("a line has exactly these members", async () => {
  const { line } = await log(createPost(call2025(...call("list_pools"))));
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    method: "tools/call",
    tool: "list_pools",
    messages: 1,
    era: "2025",
    outcome: "ok",
    status: 200,
    ms: expect.any(Number),
    upstream_calls: 0,
  });
  expect(Number.isInteger(line.ms)).toBe(true);
});

for (const [era, body, headers] of inBothEras(...call("get_network_status"))) {
  test(`the outcomes of a tool in ${era}`, async () => {
    const expected = {
      method: "tools/call",
      tool: "get_network_status",
      era: era.slice(0, 4),
      status: 200,
    };
    expect((await log(createPost(body, headers))).line).toMatchObject({
      ...expected,
      outcome: "ok",
    });
    const failed = await log(createPost(body, headers), failedNetwork);
    expect(failed.line).toMatchObject({ ...expected, outcome: "tool_error" });
    const broken = createFakeNetwork({ getStatus: () => Promise.reject(new Error("canary")) });
    expect((await log(createPost(body, headers), broken)).line).toMatchObject({
      ...expected,
      outcome: "fault",
    });
  });
}

const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
const discover = call2026("server/discover");
const rows: [name: string, request: () => Request, line: Partial<RequestLine>][] = [
  [
    "a preflight",
    () => createRequest("OPTIONS"),
    { method: null, messages: 0, era: null, outcome: "ok", status: 204 },
  ],
  ["GET", () => createRequest("GET"), { method: null, outcome: "refused", status: 405 }],
  [
    "a foreign host",
    () => createPost(notification, { host: "evil.example" }),
    { outcome: "refused", status: 403 },
  ],
  [
    "no JSON",
    () => createPost("{"),
    { method: null, messages: 0, outcome: "refused", status: 400 },
  ],
  [
    "no message",
    () => createPost({ a: 1 }),
    { method: null, messages: 1, outcome: "refused", status: 400 },
  ],
  [
    "a notification",
    () => createPost(notification),
    { method: "notifications/initialized", outcome: "ok", status: 202 },
  ],
  [
    "discover",
    () => createPost(discover, headers2026(discover)),
    { method: "server/discover", era: "2026", outcome: "ok" },
  ],
  [
    "an unknown method",
    () => createPost(call2025("canary/x")),
    { method: "other", outcome: "refused", status: 200 },
  ],
  [
    "an unknown tool",
    () => createPost(call2025(...call("canary"))),
    { tool: "other", outcome: "refused", status: 200 },
  ],
  [
    "a property's name",
    () => createPost(call2025(...call("toString"))),
    { tool: "other", outcome: "refused" },
  ],
  [
    "an unknown version",
    () => createPost(notification, { "mcp-protocol-version": "canary" }),
    { era: null },
  ],
  [
    "only a header",
    () => createPost("{", { "mcp-protocol-version": modern }),
    { era: "2026", outcome: "refused" },
  ],
  [
    "a batch with one bad call",
    () =>
      createPost([call2025("ping", undefined, 1), call2025(...call("canary"), 2), notification]),
    { method: "batch", tool: null, messages: 3, outcome: "refused", status: 200 },
  ],
];
for (const [name, request, expected] of rows) {
  test(`${name}: ${JSON.stringify(expected)}`, async () => {
    expect((await log(request())).line).toMatchObject(expected);
  });
}

test("a message over the limit is logged as refused, with its method", async () => {
  const rateLimit = { limiter: createMemoryLimiter(1, () => 1), toClient: () => "canary" };
  const request = () => createPost(call2025(...call("list_pools")));
  await log(request(), undefined, { rateLimit });
  const { line } = await log(request(), undefined, { rateLimit });
  expect(line).toMatchObject({
    method: "tools/call",
    tool: "list_pools",
    outcome: "refused",
    status: 429,
  });
});

test("a stream is logged when it ends, with its outcome", async () => {
  const streamed = (last: string) => ({
    progressTools: toolNames,
    handle: async () =>
      new Response(`event: message\ndata: ${last}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      }),
  });
  const params = { name: "list_pools", arguments: {}, _meta: { progressToken: "canary" } };
  const request = () => createPost(call2025("tools/call", params));
  const fault = '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"canary"}}';
  expect((await log(request(), undefined, streamed(fault))).line).toMatchObject({
    outcome: "fault",
    status: 200,
  });
  const result = '{"jsonrpc":"2.0","id":1,"result":{"isError":true}}';
  const { line, text } = await log(request(), undefined, streamed(result));
  expect(line).toMatchObject({ outcome: "tool_error", tool: "list_pools" });
  expect(text).toContain(result);
  const progress =
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"canary","progress":1}}';
  expect((await log(request(), undefined, streamed(progress))).line).toMatchObject({
    outcome: "refused",
    status: 499,
  });
});

test("upstream calls count for the request that makes them", async () => {
  const upstream = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const reading = (count: number) =>
    createFakeNetwork({
      getStatus: async () => {
        await Promise.all(Array.from({ length: count }, async () => (await fetch(url)).text()));
        return status;
      },
    });
  try {
    const request = () => createPost(call2025(...call("get_network_status")));
    const [three, none, one] = await Promise.all(
      [3, 0, 1].map((count) => log(request(), reading(count))),
    );
    expect([three, none, one].map((logged) => logged?.line.upstream_calls)).toEqual([3, 0, 1]);
  } finally {
    upstream.closeAllConnections();
    upstream.close();
  }
});

test("no text of a request appears in its line", async () => {
  const canary = "canary7f3a";
  const headers = {
    "user-agent": canary,
    cookie: canary,
    origin: `https://${canary}.example`,
    referer: `https://${canary}.example/`,
    "x-forwarded-for": canary,
    "mcp-session-id": canary,
    "mcp-protocol-version": canary,
    "mcp-method": canary,
    "mcp-name": canary,
    traceparent: canary,
  };
  const full = (method: string) => ({
    jsonrpc: "2.0",
    id: canary,
    method,
    [canary]: canary,
    params: {
      name: canary,
      uri: canary,
      arguments: { [canary]: canary },
      _meta: { [canary]: canary, progressToken: canary },
    },
  });
  const named = {
    ...full("tools/call"),
    params: { name: "get_swap_status", arguments: { txid: canary } },
  };
  const bodies: unknown[] = [
    ...["tools/call", "resources/read", "prompts/get", "initialize", canary].map(full),
    named,
    [full("ping"), full(canary)],
    { ...full("ping"), jsonrpc: canary },
    canary,
    JSON.stringify(canary),
  ];
  for (const body of bodies) {
    for (const changes of [{}, { "mcp-protocol-version": null }, { "content-type": canary }]) {
      const { line } = await log(createPost(body, { ...headers, ...changes }));
      expect(JSON.stringify(line)).not.toContain(canary);
    }
  }
});

test("a failing log changes no response", async () => {
  const logRequest = () => {
    throw new Error("full disk");
  };
  const response = await createEndpoint(undefined, { toolNames, logRequest })(
    createPost(call2025("ping")),
  );
  expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});
