// What mayanode says of a network: its keys, flags and names. Without parameters the constants hold.
import { haltsOf, isPast, type Settings } from "./halts.ts";
import type { MayaPool, MayaRow, MayaState } from "./quote.ts";

const VERSION = "1.124.0";

export const mayaConstants: Settings = {
  NativeTransactionFee: 2_000_000_000,
  OutboundTransactionFee: 2_000_000_000,
  StreamingSwapMaxLength: 14_400,
  StreamingSwapMinBPFee: 100,
  StreamingSwapPause: 0,
  TradeAccountsDepositEnabled: 1,
  TradeAccountsEnabled: 1,
  TradeAccountsWithdrawEnabled: 1,
  VirtualMultSynthsBasisPoints: 20_000,
};

/** On DASH trading is halted since a height, on KUJI signing is, and one asset is halted that no row shows. */
export function mayaMimir(codes: readonly string[], sinceHeight: number): Settings {
  const off = codes.flatMap((code) => [
    `HALT${code}CHAIN`,
    `HALT${code}TRADING`,
    `HALTSIGNING${code}`,
    `PAUSELP${code}`,
  ]);
  return {
    ...Object.fromEntries(off.map((key) => [key, 0])),
    BURNSYNTHS: 0,
    HALTCHAINGLOBAL: 0,
    HALTDASHTRADING: sinceHeight,
    HALTSIGNING: 0,
    HALTSIGNINGKUJI: 1,
    HALTTRADING: 0,
    "HALTTRADING-ARB-ETH": sinceHeight,
    MINTSYNTHS: 0,
    NODEPAUSECHAINGLOBAL: sinceHeight,
    PAUSELP: 0,
    STREAMINGSWAPMINBPFEE: 5,
  };
}

/** By endpoint. What a row of the table does not have, mayanode does not know. */
export const bodies: Readonly<Record<string, (state: MayaState) => unknown>> = {
  pools: ({ pools: all }) => [...all.values()].map(poolBody),
  inbound_addresses: ({ rows, settings, height }) =>
    [...rows.values()].map((row) => rowBody(row, settings, height)),
  lastblock: ({ rows, height }) => [...rows.values()].map((row) => lastBlockBody(row, height)),
  mimir: ({ mimir }) => mimir,
  constants: () => ({ int_64_values: mayaConstants, bool_values: {}, string_values: {} }),
  network: () => ({
    bond_reward_cacao: "175508997",
    total_bond_units: "339546",
    total_reserve: "3500025778958852",
    total_asgard: "99999974012624215",
    gas_spent_cacao: "0",
    gas_withheld_cacao: "25767989540",
    outbound_fee_multiplier: "15000",
  }),
  queue: ({ height }) => ({
    swap: height % 3,
    outbound: 5,
    internal: 0,
    scheduled_outbound_value: "1004000000000",
  }),
  version: () => ({ current: VERSION, next: VERSION, querier: VERSION }),
  block: ({ height, time }) => ({
    header: {
      chain_id: "mayachain-sample",
      height: String(height),
      time: new Date(time * 1000).toISOString(),
    },
    txs: [],
  }),
};

function poolBody({ asset, status, balanceAsset, balanceCacao }: MayaPool) {
  return {
    balance_cacao: String(balanceCacao),
    balance_asset: String(balanceAsset),
    asset,
    LP_units: String(balanceCacao),
    pool_units: String(balanceCacao),
    status,
    decimals: 8,
    synth_units: "0",
    synth_supply: "0",
    pending_inbound_cacao: "0",
    pending_inbound_asset: "0",
    savers_depth: "0",
    savers_units: "0",
    synth_mint_paused: false,
    bondable: true,
  };
}

function rowBody(row: MayaRow, settings: Settings, height: number) {
  const { global, chain } = haltsOf(settings, height, row.chain);
  return {
    chain: row.chain,
    pub_key: "sample-vault-public-key",
    address: row.address,
    ...(row.router && { router: row.router }),
    halted: global || chain,
    global_trading_paused: global,
    chain_trading_paused: chain,
    chain_lp_actions_paused:
      isPast(settings, height, "PAUSELP") || isPast(settings, height, `PAUSELP${row.chain}`),
    gas_rate: row.gasRate,
    gas_rate_units: row.gasRateUnits,
    outbound_tx_size: "1000",
    outbound_fee: String(row.outboundFee),
    dust_threshold: String(row.dustThreshold),
  };
}

function lastBlockBody({ chain, observedHeight }: MayaRow, height: number) {
  return {
    chain,
    last_observed_in: observedHeight,
    last_signed_out: height - 1,
    mayachain: height,
  };
}
