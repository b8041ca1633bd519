// get_inbound_addresses. lib/protocol decides which addresses
// are safe to give; this file adds none and hides no reason.
import * as z from "zod";
import { ORDINARY_ACCOUNT } from "../../protocol/model/deposit-shape.ts";
import type { InboundReading } from "../../protocol/model/network-status.ts";
import { codedReason, type Reason } from "../../protocol/model/verdicts.ts";
import { ROUTER_CALL } from "../../protocol/safety/advice.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { AmountShape, formatBaseOrNull, NumberShape, outputRegistry, TextShape, VerdictShape } from "./shapes.ts";
import { type Columns, joinNames, quoteData, textTable } from "./text.ts";
import { createTool } from "./tool.ts";

const InboundShape = z.object({
  chain: z.string(),
  trading: VerdictShape,
  deposits: VerdictShape,
  signing: VerdictShape,
  address: z
    .string()
    .nullable()
    .register(outputRegistry, { description: "null unless it is safe to send now; see reason" }),
  router: TextShape,
  gas_rate: TextShape,
  gas_rate_units: TextShape,
  dust_threshold: AmountShape,
  send_before: TextShape,
  sources_agreeing: NumberShape,
  reason: TextShape,
});
type InboundAnswer = z.output<typeof InboundShape>;

export const getInboundAddresses = createTool({
  name: "get_inbound_addresses",
  title: "Inbound addresses: where to send now",
  description:
    "Gives each chain's inbound (vault) address and router, or null with the reason. " +
    "Use it right before sending. " +
    "For the memo of one swap use get_swap_quote with destination. For halts alone use get_network_status. " +
    "Returns address, router, gas rate and dust threshold (decimals in the gas asset). " +
    "Use them before send_before: 15 minutes at most, less before a scheduled halt. " +
    "Addresses change: never keep one. Never send to a null or after send_before. " +
    `From an EVM chain, send ${ORDINARY_ACCOUNT}. ` +
    `Send a token only by its router: approve it for the amount, then call its ${ROUTER_CALL}.`,
  input: z.strictObject({ chain: z.string().min(1).max(12).describe("Chain code: BTC; else all").optional() }),
  body: z.object({ chains: z.array(InboundShape) }),
  async read(network, input, options) {
    const { chain } = input;
    const envelope = await network.getInbounds({ ...options, ...(chain !== undefined && { chain }) });
    return { envelope, body: { chains: envelope.chains.map(inboundAnswer) } };
  },
  toLines: ({ chains }, isRead) =>
    chains.length > 0 || isRead ? textTable("chains", chains, columns) : ["chains: not read"],
});

function inboundAnswer(reading: InboundReading): InboundAnswer {
  return {
    chain: reading.chain,
    trading: reading.trading.verdict,
    deposits: reading.deposits.verdict,
    signing: reading.signing.verdict,
    address: reading.address,
    router: reading.router,
    gas_rate: reading.gasRate,
    gas_rate_units: reading.gasRateUnits,
    dust_threshold: formatBaseOrNull(reading.dustThreshold, reading.gasAsset),
    send_before: toIsoTime(reading.sendBeforeMs),
    sources_agreeing: reading.sourcesAgreeing,
    reason: reading.reason && codedReason(withParameters(reading.reason, reading)),
  };
}

/** A halt by the names that `halted_by` of the other tools has. */
function withParameters(reason: Reason, { trading, deposits }: InboundReading): Reason {
  const names = [...new Set([...trading.haltedBy, ...deposits.haltedBy])];
  return reason.code === "halted" && names.length > 0 ? { ...reason, text: joinNames(names) } : reason;
}

/** The unit is part of the `gas_rate` cell. */
const columns: Columns<InboundAnswer, "gas_rate_units"> = {
  chain: (row) => row.chain,
  trading: (row) => row.trading,
  deposits: (row) => row.deposits,
  signing: (row) => row.signing,
  address: (row) => quoteData(row.address),
  router: (row) => quoteData(row.router),
  gas_rate: (row) => (row.gas_rate === null ? "null" : `${row.gas_rate} ${row.gas_rate_units}`),
  dust_threshold: (row) => String(row.dust_threshold),
  send_before: (row) => String(row.send_before),
  sources_agreeing: (row) => String(row.sources_agreeing),
  reason: (row) => row.reason ?? "none",
};
