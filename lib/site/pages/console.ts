// This folder: data of React pages. Markup belongs in `app/`, except images drawn from React.
// This file: the console of /developers/mcp, with example arguments for each tool.
import { tools } from "../../mcp/tools/all.ts";
import { absoluteUrl } from "../registry/links.ts";

const exampleArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  list_pools: { limit: 3 },
  get_network_status: { fields: ["trading", "chains"] },
  get_inbound_addresses: { chain: "BTC" },
  get_swap_quote: { from: "BTC", to: "ETH", amount: "0.05" },
  get_swap_status: { txid: "0020".repeat(16) },
};

export function getConsole() {
  const calls = tools.map(({ name }) => ({
    tool: name,
    input: JSON.stringify(exampleArguments[name] ?? {}, null, 2),
  }));
  return { endpoint: absoluteUrl("/mcp"), calls };
}
