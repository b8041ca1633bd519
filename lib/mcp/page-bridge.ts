// The adapter's script with which a page gives tools to the browser's agent (WebMCP).
import { createMcpHandler } from "@vercel/mcp-adapter";

/** Tools that a page gives to the browser's agent. A new tool must be added here. */
export const pageTools: readonly string[] = [
  "list_pools",
  "get_network_status",
  "get_inbound_addresses",
  "get_swap_quote",
  "get_swap_status",
];

/**
 * Gets the script from the adapter. The adapter would serve it for a GET of the MCP endpoint, but
 * this site answers 405 to such a GET. So this function calls the adapter directly.
 * @throws Error if the adapter gives no script.
 */
export async function createPageBridge(endpointUrl: string): Promise<string> {
  const bridgeHandler = createMcpHandler(() => undefined, {
    experimental_webMcp: { tools: [...pageTools], credentials: "omit" },
  });
  const response = await bridgeHandler(new Request(`${endpointUrl}?webmcp-script`));
  const script = await response.text();
  if (!response.ok || !script.includes(JSON.stringify(endpointUrl)))
    throw new Error("the adapter gave no page bridge");
  return script;
}
