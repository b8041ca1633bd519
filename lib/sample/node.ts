// The bodies of the node about the network and its chains, with the field names and shapes of a real node.
import { routerAddress, type SampleChain, vaultAddress } from "./chains.ts";
import { blockTimeMs, dayStart, externalHeight } from "./clock.ts";
import { isLiquidityPaused, isTradingHalted, NATIVE_FEE_RUNE } from "./mimir.ts";
import type { SampleNetwork } from "./network.ts";
import { outboundFee, runePriceAt, type SamplePool, samplePools } from "./pools.ts";
import { NATIVE } from "./quote/native.ts";

const VERSION = "3.19.1";
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
  const pools = new Map(samplePools(sample.pools, height).map((pool) => [pool.asset, pool]));
  return sample.chains.map((row) => {
    const paused = isTradingHalted(height, row.code);
    const gasPool = pools.get(row.gasAsset);
    return {
      chain: row.code,
      pub_key: "sample-vault-public-key",
      address: vaultAddress(row.code),
      ...(row.family === "evm" ? { router: routerAddress(row.code) } : {}),
      halted: paused,
      global_trading_paused: false,
      chain_trading_paused: paused,
      chain_lp_actions_paused: isLiquidityPaused(height, row.code),
      observed_fee_rate: String(Math.floor((row.gasRate * 2) / 3)),
      gas_rate: String(row.gasRate),
      gas_rate_units: row.gasRateUnits,
      outbound_tx_size: String(row.outboundTxSize),
      outbound_fee: gasPool ? String(outboundFee(gasPool)) : "0",
      dust_threshold: String(row.dustThreshold),
    };
  });
}

export function outboundFeesBody(sample: SampleNetwork, height: number) {
  const gasAssets = new Set(sample.chains.map((row) => row.gasAsset));
  const native = { asset: NATIVE, outbound_fee: String(NATIVE_FEE_RUNE) };
  const others = samplePools(sample.pools, height)
    .filter((pool) => pool.status === "Available")
    .map((pool) => {
      const fee = { asset: pool.asset, outbound_fee: String(outboundFee(pool)) };
      if (!gasAssets.has(pool.asset)) return fee;
      return {
        ...fee,
        fee_withheld_rune: String(pool.balanceRune / 500n),
        fee_spent_rune: String(pool.balanceRune / 1000n),
        surplus_rune: String(pool.balanceRune / 500n - pool.balanceRune / 1000n),
        dynamic_multiplier_basis_points: "100",
      };
    });
  return [...others, native];
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

/** The rows of all chains, or of one. For an unknown chain the node reports that it has observed nothing. */
export function lastBlockBody(chains: readonly SampleChain[], height: number, chain: string | null) {
  const rows = chains.map((row) => ({
    chain: row.code,
    last_observed_in: externalHeight(height, row.blockSeconds),
    last_signed_out: height - 1,
    thorchain: height,
  }));
  if (chain === null) return rows;
  const found = rows.filter((row) => row.chain === chain);
  return found.length > 0 ? found : [{ chain, last_observed_in: 0, last_signed_out: height - 1, thorchain: height }];
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

export const version = { current: VERSION, next: VERSION, querier: VERSION };

/** The node's built-in defaults. A parameter of the same name in capitals overrides each. */
export const constants = {
  int_64_values: {
    AsgardSize: 40,
    BlocksPerYear: 5256000,
    ChurnInterval: 43200,
    CloutLimit: 0,
    DerivedSlipMinBps: 0,
    DesiredValidatorSet: 100,
    FundMigrationInterval: 360,
    L1SlipMinBps: 0,
    MaxAffiliateFeeBasisPoints: 1000,
    MaxConfirmations: 0,
    MaxOutboundFeeMultiplierBasisPoints: 30000,
    MaxSwapsPerBlock: 100,
    MaxTxOutOffset: 720,
    MinOutboundFeeMultiplierBasisPoints: 15000,
    MinRunePoolDepth: 1000000000000,
    MinTxOutVolumeThreshold: 100000000000,
    MinimumL1OutboundFeeUSD: 1000000,
    NativeOutboundFeeUSD: 2000000,
    NativeTransactionFee: 2000000,
    NodePauseChainBlocks: 720,
    OutboundTransactionFee: 2000000,
    PoolCycle: 43200,
    SecuredAssetSlipMinBps: 5,
    SigningTransactionPeriod: 300,
    StreamingSwapMaxLength: 14400,
    StreamingSwapMaxLengthNative: 5256000,
    StreamingSwapPause: 0,
    SynthSlipMinBps: 0,
    TradeAccountsEnabled: 0,
    TradeAccountsSlipMinBps: 0,
    TxOutDelayMax: 17280,
    TxOutDelayRate: 2500000000,
  },
  bool_values: { StrictBondLiquidityRatio: true },
  string_values: { DefaultPoolStatus: "Staged" },
};
