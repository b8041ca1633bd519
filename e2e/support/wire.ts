// What nodes and indexers send of one network, by endpoint: the scripted world of the specs and the model's lay their changes over it.
import type { Preset } from "../../lib/protocol/values/chains.ts";

export interface Block {
  readonly height: number;
  readonly timeMs: number;
}

export const soundFlags = () => ({
  halted: false,
  global_trading_paused: false,
  chain_trading_paused: false,
  chain_lp_actions_paused: false,
});

export const rowBody = (chain: string, address: string, router: string | null, flags: object = soundFlags()) => ({
  chain,
  address,
  ...(router === null ? {} : { router }),
  ...flags,
  gas_rate: "10",
  gas_rate_units: chain === "ETH" ? "gwei" : "satsperbyte",
  outbound_tx_size: "80000",
  outbound_fee: "600000",
  dust_threshold: "1000",
});

/** What tells of the newest block, and so of the clock. */
export function blockBodies(preset: Preset, { height, timeMs }: Block) {
  const timestamp = Math.floor(timeMs / 1000);
  return {
    lastblock: ["BTC", "ETH"].map((chain) => ({ chain, last_observed_in: 900_000, [preset.segment]: height })),
    block: { header: { height: String(height), time: new Date(timeMs).toISOString().replace("Z", "123456Z") } },
    health: {
      inSync: true,
      lastThorNode: { height, timestamp },
      lastCommitted: { height: height - 1, timestamp: timestamp - 6 },
    },
  };
}

/** What no spec of halts changes. */
export const steadyBodies = (preset: Preset) => ({
  network:
    preset.segment === "mayachain"
      ? { total_bond_units: "1", outbound_fee_multiplier: "20000" }
      : {
          total_bond_units: "1",
          outbound_fee_multiplier: "100",
          native_outbound_fee_rune: "2000000",
          native_tx_fee_rune: "2000000",
          rune_price_in_tor: "150000000",
        },
  outbound_fees: [
    { asset: "BTC.BTC", outbound_fee: "1103" },
    { asset: "ETH.USDC-0XA0B8", outbound_fee: "100000000" },
  ],
  queue: { swap: 1, outbound: 12, internal: 0, scheduled_outbound_value: "120450000000" },
  constants: { int_64_values: { L1SlipMinBps: 0, SynthSlipMinBps: 7 } },
});

/** The stages of a swap that is processed, before its payouts; and those of one whose payouts were signed. */
export const processedStages = {
  inbound_observed: { final_count: 30, completed: true },
  inbound_finalised: { completed: true },
  swap_status: { pending: false },
  swap_finalised: { completed: true },
};
export const paidStages = { ...processedStages, outbound_signed: { completed: true } };

export const depositBody = (id: string, memo: string, amount = "100") => {
  return { id, chain: "BTC", from_address: "bc1qsender", coins: [{ asset: "BTC.BTC", amount }], memo };
};

export const payoutBody = (txid: string, to_address: string, amount = "5", id = "AB".repeat(32)) => {
  return { id, chain: "ETH", to_address, coins: [{ asset: "ETH.ETH", amount }], memo: `OUT:${txid}` };
};
