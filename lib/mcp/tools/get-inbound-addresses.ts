// get_inbound_addresses. lib/protocol decides which addresses are safe to give.

import * as z from "zod";
import { answerTable } from "../../answers/answer-table.ts";
import {
  AmountShape,
  formatBaseOrNull,
  NumberShape,
  outputRegistry,
  TextShape,
  VerdictShape,
} from "../../answers/shapes.ts";
import { gasRateText, quoteData, reasonText, textTable } from "../../answers/text.ts";
import type { InboundReading } from "../../protocol/model/network-status.ts";
import { because, type Reason } from "../../protocol/model/reasons.ts";
import { toIsoTime } from "../../protocol/values/figure-text.ts";
import { ORDINARY_ACCOUNT } from "../../say/deposits.en.ts";
import { ROUTER_CALL } from "../../say/messages.en.ts";
import { codedReason } from "../../say/reason-text.ts";
import { createTool } from "./tool.ts";

const inbounds = answerTable<InboundReading>()({
  chain: [z.string(), (reading) => reading.chain],
  trading: [VerdictShape, (reading) => reading.trading.verdict],
  deposits: [VerdictShape, (reading) => reading.deposits.verdict],
  signing: [VerdictShape, (reading) => reading.signing.verdict],
  address: [
    z
      .string()
      .nullable()
      .register(outputRegistry, { description: "null unless it is safe to send now; see reason" }),
    (reading) => reading.address,
    quoteData,
  ],
  router: [TextShape, (reading) => reading.router, quoteData],
  gas_rate: [TextShape, (reading) => reading.gasRate, gasRateText],
  gas_rate_units: [TextShape, (reading) => reading.gasRateUnits, null],
  gas_rate_per: [TextShape, (reading) => reading.gasRatePer, null],
  dust_threshold: [
    AmountShape,
    (reading) => formatBaseOrNull(reading.dustThreshold, reading.gasAsset),
  ],
  send_before: [TextShape, (reading) => toIsoTime(reading.sendBeforeMs)],
  sources_agreeing: [NumberShape, (reading) => reading.sourcesAgreeing],
  reason: [
    TextShape,
    (reading) => reading.reason && codedReason(withParameters(reading.reason, reading)),
    reasonText,
  ],
});

export const getInboundAddresses = createTool({
  name: "get_inbound_addresses",
  title: "Inbound addresses: where to send now",
  purpose: "Gives each chain's inbound (vault) address and router, or null with the reason.",
  usage:
    "Use it to check an address right before sending. " +
    "Memo and address of one swap come from get_swap_quote with destination. For halts alone use get_network_status. " +
    "dust_threshold counts in the gas asset. " +
    "Use them before send_before: 15 minutes at most, less before a scheduled halt. " +
    "Addresses change: never keep one. Never send to a null or after send_before. " +
    `From an EVM chain, send ${ORDINARY_ACCOUNT}. ` +
    `Send a token only by its router: approve it for the amount, then call its ${ROUTER_CALL}.`,
  input: z.strictObject({
    chain: z.string().min(1).max(12).describe("Chain code: BTC; else all").optional(),
  }),
  body: z.object({ chains: z.array(inbounds.shape) }),
  async read(network, input, options) {
    const { chain } = input;
    const envelope = await network.getInbounds({
      ...options,
      ...(chain !== undefined && { chain }),
    });
    return { envelope, body: { chains: envelope.chains.map(inbounds.of) } };
  },
  toLines: ({ chains }, isRead) =>
    chains.length > 0 || isRead
      ? textTable("chains", chains, inbounds.columns)
      : ["chains: not read"],
});

function withParameters(reason: Reason, { trading, deposits }: InboundReading): Reason {
  const names = [...new Set([...trading.haltedBy, ...deposits.haltedBy])];
  return reason.code === "halted" && names.length > 0
    ? { ...reason, ...because("halted_by", { parameters: names }) }
    : reason;
}
