// The MCP endpoint over a real socket: with the official client, and with plain requests.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
import { resourcePaths } from "../../lib/site/registry/resources.ts";
import { VERSION } from "../../lib/version.ts";

const json = { "content-type": "application/json" };

test("GET is 405 with a hint", async ({ request, baseURL }) => {
  const response = await request.get("/mcp", { headers: { accept: "text/event-stream" } });
  expect(response.status()).toBe(405);
  expect(response.headers().allow).toBe("POST");
  const text = await response.text();
  expect(text).toContain("POST");
  expect(text).toContain("JSON-RPC");
  expect(text).toContain(`${baseURL}/.well-known/mcp/server-card.json`);
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

test("a request gets JSON by default, whatever it accepts", async ({ request }) => {
  for (const accept of ["application/json, text/event-stream", "application/json", "*/*"]) {
    const response = await request.post("/mcp", {
      headers: { ...json, accept },
      data: '{"jsonrpc":"2.0","id":7,"method":"tools/list"}',
    });
    expect(response.status(), accept).toBe(200);
    expect(response.headers()["content-type"]).toMatch(/^application\/json/);
    expect(response.headers()["cache-control"]).toBe("no-store");
    const body = await response.json();
    expect(body.id).toBe(7);
    expect(body.result.tools.map((tool: { name: string }) => tool.name)).toEqual(tools.map((tool) => tool.name));
  }
});

test("the official client lists and calls every tool", async ({ baseURL }) => {
  const client = new Client({ name: "e2e", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL)));
  expect(client.getServerVersion()).toMatchObject({ version: VERSION });
  const listed = await client.listTools();
  for (const name of ["list_pools", "get_network_status"]) {
    const tool = listed.tools.find((one) => one.name === name);
    expect(tool?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(tool?.outputSchema).toBeDefined();
  }

  const status = await client.callTool({ name: "get_network_status", arguments: {} });
  expect(status.isError).toBeFalsy();
  const network = status.structuredContent as Record<string, unknown>;
  expect(network).toMatchObject({ network: "sample", source: "sample", freshness: "fresh", trading: "open" });
  expect(JSON.stringify(status.content)).toContain("sample");
  const chains = network.chains as { chain: string; trading: string; signing: string; liquidity: string }[];
  expect(chains.some((chain) => chain.trading === "halted")).toBe(true);
  expect(chains.some((chain) => chain.trading === "open" && chain.signing === "halted")).toBe(true);
  expect(chains.some((chain) => chain.trading === "open" && chain.liquidity === "halted")).toBe(true);

  const pools = await client.callTool({ name: "list_pools", arguments: { limit: 3, fields: ["price_usd"] } });
  const list = pools.structuredContent as { total: number; pools: Record<string, unknown>[] };
  expect(list.pools).toHaveLength(3);
  expect(list.total).toBeGreaterThan(3);
  expect(Object.keys(list.pools[0] as object).sort()).toEqual(["asset", "price_usd"]);

  const wrong = await client.callTool({ name: "get_network_status", arguments: { fields: ["nonsense"] } });
  expect(wrong.isError).toBe(true);
  expect(JSON.stringify(wrong.content)).toContain("trading");
  await client.close();
});

for (const [mode, version] of [
  ["legacy", "2025-11-25"],
  [{ pin: "2026-07-28" }, "2026-07-28"],
] as const) {
  const connect = async (baseURL: string | undefined) => {
    const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL)));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    return client;
  };

  test(`the guides in ${version} are the published Markdown, byte for byte`, async ({ request, baseURL }) => {
    const client = await connect(baseURL);
    expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: false });
    const { resources } = await client.listResources();
    const paths = resources.map(({ uri }) => uri.replace(String(baseURL), ""));
    const skills = resourcePaths.filter((path) => path.endsWith("/SKILL.md"));
    for (const path of ["/pricing.md", "/AGENTS.md", "/developers/webhooks.md", ...skills]) {
      expect(paths).toContain(path);
    }
    for (const { uri, mimeType } of resources) {
      const published = await request.get(uri);
      expect(published.status(), uri).toBe(200);
      expect(published.headers()["content-type"]).toBe(`${mimeType}; charset=utf-8`);
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: "text/markdown", text: await published.text() }]);
    }
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    for (const path of ["/no-such.md", "/.well-known/status", "/mcp"]) {
      await expect(client.readResource({ uri: `${baseURL}${path}` }), path).rejects.toMatchObject({ code: -32602 });
    }
    await client.close();
  });

  test(`the prompts in ${version} take validated arguments`, async ({ baseURL }) => {
    const client = await connect(baseURL);
    expect(client.getServerCapabilities()?.prompts).toEqual({ listChanged: false });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["track_swap", "compare_costs", "is_it_safe_to_send"]);
    const { messages } = await client.getPrompt({ name: "is_it_safe_to_send", arguments: { from: "btc" } });
    expect(messages).toMatchObject([{ role: "user", content: { type: "text" } }]);
    expect(JSON.stringify(messages)).toContain("get_inbound_addresses");
    await expect(client.getPrompt({ name: "track_swap", arguments: { txid: "abc" } })).rejects.toMatchObject({
      code: -32602,
      data: { code: "invalid_txid" },
    });
    await client.close();
  });

  test(`progress in ${version} reaches a caller that asks for it`, async ({ baseURL }) => {
    const client = await connect(baseURL);
    const reports: { progress: number; total?: number | undefined }[] = [];
    const call = { name: "get_swap_quote", arguments: { from: "BTC", to: "ETH", amount: "1" } };
    const answer = await client.callTool(call, { onprogress: (report) => reports.push(report) });
    expect(answer.structuredContent).toMatchObject({ network: "sample" });
    expect(reports.map(({ progress, total }) => [progress, total])).toEqual([
      [0, 1],
      [1, 1],
    ]);
    await client.close();
  });
}

test("the server card names what the endpoint offers", async ({ request, baseURL }) => {
  const card = await (await request.get("/.well-known/mcp/server-card.json")).json();
  const client = new Client({ name: "e2e", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL)));
  expect(client.getServerCapabilities()).toEqual(card.capabilities);
  await client.close();
});
