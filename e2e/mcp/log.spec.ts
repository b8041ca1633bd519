// The log line of a request: what it tells the operator, and that it has no text of the client.
import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
import type { GuardOptions } from "../../lib/mcp/transport/guard.ts";
import type { RequestLine } from "../../lib/mcp/transport/request-log.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { close, listen } from "../support/loopback.ts";
import {
  call2025,
  call2026,
  createEndpoint,
  createPost,
  createRequest,
  headers2026,
  modern,
} from "./endpoint.ts";
import { createHealthyWorld, createNetworkOf, createSilentWorld } from "./run-tool.ts";

const toolNames = new Set(tools.map((tool) => tool.name));

async function log(request: Request, network?: Network, changes: Partial<GuardOptions> = {}) {
  const lines: RequestLine[] = [];
  const logRequest = (line: RequestLine) => lines.push(line);
  const response = await createEndpoint(network, { toolNames, logRequest, ...changes })(request);
  const text = await response.text();
  await expect.poll(() => lines.length).toBe(1);
  return { line: lines[0] as RequestLine, text };
}

const call = (name: string) => call2025("tools/call", { name, arguments: {} });
const pools = call("list_pools");

test("a line has exactly these members", async () => {
  const { line } = await log(createPost(pools));
  const { time, ms, ...rest } = line;
  expect([Date.parse(time) > 0, Number.isInteger(ms)]).toEqual([true, true]);
  const target = { method: "tools/call", tool: "list_pools", messages: 1, era: "2025" };
  expect(rest).toEqual({ ...target, outcome: "ok", status: 200, upstream_calls: 0 });
});

const broken = createNetworkOf(() => Promise.reject(new Error("canary")));
for (const [outcome, network] of [
  ["ok", createHealthyWorld().network],
  ["tool_error", createSilentWorld().network],
  ["fault", broken],
] as const)
  test(`a tool has the outcome ${outcome}`, async () => {
    const body = call2026("tools/call", { name: "list_pools" });
    const { line } = await log(createPost(body, headers2026(body)), network);
    expect(line).toMatchObject({ tool: "list_pools", era: "2026", status: 200, outcome });
  });

const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
const discover = call2026("server/discover");
const version = (text: string) => ({ "mcp-protocol-version": text });
const batch = [call2025("ping", undefined, 1), { ...call("canary"), id: 2 }, notification];
const refused = "refused";
type Row = readonly [what: string, () => Request, Partial<RequestLine>];
const named = (method: string): Row => [method, () => createPost(call2025(method)), { method }];
const rows: readonly Row[] = [
  [
    "a preflight",
    () => createRequest("OPTIONS"),
    { method: null, messages: 0, era: null, outcome: "ok", status: 204 },
  ],
  ["GET", () => createRequest("GET"), { method: null, outcome: refused, status: 405 }],
  ["no JSON", () => createPost("{"), { method: null, messages: 0, outcome: refused, status: 400 }],
  ["no message", () => createPost({ a: 1 }), { method: null, messages: 1, outcome: refused }],
  [
    "a notification",
    () => createPost(notification),
    { method: notification.method, outcome: "ok", status: 202 },
  ],
  ["discover", () => createPost(discover, headers2026(discover)), { era: "2026", outcome: "ok" }],
  [
    "an unknown method",
    () => createPost(call2025("canary/x")),
    { method: "other", tool: null, outcome: refused, status: 200 },
  ],
  ..."initialize ping prompts/get tools/list resources/read completion/complete"
    .split(" ")
    .map(named),
  ..."logging/setLevel subscriptions/listen notifications/progress".split(" ").map(named),
  ["an unknown tool", () => createPost(call("canary")), { tool: "other", outcome: refused }],
  ["an unknown version", () => createPost(notification, version("canary")), { era: null }],
  ["a known version", () => createPost(notification, version(" 2025-06-18 ")), { era: "2025" }],
  ["only a header", () => createPost("{", version(modern)), { era: "2026", outcome: refused }],
  [
    "a batch with one bad call",
    () => createPost(batch),
    { method: "batch", tool: null, messages: 3, outcome: refused, status: 200 },
  ],
];
for (const [what, request, expected] of rows)
  test(`${what}: ${JSON.stringify(expected)}`, async () =>
    expect((await log(request())).line).toMatchObject(expected));

for (const [what, last, expected] of [
  ["an error", '{"id":1,"result":{"isError":true}}', { outcome: "tool_error", status: 200 }],
  ["no answer", '{"method":"notifications/progress"}', { outcome: refused, status: 499 }],
] as const)
  test(`a stream that ends with ${what} is logged when it ends`, async () => {
    const stream = () =>
      new Response(`data: ${last}\n\n`, { headers: { "content-type": "text/event-stream" } });
    const params = { name: "list_pools", arguments: {}, _meta: { progressToken: "canary" } };
    const { line, text } = await log(createPost(call2025("tools/call", params)), undefined, {
      progressTools: toolNames,
      handle: async () => stream(),
    });
    expect(line).toMatchObject({ tool: "list_pools", ...expected });
    expect(text).toContain(last);
  });

test("upstream calls count for the request that makes them", async () => {
  const upstream = createServer((_, response) => response.end("{}"));
  const url = await listen(upstream);
  const reading = (count: number) =>
    createNetworkOf(async () => {
      await Promise.all(Array.from({ length: count }, async () => (await fetch(url)).text()));
      throw new Error("read");
    });
  try {
    const logged = await Promise.all(
      [3, 0, 1].map((count) => log(createPost(pools), reading(count))),
    );
    expect(logged.map(({ line }) => line.upstream_calls)).toEqual([3, 0, 1]);
  } finally {
    await close(upstream);
  }
});

test("no text of a request appears in its line", async () => {
  const canary = "canary7f3a";
  const names =
    "user-agent cookie x-forwarded-for mcp-session-id mcp-method mcp-name origin referer";
  const headers = {
    ...Object.fromEntries(names.split(" ").map((name) => [name, canary])),
    ...version(canary),
  };
  const full = (method: string) => ({
    jsonrpc: "2.0",
    id: canary,
    method,
    [canary]: canary,
    params: {
      ...{ name: canary, uri: canary, arguments: { [canary]: canary } },
      _meta: { [canary]: canary, progressToken: canary },
    },
  });
  const methods = ["tools/call", "resources/read", "prompts/get", "initialize", canary];
  for (const body of [...methods.map(full), [full("ping"), full(canary)], canary])
    for (const changes of [{}, { "mcp-protocol-version": null }, { "content-type": canary }]) {
      const { line } = await log(createPost(body, { ...headers, ...changes }));
      expect(JSON.stringify(line)).not.toContain(canary);
    }
});

test("a failing log changes no response", async () => {
  const logRequest = () => {
    throw new Error("full disk");
  };
  const endpoint = createEndpoint(undefined, { toolNames, logRequest });
  const response = await endpoint(createPost(call2025("ping")));
  expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});
