// The official client over a real socket, in both eras. A node:http server on loopback replaces Next.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";
import { close, listen } from "../../support/loopback.ts";
import { createEndpoint, modern } from "./endpoint.ts";
import { createFakeNetwork, failedNetwork, txid } from "./fake-network.ts";

const seen: string[] = [];

async function bridge(
  handle: (request: Request) => Promise<Response>,
  from: IncomingMessage,
  to: ServerResponse,
) {
  const hasBody = from.method !== "GET" && from.method !== "HEAD";
  const request = new Request(`http://${from.headers.host}${from.url}`, {
    method: from.method ?? "GET",
    headers: Object.entries(from.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    ...(hasBody && { body: Readable.toWeb(from) as ReadableStream, duplex: "half" }),
  } as RequestInit);
  const response = await handle(request);
  seen.push(`${from.method} ${response.status} ${response.headers.get("content-type")}`);
  to.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) Readable.fromWeb(response.body as NodeReadableStream).pipe(to);
  else to.end();
}

async function withServer(
  handle: (request: Request) => Promise<Response>,
  use: (url: URL) => Promise<void>,
) {
  const server: Server = createServer((from, to) => void bridge(handle, from, to));
  const origin = await listen(server);
  try {
    await use(new URL("/mcp", origin));
  } finally {
    await close(server);
  }
}

const calls: [name: string, input: Record<string, unknown>][] = [
  ["list_pools", { limit: 2 }],
  ["get_network_status", { fields: ["trading", "queue"] }],
  ["get_inbound_addresses", { chain: "BTC" }],
  ["get_swap_quote", { from: "BTC", to: "ETH", amount: "1" }],
  ["get_swap_status", { txid }],
];

for (const [mode, version] of [
  ["legacy", "2025-11-25"],
  ["auto", modern],
  [{ pin: modern }, modern],
] as const) {
  const connect = async (url: URL) => {
    const client = new Client({ name: "spec", version: "1.0.0" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url));
    return client;
  };

  test(`mode ${JSON.stringify(mode)}: discovers, lists and calls every tool, with output validated by the client`, async () => {
    await withServer(createEndpoint(createFakeNetwork()), async (url) => {
      seen.length = 0;
      const client = await connect(url);
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect(client.getServerVersion()).toMatchObject({ name: "signpost", version: "1.0.0" });
      expect(client.getInstructions()).toContain("get_network_status first");
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(calls.map(([name]) => name));
      for (const [name, input] of calls) {
        const answer = await client.callTool({ name, arguments: input });
        expect(answer.isError, name).toBeFalsy();
        expect(answer.structuredContent, name).toMatchObject({
          network: "thorchain",
          freshness: "fresh",
        });
        expect(answer.content, name).toMatchObject([{ type: "text" }]);
      }
      await client.close();
      expect(seen.filter((line) => line.includes("event-stream"))).toEqual([]);
    });
  });

  test(`mode ${JSON.stringify(mode)}: failures and refusals reach the caller as tool errors`, async () => {
    await withServer(createEndpoint(failedNetwork), async (url) => {
      const client = await connect(url);
      await client.listTools();
      for (const [name, input] of calls) {
        const answer = await client.callTool({ name, arguments: input });
        expect(answer.isError, name).toBe(true);
        expect(answer.structuredContent, name).toMatchObject({
          freshness: "unknown",
          error: { hint: expect.any(String) },
        });
      }
      const refused = await client.callTool({
        name: "get_network_status",
        arguments: { fields: ["nonsense"] },
      });
      expect(refused.isError).toBe(true);
      expect(JSON.stringify(refused.content)).toContain("trading, halted_by, chains");
      await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(
        /Unknown tool/,
      );
      await client.close();
    });
  });
}
