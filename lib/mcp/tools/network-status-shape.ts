// The shape of get_network_status.
import * as z from "zod";
import { slipKinds } from "../../protocol/model/network-status.ts";
import { signStates } from "../../protocol/model/sign.ts";
import { AmountShape, MoneyShape, NamesShape, NumberShape, outputRegistry, TextShape, VerdictShape } from "./shapes.ts";

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
export type StatusKey = keyof StatusAnswer;
export const statusKeys = Object.keys(StatusShape.shape) as StatusKey[];
export const PartialStatusShape = StatusShape.partial();
export type ChainAnswer = z.output<typeof ChainShape>;
export type PartialStatus = z.output<typeof PartialStatusShape>;
