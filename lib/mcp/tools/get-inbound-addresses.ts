// The tool get_inbound_addresses. lib/protocol decides which addresses are safe to give.

import * as z from "zod";
import { inboundBlocks, inboundTable } from "../../answers/inbound.ts";
import { ORDINARY_ACCOUNT } from "../../say/deposits.en.ts";
import { ROUTER_CALL } from "../../say/messages.en.ts";
import { createTool } from "./tool.ts";

export const getInboundAddresses = createTool({
  name: "get_inbound_addresses",
  title: "Inbound addresses",
  purpose: "Gives each chain's inbound (vault) address and router, or null with the reason.",
  usage:
    "Use it to check an address right before sending. " +
    "Memo and address of one swap come from get_swap_quote with destination. " +
    "dust_threshold counts in the gas asset. " +
    "send_before is in 15 minutes at most. " +
    "Addresses change: never keep one. Never send to a null or after send_before. " +
    `From an EVM chain, send ${ORDINARY_ACCOUNT}. ` +
    `Send a token only by its router: approve it for the amount, then call its ${ROUTER_CALL}.`,
  input: z.strictObject({
    chain: z.string().min(1).max(12).describe("Chain code: BTC").optional(),
  }),
  body: z.object({ chains: z.array(inboundTable.shape) }),
  read: (network, { chain }, options) =>
    network.getInbounds({ ...options, ...(chain !== undefined && { chain }) }),
  structuredBody: ({ chains }) => ({ chains: chains.map(inboundTable.of) }),
  blocks: inboundBlocks,
});
