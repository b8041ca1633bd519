// Folder tools: one file per tool, and code that tools share. It knows neither HTTP nor the guard.
// This file lists every tool. `tools/list`, the server card and the documents keep this order.

import { getInboundAddresses } from "./get-inbound-addresses.ts";
import { getNetworkStatus } from "./get-network-status.ts";
import { getSwapQuote } from "./get-swap-quote.ts";
import { getSwapStatus } from "./get-swap-status.ts";
import { listPools } from "./list-pools.ts";
import type { Tool } from "./tool.ts";

export const tools: readonly Tool[] = [
  listPools,
  getNetworkStatus,
  getInboundAddresses,
  getSwapQuote,
  getSwapStatus,
];
