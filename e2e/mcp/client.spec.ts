// The official client on the endpoint, in both eras: every tool, on a network that answers and on one that does not. Over a socket: http/mcp.spec.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";
import type { Network } from "../../lib/protocol/network.ts";
import { createEndpoint, modern } from "./endpoint.ts";
import { createHealthyWorld, createSilentWorld, goodInput } from "./run-tool.ts";

type Mode = "legacy" | "auto" | { readonly pin: string };
async function connect(network: Network, mode: Mode): Promise<Client> {
  const endpoint = createEndpoint(network);
  const client = new Client({ name: "spec", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("https://signpost.example/mcp"), {
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set("host", "signpost.example");
      return endpoint(new Request(url, { ...init, headers }));
    },
  });
  await client.connect(transport);
  return client;
}

for (const [mode, version] of [
  ["legacy", "2025-11-25"],
  ["auto", modern],
  [{ pin: modern }, modern],
] as const) {
  const name = typeof mode === "string" ? mode : "pinned";
  test(`${name}: every tool answers with output that the client validates`, async () => {
    const client = await connect(createHealthyWorld().network, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(goodInput));
    for (const [tool, input] of Object.entries(goodInput)) {
      const answer = await client.callTool({ name: tool, arguments: input });
      expect(answer.isError, tool).toBeFalsy();
      expect(answer, tool).toMatchObject({
        structuredContent: { network: "thorchain", freshness: "fresh" },
        content: [{ type: "text" }],
      });
    }
  });

  test(`${name}: failures and refusals reach the caller as tool errors`, async () => {
    const client = await connect(createSilentWorld().network, mode);
    await client.listTools();
    const codeOf = async (tool: string, input: Record<string, unknown>) => {
      const answer = await client.callTool({ name: tool, arguments: input });
      expect(answer, tool).toMatchObject({
        isError: true,
        structuredContent: { freshness: "unknown", error: { hint: expect.any(String) } },
      });
      return answer.structuredContent;
    };
    for (const [tool, input] of Object.entries(goodInput))
      expect(await codeOf(tool, input)).toMatchObject({ error: { code: "upstream_unavailable" } });
    expect(await codeOf("get_network_status", { fields: ["nonsense"] })).toMatchObject({
      error: { code: "invalid_arguments", candidates: expect.arrayContaining(["trading"]) },
    });
    const unknown = client.callTool({ name: "no_such_tool", arguments: {} });
    await expect(unknown).rejects.toMatchObject({ code: -32602 });
  });
}
