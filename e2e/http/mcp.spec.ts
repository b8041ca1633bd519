// The MCP endpoint over a real socket: with the official client, and with plain requests.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { tools } from "../../lib/mcp/tools/all.ts";
import { VERSION } from "../../lib/version.ts";
import { expect, test } from "../support/answering-test.ts";

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

for (const [mode, version] of [
  ["legacy", "2025-11-25"],
  [{ pin: "2026-07-28" }, "2026-07-28"],
] as const) {
  test(`the official client in ${version} calls a tool, hears its progress, and reads a guide and a prompt`, async ({
    request,
    baseURL,
  }) => {
    const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL)));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ version: VERSION });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const reports: { progress: number; total?: number | undefined }[] = [];
    const call = { name: "get_swap_quote", arguments: { from: "BTC", to: "ETH", amount: "1" } };
    const answer = await client.callTool(call, { onprogress: (report) => reports.push(report) });
    expect(answer.structuredContent).toMatchObject({ network: "sample" });
    expect(reports).toMatchObject([0, 1].map((progress) => ({ progress, total: 1 })));
    const { resources } = await client.listResources();
    for (const { uri, mimeType } of resources) {
      const published = await request.get(uri);
      expect([published.status(), published.headers()["content-type"]]).toEqual([200, `${mimeType}; charset=utf-8`]);
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: "text/markdown", text: await published.text() }]);
    }
    const { messages } = await client.getPrompt({ name: "is_it_safe_to_send", arguments: { from: "btc" } });
    expect(JSON.stringify(messages)).toContain("get_inbound_addresses");
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
