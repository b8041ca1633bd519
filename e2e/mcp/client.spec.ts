// The official client over a real socket, in both eras. A node:http server on loopback replaces Next.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";
import type { Network } from "../../lib/protocol/network.ts";
import { close, listen } from "../support/loopback.ts";
import { createEndpoint, modern } from "./endpoint.ts";
import { createHealthyWorld, createSilentWorld, goodInput } from "./run-tool.ts";

async function bridge(
  handle: (request: Request) => Promise<Response>,
  from: IncomingMessage,
  to: ServerResponse,
): Promise<Response> {
  const hasBody = from.method !== "GET" && from.method !== "HEAD";
  const headers = Object.entries(from.headers).map(([name, value]) => [name, String(value)]);
  const request = new Request(`http://${from.headers.host}${from.url}`, {
    method: from.method ?? "GET",
    headers: headers as [string, string][],
    ...(hasBody && { body: Readable.toWeb(from) as ReadableStream, duplex: "half" }),
  } as RequestInit);
  const response = await handle(request);
  to.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) Readable.fromWeb(response.body as NodeReadableStream).pipe(to);
  else to.end();
  return response;
}

type Mode = "legacy" | "auto" | { readonly pin: string };
/** Calls `use` with a client, and returns the content types of all answers. */
async function withClient(network: Network, mode: Mode, use: (client: Client) => Promise<void>) {
  const types = new Set<string | null>();
  const handle = createEndpoint(network);
  const server = createServer(async (from, to) => {
    types.add((await bridge(handle, from, to)).headers.get("content-type"));
  });
  const client = new Client({ name: "spec", version: "1.0.0" }, { versionNegotiation: { mode } });
  try {
    const url = new URL("/mcp", await listen(server));
    await client.connect(new StreamableHTTPClientTransport(url));
    await use(client);
    await client.close();
    return types;
  } finally {
    await close(server);
  }
}

for (const [mode, version] of [
  ["legacy", "2025-11-25"],
  ["auto", modern],
  [{ pin: modern }, modern],
] as const) {
  test(`mode ${JSON.stringify(mode)}: discovers, lists and calls every tool, with output that the client validates`, async () => {
    const types = await withClient(createHealthyWorld().network, mode, async (client) => {
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect(client.getServerVersion()).toMatchObject({ name: "signpost", version: "1.0.0" });
      expect(client.getInstructions()).toContain("get_network_status");
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(Object.keys(goodInput));
      for (const [name, input] of Object.entries(goodInput)) {
        const answer = await client.callTool({ name, arguments: input });
        expect(answer.isError, name).toBeFalsy();
        const envelope = { network: "thorchain", freshness: "fresh" };
        expect(answer.structuredContent, name).toMatchObject(envelope);
        expect(answer.content, name).toMatchObject([{ type: "text" }]);
      }
    });
    expect(types).not.toContain("text/event-stream");
  });

  test(`mode ${JSON.stringify(mode)}: failures and refusals reach the caller as tool errors`, async () => {
    await withClient(createSilentWorld().network, mode, async (client) => {
      await client.listTools();
      for (const [name, input] of Object.entries(goodInput)) {
        const answer = await client.callTool({ name, arguments: input });
        expect(answer.isError, name).toBe(true);
        const error = { code: "upstream_unavailable", hint: expect.any(String) };
        expect(answer.structuredContent, name).toMatchObject({ freshness: "unknown", error });
      }
      const wrong = { name: "get_network_status", arguments: { fields: ["nonsense"] } };
      const refused = await client.callTool(wrong);
      expect(refused.isError).toBe(true);
      const error = { code: "invalid_arguments", candidates: expect.arrayContaining(["trading"]) };
      expect(refused.structuredContent).toMatchObject({ error });
      const unknown = client.callTool({ name: "no_such_tool", arguments: {} });
      await expect(unknown).rejects.toMatchObject({ code: -32602 });
    });
  });
}
