// The adapter's script that registers tools with an agent inside the page (WebMCP). Only the tools named here, each of them read-only.
import { createMcpHandler } from "@vercel/mcp-adapter";

/** The allow-list: a new tool is not offered to pages until it is named. */
export const pageTools: readonly string[] = [
  "list_pools",
  "get_network_status",
  "get_inbound_addresses",
  "get_swap_quote",
  "get_swap_status",
];

/**
 * The script, which calls `endpointUrl` (absolute) without credentials. The adapter serves it under a query of a GET on
 * the endpoint; here GET is 405, so its handler is asked in this process and the bytes are published as a document.
 * @throws Error when the adapter gives none.
 */
export async function createPageBridge(endpointUrl: string): Promise<string> {
  const handle = createMcpHandler(() => undefined, {
    experimental_webMcp: { tools: [...pageTools], credentials: "omit" },
  });
  const response = await handle(new Request(`${endpointUrl}?webmcp-script`));
  const script = await response.text();
  if (!response.ok || !script.includes(JSON.stringify(endpointUrl))) throw new Error("the adapter gave no page bridge");
  return script;
}
