// get_network_status. Each verdict comes with the parameters that decide it.

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
import { toIsoTime } from "../../protocol/values/figure-text.ts";
import { answerTable } from "./answer-table.ts";
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
import { formatMoney, gasRateText, joinNames, reasonText, textTable } from "./text.ts";
import { createTool } from "./tool.ts";

const scheduledTable = answerTable<ChainReading["scheduled"][number]>()({
  parameter: [z.string(), (halt) => halt.parameter],
  value: [z.number(), (halt) => halt.value],
  height: [z.number(), (halt) => halt.height],
  estimated_time: [TextShape, (halt) => toIsoTime(halt.estimatedTimeMs)],
});
const chainTable = answerTable<ChainReading & Pick<NetworkReading, "haltParameters">>()({
  chain: [z.string(), (chain) => chain.chain],
  trading: [VerdictShape, (chain) => chain.trading.verdict],
  deposits: [VerdictShape, (chain) => chain.deposits.verdict],
  signing: [VerdictShape, (chain) => chain.signing.verdict],
  liquidity: [VerdictShape, (chain) => chain.liquidity.verdict],
  halted_by: [
    NamesShape.clone().register(outputRegistry, {
      description: "Parameters in capitals, node flags in small letters",
    }),
    (chain) => listHalts(chain, chain.haltParameters),
  ],
  scheduled: [
    z.array(scheduledTable.shape),
    (chain) => chain.scheduled.map(scheduledTable.of),
    null,
  ],
  reason: [TextShape, (chain) => chain.reason && codedReason(chain.reason), reasonText],
  outbound_fee: [MoneyShape, (chain) => moneyAnswer(chain.outboundFee), (fee) => formatMoney(fee)],
  dust_threshold: [AmountShape, (chain) => formatBaseOrNull(chain.dustThreshold, chain.gasAsset)],
  gas_rate: [TextShape, (chain) => chain.gasRate, gasRateText],
  gas_rate_units: [TextShape, (chain) => chain.gasRateUnits, null],
  gas_rate_per: [TextShape, (chain) => chain.gasRatePer, null],
  block_time_seconds: [NumberShape, (chain) => chain.blockSeconds],
  last_observed_height: [NumberShape, (chain) => chain.lastObservedHeight],
});
const feeTable = answerTable<NetworkReading>()({
  native_transaction: [MoneyShape, (reading) => moneyAnswer(reading.nativeTransactionFee)],
  native_outbound: [MoneyShape, (reading) => moneyAnswer(reading.nativeOutboundFee)],
  outbound_multiplier_bps: [NumberShape, (reading) => reading.outboundMultiplierBps],
  minimum_slip_bps: [
    z.record(z.enum(slipKinds), NumberShape),
    (reading) => ({ ...reading.minimumSlipBps }),
  ],
  minimum_slip_by_asset: [
    z.array(z.object({ asset: z.string(), kind: z.enum(slipKinds), bps: NumberShape })).nullable(),
    (reading) => reading.ownSlips && [...reading.ownSlips],
  ],
});
const queueTable = answerTable<NetworkReading>()({
  swap: [NumberShape, ({ queue }) => queue?.swap ?? null],
  outbound: [NumberShape, ({ queue }) => queue?.outbound ?? null],
  internal: [NumberShape, ({ queue }) => queue?.internal ?? null],
  scheduled_outbound_value: [
    AmountShape,
    ({ queue, network }) =>
      formatBaseOrNull(queue?.scheduledOutboundValue ?? null, presets[network].nativeAsset),
  ],
});
const statusTable = answerTable<NetworkReading>()({
  state: [z.enum(signStates), (reading) => reading.sign.state],
  trading: [
    VerdictShape.clone().register(outputRegistry, {
      description: "Of the whole network; each chain has its own",
    }),
    (reading) => reading.trading.verdict,
  ],
  halted_by: [NamesShape, (reading) => [...reading.trading.haltedBy]],
  chains: [
    z.array(chainTable.shape),
    (reading) =>
      splitChains(reading).known.map((chain) =>
        chainTable.of({ ...chain, haltParameters: reading.haltParameters }),
      ),
  ],
  /** Only after a failed reading: chains without any fact. They have no row. */
  unchecked_chains: [NamesShape, (reading) => [...splitChains(reading).unchecked]],
  outbound_fees: [
    z.record(z.string(), MoneyShape),
    (reading) =>
      Object.fromEntries(
        splitChains(reading).known.map(({ chain, outboundFee }) => [
          chain,
          moneyAnswer(outboundFee),
        ]),
      ),
  ],
  fees: [feeTable.shape, feeTable.of],
  halt_parameters: [
    z.record(z.string(), z.object({ value: z.number(), in_force: z.boolean() })),
    ({ haltParameters }) =>
      Object.fromEntries(
        Object.entries(haltParameters).map(([key, { value, inForce }]) => [
          key,
          { value, in_force: inForce },
        ]),
      ),
  ],
  queue: [queueTable.shape, queueTable.of],
  providers: [
    z.array(
      z.object({
        kind: z.enum(["node", "indexer"]),
        ok: z.boolean(),
        height: NumberShape,
        lag_blocks: NumberShape,
      }),
    ),
    (reading) =>
      reading.providers.map(({ kind, ok, height, lagBlocks }) => ({
        kind,
        ok,
        height,
        lag_blocks: lagBlocks,
      })),
  ],
});

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
  unread: { state: "not_checked" },
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
