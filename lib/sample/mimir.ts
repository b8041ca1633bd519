// The parameters of the network and the defaults behind them. All halts are defined here; flags, pools and quotes read them through the
// functions below.
import type { SampleChain } from "./chains.ts";
import { BLOCKS_A_DAY, dayStart } from "./clock.ts";

/** The halts of the sample network. */
export const sampleHalts = {
  tradingHalted: { chain: "LTC", key: "HALTLTCTRADING" },
  signingHalted: { chain: "XRP", key: "HALTSIGNINGXRP" },
  liquidityPaused: { chain: "BCH", key: "PAUSELPBCH" },
  /** Always 4 to 28 hours ahead: 04:00 UTC of the next day. */
  scheduled: { chain: "DOGE", key: "HALTDOGETRADING" },
  /** Names that nodes have voted for but no code reads: one T is missing, or the words are in the wrong order. */
  junk: ["HALTRADING", "HALTETHSIGNING"],
} as const;

const SCHEDULED_AFTER_MIDNIGHT = BLOCKS_A_DAY / 6;
export const HALTED_DAYS_AGO = 2;
const NODE_PAUSE_DAYS_AGO = 30;

export const NATIVE_FEE_RUNE = 2_000_000n;
/** The name of the name service that the sample transactions pay as an affiliate. */
export const AFFILIATE_NAME = "smpl";

/** The node's built-in defaults, as far as they are read. A parameter of the same name in capitals overrides each. */
export const constants = {
  int_64_values: {
    DerivedSlipMinBps: 0,
    L1SlipMinBps: 0,
    NodePauseChainBlocks: 720,
    OutboundTransactionFee: 2_000_000,
    SecuredAssetSlipMinBps: 5,
    SigningTransactionPeriod: 300,
    StableSlipMinBps: 0,
    StreamingLimitSwapMaxAge: 43_200,
    StreamingSwapMaxLength: 14_400,
    StreamingSwapMaxLengthNative: 5_256_000,
    SynthSlipMinBps: 0,
    TradeAccountsDepositEnabled: 1,
    TradeAccountsSlipMinBps: 0,
    VirtualMultSynthsBasisPoints: 20_000,
  },
};

/** What is voted otherwise than the defaults, as far as it is read. */
const settings: Readonly<Record<string, number>> = {
  ADVSWAPQUEUERAPIDSWAPMAX: 5,
  DERIVEDSLIPMINBPS: 10,
  ENABLEADVSWAPQUEUE: 1,
  L1SLIPMINBPS: 5,
  "MAXCONFIRMATIONS-BTC": 3,
  MAXOUTBOUNDATTEMPTS: 1_000,
  MAXOUTBOUNDFEEMULTIPLIERBASISPOINTS: 100,
  MAXTXOUTOFFSET: 120,
  MINIMUML1OUTBOUNDFEEUSD: 25_000_000,
  MINTXOUTVOLUMETHRESHOLD: 100_000_000_000,
  SYNTHSLIPMINBPS: 10,
  "TORANCHOR-ETH-USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48": 1,
  "TORANCHOR-ETH-USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7": 1,
  TRADEACCOUNTSENABLED: 1,
  TXOUTDELAYRATE: 100_000_000_000,
};

/** Every halt that is not zero: in force, past or scheduled. */
function haltValues(height: number): Record<string, number> {
  const day = dayStart(height);
  return {
    [sampleHalts.tradingHalted.key]: day - HALTED_DAYS_AGO * BLOCKS_A_DAY,
    [sampleHalts.signingHalted.key]: 1,
    [sampleHalts.liquidityPaused.key]: 1,
    [sampleHalts.scheduled.key]: day + BLOCKS_A_DAY + SCHEDULED_AFTER_MIDNIGHT,
    ...Object.fromEntries(sampleHalts.junk.map((key) => [key, 1])),
    NODEPAUSECHAINGLOBAL: day - NODE_PAUSE_DAYS_AGO * BLOCKS_A_DAY,
  };
}

/** All parameters at a height: upper-case key → integer, in alphabetical order. */
export function mimirBody(chains: readonly SampleChain[], height: number): Record<string, number> {
  const off = chains.flatMap(({ code }) =>
    [`HALT${code}CHAIN`, `HALT${code}TRADING`, `HALTSIGNING${code}`, `PAUSELP${code}`].map(
      (key) => [key, 0] as const,
    ),
  );
  const mimir = { ...settings, ...Object.fromEntries(off), ...haltValues(height) };
  return Object.fromEntries(Object.entries(mimir).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isInForce(height: number, key: string): boolean {
  const value = haltValues(height)[key] ?? 0;
  return value > 0 && value <= height;
}

export function isTradingHalted(height: number, chain: string): boolean {
  return isInForce(height, `HALT${chain}TRADING`) || isInForce(height, `HALT${chain}CHAIN`);
}

export function isLiquidityPaused(height: number, chain: string): boolean {
  return isInForce(height, "PAUSELP") || isInForce(height, `PAUSELP${chain}`);
}
