// get_network_status. Each verdict comes with the parameters that decide it. A value that was not read is null.
import * as z from "zod";
import type { ChainReading, NetworkReading } from "../../protocol/model/network-status.ts";
import { codedReason } from "../../protocol/model/reason.ts";
import { splitChains } from "../../protocol/model/unchecked-chains.ts";
import { listHalts } from "../../protocol/safety/sentences.ts";
import { presets } from "../../protocol/values/chains.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { type ChainAnswer, PartialStatusShape, type StatusAnswer, statusKeys } from "./network-status-shape.ts";
import { statusLines } from "./network-status-text.ts";
import { formatBaseOrNull, moneyAnswer } from "./shapes.ts";
import { createTool } from "./tool.ts";

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
  unread: {
    state: "not_checked",
    trading: "unknown",
    halted_by: [],
    chains: [],
    unchecked_chains: [],
    outbound_fees: {},
    fees: {
      native_transaction: null,
      native_outbound: null,
      outbound_multiplier_bps: null,
      minimum_slip_bps: { l1: null, synth: null, trade: null, secured: null, derived: null, stable: null },
      minimum_slip_by_asset: null,
    },
    halt_parameters: {},
    queue: { swap: null, outbound: null, internal: null, scheduled_outbound_value: null },
    providers: [],
  },
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
