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
import { createNetworkOf, createSilentWorld } from "./run-tool.ts";

const toolNames = new Set(tools.map((tool) => tool.name));

async function log(request: Request, network?: Network, changes: Partial<GuardOptions> = {}) {
  const lines: RequestLine[] = [];
  const logRequest = (line: RequestLine) => lines.push(line);
  const response = await createEndpoint(network, { toolNames, logRequest, ...changes })(request);
  const text = await response.text();
  await expect.poll(() => lines.length, { intervals: [0, 10] }).toBe(1);
  return { line: lines[0] as RequestLine, text };
}

const call = (name: string) => call2025("tools/call", { name, arguments: {} });
const pools = call("list_pools");

test("a line has exactly these members", async () => {
  const { time, ms, ...rest } = (await log(createPost(pools))).line;
  expect([Date.parse(time) > 0, Number.isInteger(ms)]).toEqual([true, true]);
  const target = { method: "tools/call", tool: "list_pools", messages: 1, era: "2025" };
  expect(rest).toEqual({ ...target, outcome: "ok", status: 200, upstream_calls: 0 });
});

const pools2026 = call2026("tools/call", { name: "list_pools" });
const postPools = () => createPost(pools2026, headers2026(pools2026));
const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
const notify = (version: string) => createPost(notification, { "mcp-protocol-version": version });
const batch = [call2025("ping"), { ...call("canary"), id: 2 }, notification];
const broken = createNetworkOf(() => Promise.reject(new Error("canary")));
const rows: readonly (readonly [line: string, what: string, () => Request, Network?])[] = [
  ["null null 0 null ok 204", "a preflight", () => createRequest("OPTIONS")],
  ["null null 0 null refused 405", "GET", () => createRequest("GET")],
  ["null null 0 null refused 400", "no JSON", () => createPost("{")],
  ["null null 1 2025 refused 400", "no message", () => createPost({ a: 1 })],
  [
    "null null 0 2026 refused 400",
    "only a header",
    () => createPost("{", { "mcp-protocol-version": modern }),
  ],
  ["notifications/initialized null 1 null ok 202", "an unknown version", () => notify("canary")],
  ["notifications/initialized null 1 2025 ok 202", "a known one", () => notify(" 2025-06-18 ")],
  ["tools/call other 1 2025 refused 200", "an unknown tool", () => createPost(call("canary"))],
  ["batch null 3 2025 refused 200", "a batch with one bad call", () => createPost(batch)],
  ["tools/call list_pools 1 2026 ok 200", "a tool", postPools],
  [
    "tools/call list_pools 1 2026 tool_error 200",
    "a reading that failed",
    postPools,
    createSilentWorld().network,
  ],
  ["tools/call list_pools 1 2026 fault 200", "a fault of ours", postPools, broken],
];
for (const [expected, what, request, network] of rows)
  test(`${what}: ${expected}`, async () => {
    const { method, tool, messages, era, outcome, status } = (await log(request(), network)).line;
    expect(`${method} ${tool} ${messages} ${era} ${outcome} ${status}`).toBe(expected);
  });

test("methods of the protocol are named, others are not", async () => {
  const known =
    "initialize ping prompts/get tools/list resources/read skills/list skills/get completion/complete logging/setLevel";
  for (const method of [...known.split(" "), "canary/x"]) {
    const { line } = await log(createPost(call2025(method)));
    expect(line.method).toBe(method === "canary/x" ? "other" : method);
  }
});

for (const [what, last, expected] of [
  ["an error", '{"id":1,"result":{"isError":true}}', { outcome: "tool_error", status: 200 }],
  ["no answer", '{"method":"notifications/progress"}', { outcome: "refused", status: 499 }],
] as const)
  test(`a stream that ends with ${what} is logged when it ends`, async () => {
    const stream = { headers: { "content-type": "text/event-stream" } };
    const params = { name: "list_pools", arguments: {}, _meta: { progressToken: "canary" } };
    const { line, text } = await log(createPost(call2025("tools/call", params)), undefined, {
      progressTools: toolNames,
      handle: async () => new Response(`data: ${last}\n\n`, stream),
    });
    expect(line).toMatchObject({ tool: "list_pools", ...expected });
    expect(text).toContain(last);
  });

test("upstream calls count for the request that makes them", async () => {
  const upstream = createServer((_, response) => response.end("{}"));
  const url = await listen(upstream);
  const logged = [3, 0, 1].map((count) => {
    const network = createNetworkOf(async () => {
      await Promise.all(Array.from({ length: count }, async () => (await fetch(url)).text()));
      throw new Error("read");
    });
    return log(createPost(pools), network);
  });
  const counts = (await Promise.all(logged)).map(({ line }) => line.upstream_calls);
  await close(upstream);
  expect(counts).toEqual([3, 0, 1]);
});

test("no text of a request appears in its line", async () => {
  const canary = "canary7f3a";
  const names =
    "user-agent cookie x-forwarded-for mcp-session-id mcp-method mcp-name origin referer mcp-protocol-version";
  const headers = Object.fromEntries(names.split(" ").map((name) => [name, canary]));
  const own = { [canary]: canary };
  const params = { name: canary, uri: canary, arguments: own, _meta: own };
  const full = (method: string) => ({ jsonrpc: "2.0", id: canary, method, params, ...own });
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
  const response = await createEndpoint(undefined, { logRequest })(createPost(call2025("ping")));
  expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});
