// The MCP endpoint over a real socket: with the official client, and with plain requests.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { config, loopbackHosts } from "../../lib/config.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { VERSION } from "../../lib/version.ts";
import { call2025, call2026, headers2026, inBothEras, modern } from "../mcp/endpoint.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { isDirect, untilAllowed } from "../support/forms.ts";

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const start = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "e2e", version: "1.0.0" },
  },
});

for (const [method, accept] of [
  ["GET", "*/*"],
  ["GET", "text/event-stream"],
  ["HEAD", "*/*"],
  ["PUT", "*/*"],
  ["DELETE", "*/*"],
] as const)
  test(`${method} with Accept ${accept} is 405 with a hint`, async ({ baseURL }) => {
    const { status, headers, text } = await ask(`${baseURL}/mcp`, { method, headers: { accept } });
    expect([status, headers.allow]).toEqual([405, "POST"]);
    if (method === "HEAD") return;
    const { error } = JSON.parse(text);
    expect(error.code).toBe(-32000);
    expect(JSON.stringify(error)).toMatch(/POST.*JSON-RPC/);
    if (method === "GET") expect(text).toContain(`${baseURL}/.well-known/mcp/server-card.json`);
  });

for (const [client, headers] of Object.entries({
  "takes both types": json,
  "takes JSON alone": { ...json, accept: "application/json" },
  "takes any type": { ...json, accept: "*/*" },
  "has no Accept": { "content-type": json["content-type"] },
  "names a charset": { ...json, "content-type": "application/json; charset=utf-8" },
  "names its version early": { ...json, "mcp-protocol-version": "2025-11-25" },
  "has a foreign session": { ...json, "mcp-session-id": "e2e" },
}))
  test(`a client that ${client} is answered, without a session`, async ({ baseURL }) => {
    const answer = await ask(`${baseURL}/mcp`, { method: "POST", headers, body: start });
    expect([answer.status, JSON.parse(answer.text).result.protocolVersion]).toEqual([
      200,
      "2025-11-25",
    ]);
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers).not.toHaveProperty("mcp-session-id");
  });

type Refusal = readonly [name: string, body: string, headers: object, status: number, code: number];
const refusals: readonly Refusal[] = [
  ["no JSON", "{", {}, 400, -32700],
  ["no message", "{}", {}, 400, -32600],
  ["an empty batch", "[]", {}, 400, -32600],
  ["another media type", list, { "content-type": "text/plain" }, 415, -32000],
  ["an unknown version", list, { "mcp-protocol-version": "1999-01-01" }, 400, -32000],
  ...inBothEras("no/such").map(
    ([era, body, headers]): Refusal => [
      `an unknown method of ${era}`,
      JSON.stringify(body),
      headers,
      era === "2026" ? 404 : 200,
      -32601,
    ],
  ),
  ...inBothEras("tools/call", { name: "no_such_tool", arguments: {} }).map(
    ([era, body, headers]): Refusal => [
      `an unknown tool of ${era}`,
      JSON.stringify(body),
      headers,
      200,
      -32602,
    ],
  ),
];
for (const [name, body, headers, status, code] of refusals)
  test(`${name} is ${status} with ${code}`, async ({ baseURL }) => {
    const answer = await ask(`${baseURL}/mcp`, {
      method: "POST",
      headers: { ...json, ...headers },
      body,
    });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code]);
  });

test("a preflight allows POST with the headers of both eras", async ({ request }) => {
  const answer = await request.fetch("/mcp", { method: "OPTIONS" });
  const { "access-control-allow-methods": methods, "access-control-allow-headers": fields } =
    answer.headers();
  expect([answer.status(), methods]).toEqual([204, expect.stringContaining("POST")]);
  for (const name of ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"])
    expect(fields?.toLowerCase().split(/, */)).toContain(name);
});

test("a local endpoint serves no foreign page, a public one every page without credentials", async ({
  baseURL,
}) => {
  const call = (headers: object) =>
    ask(`${baseURL}/mcp`, { method: "POST", headers: { ...json, ...headers }, body: list });
  const foreign = await call({ origin: "https://foreign.example" });
  const isLocal = loopbackHosts.has(new URL(String(baseURL)).hostname);
  expect(foreign.status).toBe(isLocal ? 403 : 200);
  expect(foreign.headers).not.toHaveProperty("access-control-allow-credentials");
  if (isDirect) expect((await call({ host: "rebound.example" })).status).toBe(403);
});

test("the WebMCP script's query does not bypass the 405", async ({ request }) => {
  const response = await request.get("/mcp?webmcp-script");
  expect([response.status(), response.headers().allow]).toEqual([405, "POST"]);
});

test("a trailing slash keeps the body", async ({ request }) => {
  const data = { jsonrpc: "2.0", id: 5, method: "tools/list" };
  const response = await request.post("/mcp/", { data, maxRedirects: 0 });
  expect(response.status()).toBe(200);
  expect((await response.json()).id).toBe(5);
});

const patientFetch: typeof fetch = (...asked) =>
  untilAllowed(
    () => fetch(...asked),
    ({ status, headers }) => ({ status, retryAfter: headers.get("retry-after") ?? undefined }),
  );

for (const [mode, version] of [
  ["legacy", "2025-11-25"],
  [{ pin: "2026-07-28" }, "2026-07-28"],
] as const) {
  test(`the official client in ${version} calls a tool, hears its progress, and reads a guide and a prompt`, async ({
    request,
    baseURL,
  }) => {
    const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/mcp", baseURL), { fetch: patientFetch }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ version: VERSION });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      tools.map(({ name }) => name),
    );
    const reports: { progress: number; total?: number | undefined }[] = [];
    const call = { name: "get_swap_quote", arguments: { from: "BTC", to: "ETH", amount: "1" } };
    const answer = await client.callTool(call, { onprogress: (report) => reports.push(report) });
    expect(answer.structuredContent).toMatchObject({ network: config().network });
    expect(reports).toMatchObject([0, 1].map((progress) => ({ progress, total: 1 })));
    const { resources } = await client.listResources();
    for (const { uri, mimeType } of resources) {
      const published = await request.get(uri);
      expect([published.status(), published.headers()["content-type"]]).toEqual([
        200,
        `${mimeType}; charset=utf-8`,
      ]);
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: "text/markdown", text: await published.text() }]);
    }
    const { messages } = await client.getPrompt({
      name: "is_it_safe_to_send",
      arguments: { from: "btc" },
    });
    expect(JSON.stringify(messages)).toContain("get_inbound_addresses");
    await client.close();
  });
}

test("the server card names what the endpoint offers, in each version", async ({
  request,
  baseURL,
}) => {
  const card = await (await request.get("/.well-known/mcp/server-card.json")).json();
  const [{ url, supportedProtocolVersions: versions }] = card.remotes;
  expect([url, card.serverUrl, card.transport.endpoint]).toEqual(Array(3).fill(`${baseURL}/mcp`));
  expect(versions.filter((version: string) => version >= modern)).toEqual([modern]);
  const lists = new Set<string>();
  for (const version of versions) {
    const isModern = version === modern;
    const send = async (method: string, params?: object) => {
      const call = isModern ? call2026(method, params) : call2025(method, params);
      const era = isModern ? headers2026(call) : { "mcp-protocol-version": version };
      const headers = { ...json, ...(method !== "initialize" && era) } as Record<string, string>;
      return (await (await request.post(url, { data: call, headers })).json()).result;
    };
    const hello = isModern
      ? await send("server/discover")
      : await send("initialize", { ...JSON.parse(start).params, protocolVersion: version });
    expect(isModern ? hello.supportedVersions : [hello.protocolVersion]).toContain(version);
    expect(
      isModern ? hello._meta["io.modelcontextprotocol/serverInfo"] : hello.serverInfo,
    ).toMatchObject(card.serverInfo);
    expect(hello.capabilities).toEqual(card.capabilities);
    const { tools: served }: { tools: Served[] } = await send("tools/list");
    expect(served.map(({ name, description }) => ({ name, description }))).toEqual(card.tools);
    lists.add(JSON.stringify(served.map(({ name, inputSchema }) => [name, inputSchema])));
    for (const { annotations, inputSchema } of served) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
  }
  expect(lists.size).toBe(1);
});

interface Served {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: object;
}

test("documents and the script for pages name every tool, and no other", async ({ request }) => {
  const names = tools.map(({ name }) => name).sort();
  const verbs = names.map((name) => name.split("_")[0]);
  for (const path of ["/AGENTS.md", "/developers/mcp", "/webmcp.js"]) {
    const text = await (await request.get(path, { headers: { accept: "text/html" } })).text();
    const written = new Set(text.match(/\b[a-z]+(?:_[a-z]+)+\b/g));
    const named = [...written].filter((name) => verbs.includes(name.split("_")[0] ?? ""));
    expect(named.sort(), path).toEqual(names);
  }
  const home = await (await request.get("/", { headers: { accept: "text/html" } })).text();
  expect(home).toContain('"/webmcp.js"');
  expect(await (await request.get("/webmcp.js")).text()).toMatch(/modelContext[\s\S]*registerTool/);
});

test("a message to an address of the card is refused, and led to the endpoint", async ({
  request,
}) => {
  for (const path of [
    "/.well-known/mcp/server-card.json",
    "/mcp/server-card",
    "/.well-known/mcp.json",
  ]) {
    const answer = await request.post(path, { data: call2025("tools/list") });
    expect([answer.status(), answer.headers().allow?.slice(0, 9)], path).toEqual([
      405,
      "GET, HEAD",
    ]);
    expect((await answer.json()).hint, path).toContain("/mcp");
  }
});
