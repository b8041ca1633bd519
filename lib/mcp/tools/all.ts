// MCP room: every tool, in the order in which `tools/list`, the server card and the documents name them.
import type { Tool } from "../tool.ts";
import { getInboundAddresses } from "./get-inbound-addresses.ts";
import { getNetworkStatus } from "./get-network-status.ts";
import { getSwapQuote } from "./get-swap-quote.ts";
import { getSwapStatus } from "./get-swap-status.ts";
import { listPools } from "./list-pools.ts";

export const tools: readonly Tool[] = [listPools, getNetworkStatus, getInboundAddresses, getSwapQuote, getSwapStatus];
