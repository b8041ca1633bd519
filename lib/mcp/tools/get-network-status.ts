// get_network_status. Each verdict comes with the parameters that decide it. A value that was not read is null.

import * as z from "zod";
import {
  type ChainReading,
  type NetworkReading,
  signStates,
  slipKinds,
  splitChains,
} from "../../protocol/model/network-status.ts";
import { codedReason } from "../../protocol/model/verdicts.ts";
import { listHalts } from "../../protocol/safety/sentences.ts";
import { presets } from "../../protocol/values/chains.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import {
  AmountShape,
  formatBaseOrNull,
  MoneyShape,
  moneyAnswer,
  NamesShape,
  NumberShape,
  outputRegistry,
  TextShape,
  VerdictShape,
} from "./shapes.ts";
import { type Columns, formatMoney, joinNames, textTable } from "./text.ts";
import { createTool } from "./tool.ts";

const ScheduledShape = z.object({
  parameter: z.string(),
  value: z.number(),
  height: z.number(),
  estimated_time: TextShape,
});
const ChainShape = z.object({
  chain: z.string(),
  trading: VerdictShape,
  deposits: VerdictShape,
  signing: VerdictShape,
  liquidity: VerdictShape,
  halted_by: NamesShape.clone().register(outputRegistry, {
    description: "Parameters in capitals, node flags in small letters",
  }),
  scheduled: z.array(ScheduledShape),
  reason: TextShape,
  outbound_fee: MoneyShape,
  dust_threshold: AmountShape,
  gas_rate: TextShape,
  gas_rate_units: TextShape,
  block_time_seconds: NumberShape,
  last_observed_height: NumberShape,
});
const StatusShape = z.object({
  state: z.enum(signStates),
  trading: VerdictShape.clone().register(outputRegistry, {
    description: "Of the whole network; each chain has its own",
  }),
  halted_by: NamesShape,
  chains: z.array(ChainShape),
  /** Only of a failed reading: chains of which nothing is known, for the reason in `error`. They have no row. */
  unchecked_chains: NamesShape,
  outbound_fees: z.record(z.string(), MoneyShape),
  fees: z.object({
    native_transaction: MoneyShape,
    native_outbound: MoneyShape,
    outbound_multiplier_bps: NumberShape,
    minimum_slip_bps: z.record(z.enum(slipKinds), NumberShape),
    minimum_slip_by_asset: z
      .array(z.object({ asset: z.string(), kind: z.enum(slipKinds), bps: NumberShape }))
      .nullable(),
  }),
  halt_parameters: z.record(z.string(), z.object({ value: z.number(), in_force: z.boolean() })),
  queue: z.object({
    swap: NumberShape,
    outbound: NumberShape,
    internal: NumberShape,
    scheduled_outbound_value: AmountShape,
  }),
  providers: z.array(
    z.object({ kind: z.enum(["node", "indexer"]), ok: z.boolean(), height: NumberShape, lag_blocks: NumberShape }),
  ),
});
export type StatusAnswer = z.output<typeof StatusShape>;
type StatusKey = keyof StatusAnswer;
const statusKeys = Object.keys(StatusShape.shape) as StatusKey[];
export const PartialStatusShape = StatusShape.partial();
export type ChainAnswer = z.output<typeof ChainShape>;
export type PartialStatus = z.output<typeof PartialStatusShape>;

export const getNetworkStatus = createTool({
  name: "get_network_status",
  title: "Network status: halts, fees, queue",
  view: "status",
  description:
    "Says whether the network and each chain may be used now, with outbound fees and halt parameters. " +
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
  unread: { state: "not_checked" },
  async read(network, { fields, chain }, options) {
    const envelope = await network.getStatus({ ...options, ...(chain !== undefined && { chain }) });
    const status = statusAnswer(envelope);
    const kept = new Set<string>(fields ?? statusKeys);
    const body = Object.fromEntries(Object.entries(status).filter(([key]) => kept.has(key)));
    return { envelope, body: PartialStatusShape.parse(body) };
  },
  toLines: statusLines,
});

function statusAnswer(reading: NetworkReading): StatusAnswer {
  const { queue } = reading;
  const { known, unchecked } = splitChains(reading);
  return {
    state: reading.sign.state,
    trading: reading.trading.verdict,
    halted_by: [...reading.trading.haltedBy],
    chains: known.map((chain) => chainAnswer(chain, reading)),
    unchecked_chains: [...unchecked],
    outbound_fees: Object.fromEntries(known.map((chain) => [chain.chain, moneyAnswer(chain.outboundFee)])),
    fees: {
      native_transaction: moneyAnswer(reading.nativeTransactionFee),
      native_outbound: moneyAnswer(reading.nativeOutboundFee),
      outbound_multiplier_bps: reading.outboundMultiplierBps,
      minimum_slip_bps: { ...reading.minimumSlipBps },
      minimum_slip_by_asset: reading.ownSlips && [...reading.ownSlips],
    },
    halt_parameters: Object.fromEntries(
      Object.entries(reading.haltParameters).map(([key, { value, inForce }]) => [key, { value, in_force: inForce }]),
    ),
    queue: {
      swap: queue?.swap ?? null,
      outbound: queue?.outbound ?? null,
      internal: queue?.internal ?? null,
      scheduled_outbound_value: formatBaseOrNull(
        queue?.scheduledOutboundValue ?? null,
        presets[reading.network].nativeAsset,
      ),
    },
    providers: reading.providers.map(({ kind, ok, height, lagBlocks }) => ({
      kind,
      ok,
      height,
      lag_blocks: lagBlocks,
    })),
  };
}

function chainAnswer(reading: ChainReading, { haltParameters }: NetworkReading): ChainAnswer {
  const { trading, deposits, signing, liquidity } = reading;
  return {
    chain: reading.chain,
    trading: trading.verdict,
    deposits: deposits.verdict,
    signing: signing.verdict,
    liquidity: liquidity.verdict,
    halted_by: listHalts(reading, haltParameters),
    scheduled: reading.scheduled.map(({ parameter, value, height, estimatedTimeMs }) => ({
      parameter,
      value,
      height,
      estimated_time: toIsoTime(estimatedTimeMs),
    })),
    reason: reading.reason && codedReason(reading.reason),
    outbound_fee: moneyAnswer(reading.outboundFee),
    dust_threshold: formatBaseOrNull(reading.dustThreshold, reading.gasAsset),
    gas_rate: reading.gasRate,
    gas_rate_units: reading.gasRateUnits,
    block_time_seconds: reading.blockSeconds,
    last_observed_height: reading.lastObservedHeight,
  };
}

function statusLines(status: PartialStatus, isRead: boolean): string[] {
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
