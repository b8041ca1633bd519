// get_network_status. Each verdict comes with the parameters that decide it.

import * as z from "zod";
import { chainTable, statusTable } from "../../answers/status.ts";
import { formatMoney, joinNames, textTable } from "../../answers/text.ts";
import { unreadHeadline } from "../../say/unread.en.ts";
import { createTool } from "./tool.ts";

type StatusKey = keyof z.output<typeof statusTable.shape>;
const statusKeys = Object.keys(statusTable.shape.shape) as StatusKey[];
const PartialStatusShape = statusTable.shape.partial();
type ChainAnswer = z.output<typeof chainTable.shape>;
type PartialStatus = z.output<typeof PartialStatusShape>;

export const getNetworkStatus = createTool({
  name: "get_network_status",
  title: "Network status: halts, fees, queue",
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
    fields: z
      .array(z.enum(statusKeys))
      .min(1)
      .max(statusKeys.length)
      .describe("Only these keys beside the envelope")
      .optional(),
  }),
  body: PartialStatusShape,
  unread: { state: "not_checked", headline: unreadHeadline },
  async read(network, { fields, chain }, options) {
    const envelope = await network.getStatus({ ...options, ...(chain !== undefined && { chain }) });
    const status = statusTable.of(envelope);
    const kept = new Set<string>(fields ?? statusKeys);
    const body = Object.fromEntries(Object.entries(status).filter(([key]) => kept.has(key)));
    return { envelope, body: PartialStatusShape.parse(body) };
  },
  toLines: statusLines,
});

function statusLines(status: PartialStatus, isRead: boolean): string[] {
  const {
    state,
    trading,
    halted_by: haltedBy,
    chains,
    outbound_fees: outboundFees,
    fees,
    queue,
  } = status;
  const whole = [
    ...(trading ? [`trading ${trading}`] : []),
    ...(haltedBy ? [`halted_by ${joinNames(haltedBy)}`] : []),
  ];
  const network = whole.length > 0 ? [`network: ${whole.join(", ")}`] : [];
  const rows = chains && (isRead || chains.length > 0) ? chainLines(chains) : [];
  return [
    ...(state ? [`state ${state}`] : []),
    // A question about one chain is answered before the network, which may be open around it.
    ...(chains?.length === 1 ? [...rows, ...network] : [...network, ...rows]),
    ...(status.unchecked_chains ? [`unchecked_chains ${joinNames(status.unchecked_chains)}`] : []),
    ...(outboundFees ? [outboundFeesLine(outboundFees, chains !== undefined)] : []),
    ...(fees ? [feesLine(fees)] : []),
    ...(status.halt_parameters
      ? [isRead ? parametersLine(status.halt_parameters) : "halt_parameters: not read"]
      : []),
    ...(queue
      ? [
          `queue: swap ${queue.swap}, outbound ${queue.outbound}, internal ${queue.internal}, scheduled_outbound_value ${queue.scheduled_outbound_value}`,
        ]
      : []),
    ...(status.providers ? [providersLine(status.providers)] : []),
  ];
}

function chainLines(chains: readonly ChainAnswer[]): string[] {
  const scheduled = chains.flatMap((chain) =>
    chain.scheduled.map(
      (halt) =>
        `scheduled on ${chain.chain}: ${halt.parameter} = ${halt.value}, at height ${halt.height}, about ${halt.estimated_time}`,
    ),
  );
  return [...textTable("chains", chains, chainTable.columns), ...scheduled];
}

function outboundFeesLine(
  fees: NonNullable<PartialStatus["outbound_fees"]>,
  isAbove: boolean,
): string {
  if (isAbove) return "outbound_fees: as in the rows of chains";
  const rows = Object.entries(fees).map(([chain, fee]) => `${chain} ${formatMoney(fee)}`);
  return `outbound_fees: ${joinNames(rows)}`;
}

function feesLine(fees: NonNullable<PartialStatus["fees"]>): string {
  const slips = Object.entries(fees.minimum_slip_bps).map(([kind, bps]) => `${kind} ${bps}`);
  const assetSlips = fees.minimum_slip_by_asset?.map(
    ({ asset, kind, bps }) => `${asset} ${kind} ${bps}`,
  );
  return `fees: native_transaction ${formatMoney(fees.native_transaction)}, native_outbound ${formatMoney(fees.native_outbound)}, outbound_multiplier_bps ${fees.outbound_multiplier_bps}, minimum_slip_bps ${slips.join(" ")}, minimum_slip_by_asset ${assetSlips ? joinNames(assetSlips) : null}`;
}

function parametersLine(parameters: NonNullable<PartialStatus["halt_parameters"]>): string {
  const parts = Object.entries(parameters).map(
    ([key, { value, in_force: inForce }]) =>
      `${key}=${value} (${inForce ? "in force" : "scheduled"})`,
  );
  return `halt_parameters: ${joinNames(parts)}`;
}

function providersLine(providers: NonNullable<PartialStatus["providers"]>): string {
  const parts = providers.map(
    ({ kind, ok, height, lag_blocks: lag }) =>
      `${kind} ${ok ? "ok" : "failing"} height ${height} lag_blocks ${lag}`,
  );
  return `providers: ${joinNames(parts)}`;
}
