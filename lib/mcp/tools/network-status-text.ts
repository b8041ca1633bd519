// The text of get_network_status. It covers only the keys that the answer has.

import type { ChainAnswer, PartialStatus } from "./network-status-shape.ts";
import { type Columns, formatMoney, joinNames, textTable } from "./text.ts";

export function statusLines(status: PartialStatus, isRead: boolean): string[] {
  const { state, trading, halted_by: haltedBy, chains, outbound_fees: outboundFees, fees, queue } = status;
  const whole = [...(trading ? [`trading ${trading}`] : []), ...(haltedBy ? [`halted_by ${joinNames(haltedBy)}`] : [])];
  const network = whole.length > 0 ? [`network: ${whole.join(", ")}`] : [];
  const rows = chains && (isRead || chains.length > 0) ? chainLines(chains) : [];
  return [
    ...(state ? [`state ${state}`] : []),
    // Who asked about one chain reads it before the network, which may be open around it.
    ...(chains?.length === 1 ? [...rows, ...network] : [...network, ...rows]),
    ...(status.unchecked_chains ? [`unchecked_chains ${joinNames(status.unchecked_chains)}`] : []),
    ...(outboundFees ? [outboundFeesLine(outboundFees, chains !== undefined)] : []),
    ...(fees ? [feesLine(fees)] : []),
    ...(status.halt_parameters ? [isRead ? parametersLine(status.halt_parameters) : "halt_parameters: not read"] : []),
    ...(queue
      ? [
          `queue: swap ${queue.swap}, outbound ${queue.outbound}, internal ${queue.internal}, scheduled_outbound_value ${queue.scheduled_outbound_value}`,
        ]
      : []),
    ...(status.providers ? [providersLine(status.providers)] : []),
  ];
}

/** The unit is part of the `gas_rate` cell. Scheduled halts have lines of their own. */
const chainColumns: Columns<ChainAnswer, "gas_rate_units" | "scheduled"> = {
  chain: (chain) => chain.chain,
  trading: (chain) => chain.trading,
  deposits: (chain) => chain.deposits,
  signing: (chain) => chain.signing,
  liquidity: (chain) => chain.liquidity,
  halted_by: (chain) => joinNames(chain.halted_by),
  reason: (chain) => chain.reason ?? "none",
  outbound_fee: (chain) => formatMoney(chain.outbound_fee),
  dust_threshold: (chain) => String(chain.dust_threshold),
  gas_rate: (chain) => (chain.gas_rate === null ? "null" : `${chain.gas_rate} ${chain.gas_rate_units}`),
  block_time_seconds: (chain) => String(chain.block_time_seconds),
  last_observed_height: (chain) => String(chain.last_observed_height),
};

function chainLines(chains: readonly ChainAnswer[]): string[] {
  const scheduled = chains.flatMap((chain) =>
    chain.scheduled.map(
      (halt) =>
        `scheduled on ${chain.chain}: ${halt.parameter} = ${halt.value}, at height ${halt.height}, about ${halt.estimated_time}`,
    ),
  );
  return [...textTable("chains", chains, chainColumns), ...scheduled];
}

function outboundFeesLine(fees: NonNullable<PartialStatus["outbound_fees"]>, saidAbove: boolean): string {
  if (saidAbove) return "outbound_fees: as in the rows of chains";
  const rows = Object.entries(fees).map(([chain, fee]) => `${chain} ${formatMoney(fee)}`);
  return `outbound_fees: ${joinNames(rows)}`;
}

function feesLine(fees: NonNullable<PartialStatus["fees"]>): string {
  const slips = Object.entries(fees.minimum_slip_bps).map(([kind, bps]) => `${kind} ${bps}`);
  const own = fees.minimum_slip_by_asset?.map(({ asset, kind, bps }) => `${asset} ${kind} ${bps}`);
  return `fees: native_transaction ${formatMoney(fees.native_transaction)}, native_outbound ${formatMoney(fees.native_outbound)}, outbound_multiplier_bps ${fees.outbound_multiplier_bps}, minimum_slip_bps ${slips.join(" ")}, minimum_slip_by_asset ${own ? joinNames(own) : null}`;
}

function parametersLine(parameters: NonNullable<PartialStatus["halt_parameters"]>): string {
  const parts = Object.entries(parameters).map(
    ([key, { value, in_force: inForce }]) => `${key}=${value} (${inForce ? "in force" : "scheduled"})`,
  );
  return `halt_parameters: ${joinNames(parts)}`;
}

function providersLine(providers: NonNullable<PartialStatus["providers"]>): string {
  const parts = providers.map(
    ({ kind, ok, height, lag_blocks: lag }) => `${kind} ${ok ? "ok" : "failing"} height ${height} lag_blocks ${lag}`,
  );
  return `providers: ${joinNames(parts)}`;
}
