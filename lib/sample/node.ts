// The bodies of the node about the network and its chains, with the field names and shapes of a real node.
import type { SampleChain } from "./chains.ts";
import { blockTimeMs, dayStart, externalHeight } from "./clock.ts";
import { isLiquidityPaused, isTradingHalted, NATIVE_FEE_RUNE } from "./mimir.ts";
import { runePriceAt, type SamplePool, samplePools } from "./pools.ts";
import { outboundFee } from "./quote/outbound-fee.ts";
import { findSide, NATIVE, NATIVE_CHAIN, type QuoteState } from "./quote/state.ts";
import { type SampleNetwork, sampleState } from "./state.ts";

const ONE = 100_000_000n;
const sum = (pools: readonly SamplePool[], of: (pool: SamplePool) => bigint) =>
  pools.reduce((total, pool) => total + of(pool), 0n);

export function poolBody(pool: SamplePool, height: number) {
  return {
    asset: pool.asset,
    ...(pool.shortCode === null ? {} : { short_code: pool.shortCode }),
    status: pool.status,
    decimals: pool.decimals,
    pending_inbound_asset: "0",
    pending_inbound_rune: "0",
    balance_asset: String(pool.balanceAsset),
    balance_rune: String(pool.balanceRune),
    asset_tor_price: String(pool.priceUsd),
    pool_units: String(pool.balanceRune),
    LP_units: String(pool.balanceRune),
    synth_units: "0",
    synth_supply: "0",
    savers_depth: "0",
    savers_units: "0",
    savers_fill_bps: "0",
    savers_capacity_remaining: "0",
    synth_mint_paused: true,
    synth_supply_remaining: "0",
    derived_depth_bps: "0",
    trading_halted: pool.status !== "Available" || isTradingHalted(height, pool.chain),
    volume_asset: String(pool.balanceAsset / 20n),
    volume_rune: String(pool.balanceRune / 20n),
    pol_reserve_rune_deposited: "0",
    rolling_pool_liquidity_fee_rune: String(pool.balanceRune / 20_000n),
  };
}

export function inboundAddressesBody(sample: SampleNetwork, height: number) {
  const state = sampleState(sample, height);
  return sample.chains.map((row) => {
    const paused = isTradingHalted(height, row.code);
    return {
      chain: row.code,
      pub_key: "sample-vault-public-key",
      address: row.address,
      ...(row.router && { router: row.router }),
      halted: paused,
      global_trading_paused: false,
      chain_trading_paused: paused,
      chain_lp_actions_paused: isLiquidityPaused(height, row.code),
      observed_fee_rate: String(row.observedFeeRate),
      gas_rate: String(row.gasRate),
      gas_rate_units: row.gasRateUnits,
      outbound_tx_size: String(row.outboundTxSize),
      outbound_fee: String(payoutFee(state, row.gasAsset)),
      dust_threshold: String(row.dustThreshold),
    };
  });
}

/** RUNE first, at no cost, then every asset that trades on another chain. */
export function outboundFeesBody(sample: SampleNetwork, height: number) {
  const state = sampleState(sample, height);
  const others = samplePools(sample.pools, height).filter(
    (pool) => pool.status === "Available" && pool.chain !== NATIVE_CHAIN,
  );
  return [{ asset: NATIVE, outbound_fee: "0" }, ...others.map((pool) => feeBody(state, pool))];
}

function feeBody(state: QuoteState, { asset, balanceRune }: SamplePool) {
  const [withheld, spent] = [balanceRune / 500n, balanceRune / 1000n];
  return {
    asset,
    outbound_fee: String(payoutFee(state, asset)),
    fee_withheld_rune: String(withheld),
    fee_spent_rune: String(spent),
    surplus_rune: String(withheld - spent),
    dynamic_multiplier_basis_points: String(state.feeMultiplierBps.get(asset)),
  };
}

/** The fee of one payout of an asset, in that asset. */
function payoutFee(state: QuoteState, asset: string): bigint {
  return outboundFee(state, findSide(state, asset, "to"));
}

export function networkBody(sample: SampleNetwork, height: number) {
  const pools = samplePools(sample.pools, height);
  const price = runePriceAt(height);
  return {
    bond_reward_rune: String(BigInt(height - dayStart(height)) * 50_000_000n),
    total_bond_units: "3339546",
    available_pools_rune: String(
      sum(
        pools.filter((pool) => pool.status === "Available"),
        (pool) => pool.balanceRune,
      ),
    ),
    vaults_liquidity_rune: String(sum(pools, (pool) => pool.balanceRune)),
    effective_security_bond: "9500000000000000",
    total_reserve: "7400000000000000",
    vaults_migrating: false,
    xmr_active_vault_ready: false,
    gas_spent_rune: "180000000000000",
    gas_withheld_rune: "230000000000000",
    outbound_fee_multiplier: "100",
    native_outbound_fee_rune: String(NATIVE_FEE_RUNE),
    native_tx_fee_rune: String(NATIVE_FEE_RUNE),
    tns_register_fee_rune: "1000000000",
    tns_fee_per_block_rune: "20",
    rune_price_in_tor: String(price),
    tor_price_in_rune: String((ONE * ONE) / price),
    tor_price_halted: false,
  };
}

export function lastBlockBody(chains: readonly SampleChain[], height: number) {
  return chains.map((row) => ({
    chain: row.code,
    last_observed_in: externalHeight(height, row.blockSeconds),
    last_signed_out: height - 1,
    thorchain: height,
  }));
}

export function blockBody(height: number) {
  const hash = (of: number) => of.toString(16).toUpperCase().padStart(64, "0");
  const id = (of: number) => ({ hash: hash(of), parts: { total: 1, hash: hash(of) } });
  return {
    id: id(height),
    header: {
      version: { block: "11", app: "0" },
      chain_id: "thorchain-sample",
      height,
      time: new Date(blockTimeMs(height)).toISOString().replace("Z", "000000Z"),
      last_block_id: id(height - 1),
      last_commit_hash: hash(height - 1),
      data_hash: hash(0),
      validators_hash: hash(1),
      next_validators_hash: hash(1),
      consensus_hash: hash(2),
      app_hash: hash(height),
      last_results_hash: hash(height - 1),
      evidence_hash: hash(0),
      proposer_address: "sample-validator",
    },
    begin_block_events: [],
    end_block_events: [],
    finalize_block_events: [],
    txs: [],
  };
}

export function queueBody(height: number) {
  const waiting = 5 + (height % 7);
  return {
    swap: height % 3,
    outbound: waiting,
    internal: 0,
    scheduled_outbound_value: String(BigInt(waiting) * 10_040_000_000n),
    scheduled_outbound_clout: "0",
  };
}
