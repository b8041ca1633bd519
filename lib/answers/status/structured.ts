// The JSON of get_network_status and /.well-known/status: the state of the network.

import * as z from "zod";
import {
  type ChainReading,
  type NetworkReading,
  type ProviderReading,
  sendAnswers,
  signStates,
  slipKinds,
  splitChains,
} from "../../protocol/model/network-status.ts";
import type { ScheduledHalt } from "../../protocol/model/verdicts.ts";
import { listHalts } from "../../protocol/safety/chain-note.ts";
import { presets } from "../../protocol/values/chains.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { codedReason } from "../../say/reason-text.ts";
import { headline } from "../../say/signs.en.ts";
import { answerTable } from "../answer-table.ts";
import { EnvelopeShape, envelopeAnswer } from "../envelope.ts";
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
} from "../shapes.ts";
import { type LiquidityPauses, pausedPoolsOf } from "./paused-pools.ts";

const scheduledTable = answerTable<ScheduledHalt>()({
  parameter: [z.string(), (halt) => halt.parameter],
  value: [z.number(), (halt) => halt.value],
  height: [z.number(), (halt) => halt.height],
  estimated_time: [TextShape, (halt) => toIsoTime(halt.estimatedTimeMs)],
});
const chainTable = answerTable<ChainReading & LiquidityPauses>()({
  chain: [z.string(), (chain) => chain.chain],
  trading: [VerdictShape, (chain) => chain.trading.verdict],
  deposits: [VerdictShape, (chain) => chain.deposits.verdict],
  signing: [VerdictShape, (chain) => chain.signing.verdict],
  liquidity: [VerdictShape, (chain) => chain.liquidity.verdict],
  /** What the page answers to "Can I send?". */
  can_send: [
    z.enum(sendAnswers).register(outputRegistry, { advertised: {} }),
    ({ sending }) => sending,
  ],
  /** Pools that take no new liquidity, though `liquidity` is open. Null if sources disagree. */
  paused_pools: [
    NamesShape.nullable(),
    (chain) => {
      const { paused, disputed } = pausedPoolsOf(chain.chain, chain);
      return disputed.length > 0 ? null : [...paused];
    },
  ],
  halted_by: [
    NamesShape.clone().register(outputRegistry, {
      description: "Parameters in capitals, node flags in small letters",
    }),
    (chain) => listHalts(chain, chain.haltParameters),
  ],
  scheduled: [z.array(scheduledTable.shape), (chain) => chain.scheduled.map(scheduledTable.of)],
  reason: [TextShape, (chain) => chain.reason && codedReason(chain.reason)],
  reason_code: [TextShape, (chain) => chain.reason?.code ?? null],
  outbound_fee: [MoneyShape, (chain) => moneyAnswer(chain.outboundFee)],
  dust_threshold: [AmountShape, (chain) => formatBaseOrNull(chain.dustThreshold, chain.gasAsset)],
  gas_rate: [TextShape, (chain) => chain.gasRate],
  gas_rate_units: [TextShape, (chain) => chain.gasRateUnits],
  gas_rate_per: [TextShape, (chain) => chain.gasRatePer],
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
const providerTable = answerTable<ProviderReading>()({
  kind: [z.enum(["node", "indexer"]), (provider) => provider.kind],
  ok: [z.boolean(), (provider) => provider.ok],
  height: [NumberShape, (provider) => provider.height],
  lag_blocks: [NumberShape, (provider) => provider.lagBlocks],
});
export const statusTable = answerTable<NetworkReading>()({
  state: [z.enum(signStates), (reading) => reading.sign.state],
  headline: [z.string(), (reading) => headline(reading.sign)],
  trading: [
    VerdictShape.clone().register(outputRegistry, {
      description: "Of the whole network",
    }),
    (reading) => reading.trading.verdict,
  ],
  halted_by: [NamesShape, (reading) => [...reading.trading.haltedBy]],
  reason: [TextShape, ({ trading: { reason } }) => reason && codedReason(reason)],
  chains: [
    z.array(chainTable.shape),
    (reading) =>
      splitChains(reading).checked.map((chain) =>
        chainTable.of({
          ...chain,
          haltParameters: reading.haltParameters,
          ...(reading.disputedPauses && { disputedPauses: reading.disputedPauses }),
        }),
      ),
  ],
  /** Chains of which nothing is known after a failed reading. `chains` leaves these chains out. */
  unchecked_chains: [NamesShape, (reading) => [...splitChains(reading).unchecked]],
  outbound_fees: [
    z.record(z.string(), MoneyShape),
    (reading) =>
      Object.fromEntries(
        splitChains(reading).checked.map(({ chain, outboundFee }) => [
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
        Object.entries(haltParameters).map(([parameter, { value, inForce }]) => [
          parameter,
          { value, in_force: inForce },
        ]),
      ),
  ],
  queue: [queueTable.shape, queueTable.of],
  providers: [z.array(providerTable.shape), (reading) => reading.providers.map(providerTable.of)],
});

export const StatusAnswerShape = EnvelopeShape.extend(statusTable.shape.shape);
export type StatusAnswer = z.output<typeof StatusAnswerShape>;

export function statusAnswer(reading: NetworkReading): StatusAnswer {
  return { ...envelopeAnswer(reading), ...statusTable.of(reading) };
}
