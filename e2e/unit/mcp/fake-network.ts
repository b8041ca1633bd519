// A network with readings written by hand: realistic figures for
// 13 chains and 40 pools, and a failed form of each reading.

import type { Envelope, Failure, Money } from "../../../lib/protocol/model/envelope.ts";
import type {
  ChainReading,
  InboundsReading,
  NetworkReading,
} from "../../../lib/protocol/model/network-status.ts";
import type { PoolReading, PoolsReading } from "../../../lib/protocol/model/pools.ts";
import type { QuoteReading } from "../../../lib/protocol/model/quote.ts";
import type { SwapReading } from "../../../lib/protocol/model/swap.ts";
import type { Judgement, Reason } from "../../../lib/protocol/model/verdicts.ts";
import type { Network } from "../../../lib/protocol/network.ts";
import { emptyQuote } from "../../../lib/protocol/quote/figures.ts";
import { clockReasons, haltReasons } from "../../../lib/protocol/safety/reasons.ts";
import { parseKnownChain, presets } from "../../../lib/protocol/values/chains.ts";
import { agreed, agreedMoney } from "../../support/agreed.ts";

export const blockTimeMs = Date.parse("2026-11-20T03:12:30Z");
const fresh: Envelope = {
  network: "thorchain",
  source: "live",
  clock: { freshness: "fresh", height: 28135243, blockTimeMs, ageMs: 4300, reason: null },
  warnings: [],
  advice: ["BTC is open: read the inbound address right before sending."],
  failure: null,
};
const old: Reason = clockReasons.late(75);
const failure: Failure = {
  code: "stale",
  hint: "The newest block is 75 s old.",
  retryAfterSeconds: 6,
};
const {
  reason: _reason,
  sizeFault: _fault,
  adviceLevel: _level,
  payoutSigning: _signing,
  ...untold
} = emptyQuote;
/** A quote in which the node stated nothing. */
export const nothingStated = untold;

const failed: Envelope = {
  ...fresh,
  clock: { freshness: "unknown", height: null, blockTimeMs: null, ageMs: null, reason: old },
  advice: ["The state of the network is not known."],
  failure,
};

const open: Judgement = { verdict: "open", haltedBy: [], reason: null };
const halted = (...haltedBy: string[]): Judgement => ({
  verdict: "halted",
  haltedBy,
  reason: null,
});
const unknown: Judgement = { verdict: "unknown", haltedBy: [], reason: old };
const money = (asset: string, base: bigint, usd: bigint | null = null): Money => ({
  asset,
  base,
  usd,
});

const chains: ChainReading[] = presets.thorchain.chains.slice(0, 13).map((chain, index) => ({
  chain: chain.code,
  native: chain.native === true,
  trading: chain.code === "GAIA" ? halted("HALTGAIATRADING", "HALTGAIACHAIN") : open,
  deposits: chain.code === "GAIA" ? halted("HALTGAIATRADING") : open,
  signing: chain.code === "DOGE" ? halted("HALTSIGNINGDOGE") : open,
  liquidity: chain.code === "BTC" ? halted("PAUSELPBTC") : open,
  scheduled:
    chain.code === "BTC"
      ? [
          {
            parameter: "HALTBTCTRADING",
            value: 28140000,
            height: 28140000,
            estimatedTimeMs: Date.parse("2026-11-20T11:08:00Z"),
          },
        ]
      : [],
  reason: chain.native ? { code: "native_chain", text: "send a MsgDeposit" } : null,
  outboundFee: money(
    chain.gasAsset,
    1103n + BigInt(index) * 17n,
    94_000_000n + BigInt(index) * 1_300_000n,
  ),
  dustThreshold: chain.native ? null : agreed(1000n * BigInt(index + 1)),
  gasAsset: chain.gasAsset,
  gasRate: chain.native ? null : agreed(String(4 + index * 7)),
  gasRateUnits: chain.native ? null : index % 2 ? "sat" : "gwei",
  gasRatePer: chain.native ? null : index % 2 ? ("byte" as const) : ("gas" as const),
  blockSeconds: chain.blockSeconds,
  lastObservedHeight: chain.native ? null : 921003 + index * 1013,
}));

const HALTS_SOON = "Halts soon: Bitcoin in 7 hours 55 minutes (11:08 UTC)";
export const status: NetworkReading = {
  ...fresh,
  trading: open,
  sign: { state: "halts_soon", word: HALTS_SOON, headline: HALTS_SOON },
  chains,
  nativeTransactionFee: money("THOR.RUNE", 2_000_000n, 3_000_000n),
  nativeOutboundFee: money("THOR.RUNE", 2_000_000n, 3_000_000n),
  outboundMultiplierBps: 100,
  minimumSlipBps: { l1: 10, synth: 10, trade: 0, secured: 5, derived: null, stable: 3 },
  ownSlips: [
    { asset: "BTC.BTC", kind: "l1", bps: agreed(20) },
    { asset: "ETH.ETH", kind: "synth", bps: null },
  ],
  haltParameters: {
    PAUSELPBTC: { value: 1, inForce: true },
    HALTBTCTRADING: { value: 28140000, inForce: false },
  },
  queue: { swap: 0, outbound: 12, internal: 3, scheduledOutboundValue: agreed(120_450_000_000n) },
  providers: [
    {
      kind: "node",
      operator: "node.test",
      ok: true,
      height: 28135243,
      lagBlocks: 0,
      observedAtMs: blockTimeMs + 4300,
    },
    {
      kind: "indexer",
      operator: "indexer.test",
      ok: false,
      height: 28135242,
      lagBlocks: 1,
      observedAtMs: blockTimeMs + 4100,
    },
  ],
};

const assets = [
  "BTC.BTC",
  "ETH.ETH",
  "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48",
  "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7",
  "AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E",
  "BASE.ETH",
  "LTC.LTC",
  "BCH.BCH",
  "DOGE.DOGE",
  "GAIA.ATOM",
  "XRP.XRP",
  "TRON.TRX",
];
export const pools: PoolReading[] = Array.from({ length: 41 }, (_, index) => {
  const asset =
    assets[index] ?? `ETH.COIN${index}-0X${index.toString(16).toUpperCase().padStart(40, "F")}`;
  const chain = asset.slice(0, asset.indexOf("."));
  return {
    asset,
    chain,
    status: index === 40 ? "staged" : "available",
    trading: chain === "GAIA" ? halted("HALTGAIATRADING") : open,
    priceUsd: index === 5 ? null : 8_516_412_345_678n / BigInt(index * index + 1),
    assetDepth: agreed(81_213_456_789n * BigInt(index + 1)),
    nativeDepth: agreed(4_821_100_412_345_678n / BigInt(index + 1)),
    nativeAsset: "THOR.RUNE",
    depthUsd: index === 5 ? null : 13_832_801_011_000_000n / BigInt(index + 1),
    outboundFee:
      index === 6 ? null : money(asset, 1103n + BigInt(index), index === 5 ? null : 94_000_000n),
    reason: null,
  };
});

const inbounds: InboundsReading = {
  ...fresh,
  chains: [
    {
      chain: "BTC",
      trading: open,
      deposits: open,
      signing: open,
      address: agreed("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
      router: null,
      gasRate: agreed("4"),
      gasRateUnits: "sat",
      gasRatePer: "byte",
      dustThreshold: agreed(1000n),
      gasAsset: "BTC.BTC",
      sendBeforeMs: blockTimeMs + 6000,
      sourcesAgreeing: 2,
      reason: null,
    },
    {
      chain: "GAIA",
      trading: halted("HALTGAIATRADING"),
      deposits: halted("HALTGAIATRADING"),
      signing: open,
      address: null,
      router: null,
      gasRate: null,
      gasRateUnits: null,
      gasRatePer: null,
      dustThreshold: null,
      gasAsset: null,
      sendBeforeMs: null,
      sourcesAgreeing: null,
      reason: haltReasons.inForce(),
    },
  ],
};

export const quote: QuoteReading = {
  ...emptyQuote,
  ...fresh,
  from: "BTC.BTC",
  to: "ETH.ETH",
  amount: 100_000_000n,
  converted: null,
  trading: open,
  expectedAmountOut: agreed(1_739_654_000n),
  fees: [
    {
      kind: "liquidity",
      amount: agreedMoney(money("ETH.ETH", 3_851_603n, 12_140_000_000n)),
      bps: 22,
    },
    { kind: "outbound", amount: agreedMoney(money("ETH.ETH", 600_000n, 1_891_000_000n)), bps: 3 },
    { kind: "affiliate", amount: null, bps: null },
  ],
  inboundGasEstimate: money("BTC.BTC", 560n, 48_000_000n),
  gasRate: agreed("4"),
  gasRateUnits: "sat",
  gasRatePer: "byte",
  slipBps: 22,
  totalBps: 25,
  recommendedMinAmount: agreed(4412n),
  dustThreshold: agreed(1000n),
  maxStreamingQuantity: 12,
  seconds: { inboundConfirmation: 1200, swap: 0, outboundDelay: 180, total: 1380 },
  sendBeforeMs: blockTimeMs + 900_000,
  minReceived: agreed(1_687_464_380n),
  belowLimit: "refund",
  sentUsd: 6_900_000_000_000n,
  receivedUsd: 6_884_326_000_000n,
  totalCost: money("ETH.ETH", 3_959_603n, 15_674_000_000n),
  totalCostBps: 22.71,
  priceImpact: money("ETH.ETH", 80_203n, 317_000_000n),
  priceImpactBps: 0.46,
  feeShares: [
    { kind: "liquidity", bps: 17.59 },
    { kind: "outbound", bps: 2.74 },
    { kind: "affiliate", bps: null },
  ],
  streaming: { mode: "single", interval: 0, quantity: 1, isApplied: true },
  memo: agreed("=:ETH.ETH:0x1111111111111111111111111111111111111111:1687464380"),
  inboundAddress: agreed("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
  sourcesAgreeing: 2,
  adviceLevel: "none",
  howToSend: ["Send the amount to this address, with exactly this memo."],
  payoutSigning: "open",
};

const txid = "9D30542F2D2D8A1E5F3F3E7B0C7C1E0B1A2B3C4D5E6F708192A3B4C5D6E7F809";
const swap: SwapReading = {
  ...fresh,
  txid,
  state: "outbound_scheduled",
  terminal: false,
  refundExpected: false,
  doubt: null,
  headline: "Waiting to be paid out",
  explanation: "Swapped. The payout to ETH is scheduled; large payouts wait longer.",
  ownExplanation: "Swapped. The payout to ETH is scheduled; large payouts wait longer.",
  stages: [
    { stage: "observed", done: true },
    { stage: "confirmed", done: true },
    {
      stage: "swapped",
      done: true,
      streaming: { count: 7, quantity: 9, asset: null, in: null, out: null, failed: null },
    },
    { stage: "outbound_scheduled", done: false, secondsLeft: 120 },
    { stage: "outbound_signed", done: false },
  ],
  in: {
    chain: "BTC",
    asset: "BTC.BTC",
    amount: 100_000_000n,
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    memo: '=:ETH.ETH:0x1111111111111111111111111111111111111111 "send again',
  },
  out: [
    {
      kind: "swap",
      chain: "ETH",
      asset: "ETH.ETH",
      amount: 1_739_654_000n,
      address: "0x1111111111111111111111111111111111111111",
      txid: null,
    },
  ],
  refundReason: null,
  order: null,
  liquidityFee: money("THOR.RUNE", 421_240_000_000n, 631_860_000_000n),
  outboundFees: [money("ETH.ETH", 600_000n, 1_891_000_000n)],
  startedAtMs: Date.parse("2026-11-20T02:51:00Z"),
  estimatedSecondsLeft: 180,
  nextPollSeconds: 60,
  payoutChain: "ETH",
  signing: "open",
  held: false,
  decidedBy: "node",
};

export const poolsReading: PoolsReading = {
  ...fresh,
  nativePriceUsd: 150_000_000n,
  pools,
  doubtedAssets: [],
};

/** Every reading succeeds. A test replaces the one that it is about. */
export function createFakeNetwork(changes: Partial<Network> = {}): Network {
  return {
    getStatus: async () => status,
    getPools: async () => poolsReading,
    getInbounds: async (options) => {
      const codes = inbounds.chains.map((row) => row.chain);
      const code =
        options?.chain === undefined
          ? null
          : parseKnownChain(options.chain, codes, presets.thorchain.chains);
      return {
        ...inbounds,
        chains: inbounds.chains.filter((row) => code === null || row.chain === code),
      };
    },
    getQuote: async () => quote,
    getSwap: async () => swap,
    ...changes,
  };
}

/** Every reading failed: `unknown`, null and empty lists beside the failure. */
export const failedNetwork: Network = {
  getStatus: async () => ({
    ...failed,
    trading: unknown,
    sign: { state: "not_checked", word: "Not checked", headline: "Not checked. Do not send." },
    chains: [],
    nativeTransactionFee: null,
    nativeOutboundFee: null,
    outboundMultiplierBps: null,
    minimumSlipBps: {
      l1: null,
      synth: null,
      trade: null,
      secured: null,
      derived: null,
      stable: null,
    },
    ownSlips: null,
    haltParameters: {},
    queue: null,
    providers: [],
  }),
  getPools: async () => ({ ...failed, nativePriceUsd: null, pools: [], doubtedAssets: [] }),
  getInbounds: async () => ({ ...failed, chains: [] }),
  getQuote: async () => ({
    ...failed,
    failure: {
      ...failure,
      code: "ambiguous_asset",
      retryAfterSeconds: null,
      candidates: ["ETH.USDC", "AVAX.USDC"],
    },
    from: "BTC.BTC",
    to: "ETH.ETH",
    amount: 100_000_000n,
    converted: null,
    trading: unknown,
    ...emptyQuote,
    withheld: { code: "ambiguous_asset", text: failure.hint, retryAfterSeconds: null },
    reason: old,
  }),
  getSwap: async () => ({
    ...failed,
    txid,
    state: "unavailable",
    terminal: false,
    refundExpected: false,
    doubt: null,
    headline: "Not checked",
    explanation: "The state could not be read.",
    ownExplanation: "The state could not be read.",
    stages: [],
    in: null,
    out: [],
    refundReason: null,
    order: null,
    liquidityFee: null,
    outboundFees: [],
    startedAtMs: null,
    estimatedSecondsLeft: null,
    nextPollSeconds: 6,
    payoutChain: null,
    signing: "unknown",
    held: false,
    decidedBy: null,
  }),
};
