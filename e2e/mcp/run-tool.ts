// Calls one tool as the endpoint does: by default with arguments that it takes, on a network where nothing is wrong.
import { tools } from "../../lib/mcp/tools/all.ts";
import type { Tool, ToolAnswer } from "../../lib/mcp/tools/tool.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { silence } from "../support/changes.ts";
import { scriptSwap, sent, sentOut, TXID } from "../support/transactions.ts";
import { createWorld, type World } from "../support/world.ts";

/** Arguments that each tool takes. */
export const goodInput: Readonly<Record<string, Record<string, unknown>>> = {
  list_pools: {},
  get_network_status: {},
  get_inbound_addresses: {},
  get_swap_quote: { from: "BTC", to: "ETH", amount: "1" },
  get_swap_status: { txid: TXID },
};

/** Two nodes and an indexer, which know a swap that was paid out. */
export function createHealthyWorld(): World {
  const world = createWorld({ nodes: 2 });
  scriptSwap(world, { nodes: sentOut(sent.payout) });
  return world;
}

/** Nothing answers. */
export function createSilentWorld(): World {
  const world = createWorld({ nodes: 2 });
  silence(world, "node0", "node1", "indexer0");
  return world;
}

/** @throws Error if no tool has this name. */
export function findTool(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

export const runTool = (
  name: string,
  input: unknown = goodInput[name],
  network: Network = createHealthyWorld().network,
): Promise<ToolAnswer> => findTool(name).run(network, input, { networkName: "thorchain" });

/** A network of which each reading is `answer` of its signal. */
export function createNetworkOf(answer: (signal?: AbortSignal) => Promise<never>): Network {
  return {
    getStatus: (options) => answer(options?.signal),
    getPools: (options) => answer(options?.signal),
    getInbounds: (options) => answer(options?.signal),
    getQuote: (_request, options) => answer(options?.signal),
    getSwap: (_txid, _chain, options) => answer(options?.signal),
  };
}
