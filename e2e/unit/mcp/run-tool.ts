// Calls one tool as the endpoint does: by default with arguments that it takes, on the network of specs.
import { tools } from "../../../lib/mcp/tools/all.ts";
import type { Tool, ToolAnswer } from "../../../lib/mcp/tools/tool.ts";
import type { Network } from "../../../lib/protocol/network.ts";
import { createFakeNetwork, txid } from "./fake-network.ts";

/** Arguments that each tool takes. */
export const goodInput: Readonly<Record<string, Record<string, unknown>>> = {
  list_pools: {},
  get_network_status: {},
  get_inbound_addresses: {},
  get_swap_quote: { from: "BTC", to: "ETH", amount: "1" },
  get_swap_status: { txid },
};

/** @throws Error if no tool has this name. */
export function findTool(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

export const runTool = (
  name: string,
  input: unknown = goodInput[name],
  network: Network = createFakeNetwork(),
): Promise<ToolAnswer> => findTool(name).run(network, input, { networkName: "thorchain" });
