// The tool get_network_status. Each verdict comes with the parameters that decide it.

import * as z from "zod";
import { statusBlocks } from "../../answers/status/blocks.ts";
import { statusTable } from "../../answers/status/structured.ts";
import { unreadHeadline } from "../../say/unread.en.ts";
import { fieldsArgument, namesOf, pickMembers } from "./members.ts";
import { createTool } from "./tool.ts";

export const getNetworkStatus = createTool({
  name: "get_network_status",
  title: "Network status",
  purpose:
    "Says whether the network and each chain may be used now, with outbound fees and halt parameters.",
  usage:
    "Use it first, before any quote or transfer. " +
    "For one pool use list_pools. For addresses use get_inbound_addresses. " +
    "Returns state, the worst of what could touch a send now. " +
    "Each chain has four verdicts (trading, deposits, signing, liquidity): open, halted (see halted_by) or unknown (see reason). " +
    "Amounts are decimals in whole units. " +
    "unknown or isError means not checked: do not send. Ask again after retry_after_seconds.",
  input: z.strictObject({
    chain: z.string().min(1).max(12).describe("Only this chain's row: BTC").optional(),
    fields: fieldsArgument(namesOf(statusTable.shape), "Only these keys"),
  }),
  body: statusTable.shape.partial(),
  emptyValues: { state: "not_checked", headline: unreadHeadline },
  read: (network, { chain }, options) =>
    network.getStatus({ ...options, ...(chain !== undefined && { chain }) }),
  structuredBody: (reading, { fields }) => pickMembers(statusTable.of(reading), fields),
  blocks: (reading, context, { chain = null }) =>
    statusBlocks(reading, { ...context, chain, complaints: [] }),
  leadingMembers: ({ state, trading, halted_by }) => ({ state, trading, halted_by }),
  maxCharacters: 3_400,
});
