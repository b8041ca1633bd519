// The adapter's script that registers tools with an agent in the page (WebMCP). Only the read-only tools named here.
import { createMcpHandler } from "@vercel/mcp-adapter";

/** An allow-list: pages are not offered a new tool until it is named here. */
export const pageTools: readonly string[] = [
  "list_pools",
  "get_network_status",
  "get_inbound_addresses",
  "get_swap_quote",
  "get_swap_status",
];

/**
 * The script calls `endpointUrl` (absolute) without credentials. The adapter serves it for a GET on the endpoint,
 * where this site answers 405. So the adapter's handler is called here, and the script is published as a document.
 * @throws Error if the adapter gives no script.
 */
export async function createPageBridge(endpointUrl: string): Promise<string> {
  const handle = createMcpHandler(() => undefined, {
    experimental_webMcp: { tools: [...pageTools], credentials: "omit" },
  });
  const response = await handle(new Request(`${endpointUrl}?webmcp-script`));
  const script = await response.text();
  if (!response.ok || !script.includes(JSON.stringify(endpointUrl)))
    throw new Error("the adapter gave no page bridge");
  return script;
}
