// The bodies of the node and of the indexer about the network and its chains, with the members of real ones.
// Amounts are bigint, which become text on their way out.
import { formatUnits } from "../protocol/values/amounts.ts";
import { blockTimeMs, isInForce, NATIVE, NATIVE_CHAIN, type SampleState } from "./network.ts";
import { findSide, isHalted, outboundFee } from "./quote.ts";

/** Members of one value. */
const all = (value: bigint, names: string) =>
  Object.fromEntries(names.split(" ").map((name) => [name, value]));

const payoutFee = (state: SampleState, asset: string) => outboundFee(state, findSide(state, asset));

export const poolsBody = (state: SampleState) =>
  [...state.pools.values()].map(({ asset, status, balance_asset, balance_rune, ...pool }) => ({
    asset,
    status,
    ...pool,
    balance_asset,
    ...all(balance_rune, "balance_rune pool_units LP_units"),
    asset_tor_price: (balance_rune * state.runePrice) / balance_asset,
    ...all(0n, "pending_inbound_asset pending_inbound_rune synth_units synth_supply"),
    ...all(0n, "savers_depth savers_units savers_fill_bps savers_capacity_remaining"),
    ...all(0n, "synth_supply_remaining derived_depth_bps"),
    synth_mint_paused: true,
    trading_halted: status !== "Available" || isHalted(state, asset.split(".")[0] ?? ""),
    volume_asset: balance_asset / 20n,
    volume_rune: balance_rune / 20n,
  }));

export const inboundAddressesBody = (state: SampleState) =>
  [...state.rows.values()].map((row) => ({
    ...row,
    pub_key: "sample-vault-public-key",
    halted: isHalted(state, row.chain),
    global_trading_paused: false,
    chain_trading_paused: isHalted(state, row.chain),
    chain_lp_actions_paused: isInForce(state, `PAUSELP${row.chain}`),
    outbound_fee: payoutFee(state, state.chains.get(row.chain)?.gasAsset ?? ""),
  }));

/** RUNE first, at no cost, then every asset that trades on another chain. */
export const outboundFeesBody = (state: SampleState) => [
  { asset: NATIVE, outbound_fee: 0n },
  ...[...state.pools.values()]
    .filter(({ asset, status }) => status === "Available" && !asset.startsWith(NATIVE_CHAIN))
    .map(({ asset }) => ({
      asset,
      outbound_fee: payoutFee(state, asset),
      dynamic_multiplier_basis_points: state.feeMultiplierBps[asset] ?? 10_000n,
    })),
];

export function networkBody({ pools, runePrice }: SampleState) {
  const rune = [...pools.values()].reduce((sum, pool) => sum + pool.balance_rune, 0n);
  return {
    ...all(rune, "available_pools_rune vaults_liquidity_rune effective_security_bond"),
    ...all(rune, "total_reserve bond_reward_rune gas_spent_rune gas_withheld_rune"),
    ...all(2_000_000n, "native_outbound_fee_rune native_tx_fee_rune tns_register_fee_rune"),
    ...{ total_bond_units: 3_339_546n, outbound_fee_multiplier: 100n, tns_fee_per_block_rune: 20n },
    rune_price_in_tor: runePrice,
    tor_price_in_rune: 10n ** 16n / runePrice,
    tor_price_halted: false,
    vaults_migrating: false,
  };
}

/** Of an external chain, at the time of a protocol block. */
const chainHeight = (height: number, blockSeconds: number) =>
  Math.floor(blockTimeMs(height) / Math.round(blockSeconds * 1000));

export const lastBlockBody = ({ chains, rows, height }: SampleState) =>
  [...rows.keys()].map((chain) => {
    const { blockSeconds = 1 } = chains.get(chain) ?? {};
    const last_observed_in = chainHeight(height, blockSeconds);
    return { chain, last_observed_in, last_signed_out: height - 1, thorchain: height };
  });

export function blockBody({ height }: SampleState) {
  const time = new Date(blockTimeMs(height)).toISOString();
  const events = { begin_block_events: [], end_block_events: [], finalize_block_events: [] };
  return { id: {}, header: { chain_id: "thorchain-sample", height, time }, ...events, txs: [] };
}

export function queueBody({ height }: SampleState) {
  const outbound = 5 + (height % 7);
  const scheduled_outbound_value = BigInt(outbound) * 10_040_000_000n;
  const counts = { swap: height % 3, outbound, internal: 0 };
  return { ...counts, scheduled_outbound_value, scheduled_outbound_clout: 0n };
}

/** The indexer is one block behind the node. */
export function healthBody({ height }: SampleState) {
  const mark = (at: number) => ({ height: at, timestamp: Math.floor(blockTimeMs(at) / 1000) });
  const [lastThorNode, lastCommitted] = [mark(height), mark(height - 1)];
  return { database: true, inSync: true, lastCommitted, lastThorNode };
}

const PRICE_DECIMALS = 12;

export const indexerPoolsBody = ({ pools, runePrice }: SampleState) =>
  [...pools.values()].map(({ asset, status, balance_asset, balance_rune }) => {
    const price = ((balance_rune * 10n ** BigInt(PRICE_DECIMALS)) / balance_asset) * runePrice;
    const assetPriceUSD = formatUnits(price, PRICE_DECIMALS + 8);
    const depths = { assetDepth: balance_asset, runeDepth: balance_rune };
    return { asset, ...depths, assetPriceUSD, status: status.toLowerCase() };
  });
