// What the console on /developers/mcp starts from: every tool, in the order of its list, with arguments that answer something.
import { tools } from "../../mcp/tools/all.ts";
import { absoluteUrl } from "../registry/links.ts";

export interface ConsoleCall {
  readonly tool: string;
  /** Arguments of `tools/call` as JSON, to be edited. */
  readonly input: string;
}

/** First arguments of a tool; a tool without them starts with none. The transaction is one of the sample network, unknown to others. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  list_pools: { limit: 3 },
  get_network_status: { fields: ["trading", "chains"] },
  get_inbound_addresses: { chain: "BTC" },
  get_swap_quote: { from: "BTC", to: "ETH", amount: "0.05" },
  get_swap_status: { txid: "0020".repeat(16) },
};

export function getConsole(): { readonly endpoint: string; readonly calls: readonly ConsoleCall[] } {
  const calls = tools.map(({ name }) => ({ tool: name, input: JSON.stringify(inputs[name] ?? {}, null, 2) }));
  return { endpoint: absoluteUrl("/mcp"), calls };
}
