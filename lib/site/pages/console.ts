// The data of React pages, as plain data. Markup belongs in `app/`, except images that Next draws from React.
// This file has the calls of the console on /developers/mcp: every tool in the order of its list, with useful arguments.
import { tools } from "../../mcp/tools/all.ts";
import { absoluteUrl } from "../registry/links.ts";

/** The first arguments of a tool; none by default. Only the sample network knows the transaction. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  list_pools: { limit: 3 },
  get_network_status: { fields: ["trading", "chains"] },
  get_inbound_addresses: { chain: "BTC" },
  get_swap_quote: { from: "BTC", to: "ETH", amount: "0.05" },
  get_swap_status: { txid: "0020".repeat(16) },
};

/** `input`: arguments of `tools/call` as JSON that the reader can edit. */
export function getConsole() {
  const calls = tools.map(({ name }) => ({
    tool: name,
    input: JSON.stringify(inputs[name] ?? {}, null, 2),
  }));
  return { endpoint: absoluteUrl("/mcp"), calls };
}
