// The tool get_swap_status. Its answer also says when to ask again.

import * as z from "zod";
import { swapBlocks } from "../../answers/swap/blocks.ts";
import { swapTable } from "../../answers/swap/structured.ts";
import { GIVE_UP_AFTER_TEXT, MAX_POLL_TEXT } from "../../say/swap.en.ts";
import { fieldsArgument, namesOf, pickMembers } from "./members.ts";
import { createTool } from "./tool.ts";

export const POLL_RULE =
  `Ask again after \`next_poll_seconds\`, never sooner. While \`state\` is \`unknown\`, double the wait each time, up to ${MAX_POLL_TEXT}. ` +
  "Stop when `terminal` is true or `next_poll_seconds` is null. " +
  `Stop too after ${GIVE_UP_AFTER_TEXT} of \`unknown\`, a day of \`dropped\`, or an hour of \`unavailable\` or no answer.`;

/** These are in every answer. Without them nobody knows whether to ask again. */
const pollKeys = ["state", "terminal", "refund_expected", "doubt", "next_poll_seconds"];

export const getSwapStatus = createTool({
  name: "get_swap_status",
  title: "Swap status",
  purpose:
    "Follows a swap that was sent, by its transaction id: payouts, refund and what to do next.",
  usage:
    "Returns state, terminal, stages, out and next_poll_seconds. Amounts are decimals in whole units, usd at today's prices. " +
    `${POLL_RULE.replaceAll("`", "")} unknown means not seen yet (if terminal: no swap), never failed: do not send again.`,
  input: z.strictObject({
    txid: z.string().min(1).max(128).describe("Id of the deposit, payout or refund"),
    chain: z.string().min(1).max(12).describe("Chain it was sent on: BTC").optional(),
    fields: fieldsArgument(namesOf(swapTable.shape), "Only these keys, as out"),
  }),
  body: swapTable.shape.partial(),
  emptyValues: {
    state: "unavailable",
    terminal: false,
    refund_expected: false,
    explanation: "Nothing was read; see error.",
    held: false,
  },
  failureValues: ({ retryAfterSeconds }) => ({ next_poll_seconds: retryAfterSeconds }),
  read: (network, { txid, chain = null }, options) => network.getSwap(txid, chain, options),
  structuredBody(reading, { fields }) {
    // The id of a payment is answered by the swap: then a program must see which id that is.
    const idKeys = reading.situation.requestedPayment === undefined ? [] : ["txid"];
    return pickMembers(swapTable.of(reading), fields && [...pollKeys, ...idKeys, ...fields]);
  },
  blocks: (reading, context, { chain = null }) => swapBlocks(reading, { ...context, chain }),
  leadingMembers: ({ state, terminal, refund_expected, doubt, next_poll_seconds }) => ({
    state,
    terminal,
    refund_expected,
    doubt,
    next_poll_seconds,
  }),
  writesChosenMembers: true,
  maxCharacters: 1_050,
});
