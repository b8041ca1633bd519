// Every tool, in the order in which `tools/list`, the server card and the documents name them.

import { getInboundAddresses } from "./get-inbound-addresses.ts";
import { getNetworkStatus } from "./get-network-status.ts";
import { getSwapQuote } from "./get-swap-quote.ts";
import { getSwapStatus } from "./get-swap-status.ts";
import { listPools } from "./list-pools.ts";
import type { Tool } from "./tool.ts";

export const tools: readonly Tool[] = [listPools, getNetworkStatus, getInboundAddresses, getSwapQuote, getSwapStatus];
