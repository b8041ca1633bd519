// Answers of node and indexer about the network, with only the members that this site reads.
// Amounts are bigint here. `transport.ts` writes them as text in the JSON.
import { formatUnits } from "../protocol/values/amounts.ts";
import {
  blockTimeMs,
  chainHeight,
  isHalted,
  isInForce,
  NATIVE_ASSET,
  NATIVE_CHAIN,
  type SampleState,
} from "./network.ts";
import { findSide, outboundFee } from "./side.ts";

export const poolsBody = (state: SampleState) =>
  [...state.pools.values()].map((pool) => ({
    ...pool,
    asset_tor_price: (pool.balance_rune * state.runePrice) / pool.balance_asset,
    trading_halted: pool.status !== "Available" || isHalted(state, pool.asset.split(".")[0] ?? ""),
  }));

export const inboundAddressesBody = (state: SampleState) =>
  [...state.inboundRows.values()].map((row) => ({
    ...row,
    halted: isHalted(state, row.chain),
    global_trading_paused: false,
    chain_trading_paused: isHalted(state, row.chain),
    chain_lp_actions_paused: isInForce(state, `PAUSELP${row.chain}`),
  }));

export const outboundFeesBody = (state: SampleState) => [
  { asset: NATIVE_ASSET, outbound_fee: 0n },
  ...[...state.pools.values()]
    .filter(({ asset, status }) => status === "Available" && !asset.startsWith(NATIVE_CHAIN))
    .map(({ asset }) => ({ asset, outbound_fee: outboundFee(state, findSide(state, asset)) })),
];

export const networkBody = ({ runePrice }: SampleState) => ({
  native_outbound_fee_rune: 2_000_000n,
  native_tx_fee_rune: 2_000_000n,
  outbound_fee_multiplier: 100n,
  rune_price_in_tor: runePrice,
  tor_price_halted: false,
  total_bond_units: 3_339_546n,
});

export const lastBlockBody = ({ chains, inboundRows, height }: SampleState) =>
  [...inboundRows.keys()].map((chain) => {
    const last_observed_in = chainHeight(height, chains.get(chain));
    return { chain, last_observed_in, last_signed_out: height - 1, thorchain: height };
  });

export function blockBody({ height }: SampleState) {
  return { header: { height, time: new Date(blockTimeMs(height)).toISOString() } };
}

export function queueBody({ height }: SampleState) {
  const payoutCount = 5 + (height % 7);
  const queueRuneBase = BigInt(payoutCount) * 10_040_000_000n;
  const queueCounts = { swap: height % 3, outbound: payoutCount, internal: 0 };
  return { ...queueCounts, scheduled_outbound_value: queueRuneBase };
}

function indexedBlock(height: number) {
  return { height, timestamp: Math.floor(blockTimeMs(height) / 1000) };
}

export function healthBody({ height }: SampleState) {
  return {
    database: true,
    inSync: true,
    lastCommitted: indexedBlock(height - 1),
    lastThorNode: indexedBlock(height),
  };
}

const PRICE_DECIMALS = 12;

export const indexerPoolsBody = ({ pools, runePrice }: SampleState) =>
  [...pools.values()].map(({ asset, status, balance_asset, balance_rune }) => {
    const scaledPriceUsd =
      ((balance_rune * 10n ** BigInt(PRICE_DECIMALS)) / balance_asset) * runePrice;
    const assetPriceUSD = formatUnits(scaledPriceUsd, PRICE_DECIMALS + 8);
    const depths = { assetDepth: balance_asset, runeDepth: balance_rune };
    return { asset, ...depths, assetPriceUSD, status: status.toLowerCase() };
  });
