// `quote/swap` of mayanode. Without an interval a swap runs at once and whole. A payout in CACAO, or in a form that moves on its chain,
// costs OUTBOUNDTRANSACTIONFEE. A refusal is HTTP 200 with its words. Affiliates are not part of it.
import { type Leg, swapLeg } from "../../../lib/protocol/market/fees.ts";
import { type AssetParts, formatAsset, parseAsset } from "../../../lib/protocol/values/assets.ts";
import { PROTOCOL_BLOCK_SECONDS, presets } from "../../../lib/protocol/values/chains.ts";
import { Refusal } from "../../../lib/sample/quote/state.ts";
import { share } from "../../../lib/sample/quote/worth.ts";
import { isAssetHalted, isPast, type Settings } from "./halts.ts";

const {
  nativeAsset: NATIVE,
  nativeChain: NATIVE_CHAIN,
  shortCodes: SHORT_CODES,
} = presets.mayachain;
const BPS = 10_000n;
const EXPIRY_SECONDS = 15 * 60;
/** The release has no name for the parameter, and listens to this one. */
const MANUAL_SYNTHS_OFF = "NA";

export interface MayaPool {
  readonly asset: string;
  readonly status: string;
  /** 1e8, and CACAO in 1e10. */
  readonly balanceAsset: bigint;
  readonly balanceCacao: bigint;
}

export interface MayaRow {
  readonly chain: string;
  readonly address: string;
  readonly router: string;
  readonly gasRate: string;
  readonly gasRateUnits: string;
  /** In the gas asset. */
  readonly gasAsset: string;
  readonly outboundFee: bigint;
  readonly dustThreshold: bigint;
  readonly blockSeconds: number;
  readonly confirmations: number;
  /** Of the chain itself. */
  readonly observedHeight: number;
}

export interface MayaState {
  readonly height: number;
  /** Unix seconds of the block. */
  readonly time: number;
  readonly pools: ReadonlyMap<string, MayaPool>;
  readonly rows: ReadonlyMap<string, MayaRow>;
  readonly mimir: Settings;
  /** Constants under their names in capitals, each replaced by the parameter of the same name. */
  readonly settings: Settings;
}

interface Side {
  readonly asset: string;
  readonly kind: AssetParts["kind"];
  readonly layer1: string;
  readonly isNative: boolean;
  /** Whether it moves on the native chain. */
  readonly isInternal: boolean;
  readonly row: MayaRow | null;
}

export function mayaQuote(state: MayaState, query: URLSearchParams) {
  const [from, to] = [readSide(state, query, "from"), readSide(state, query, "to")];
  const amount = BigInt(query.get("amount") ?? 0);
  // A trade asset has the dust of its chain, a synth has none.
  if (from.kind !== "synth" && amount < (from.row?.dustThreshold ?? 0n)) {
    throw new Refusal("amount less than dust threshold");
  }
  checkMessage(state, from, to);
  const interval = Number(query.get("streaming_interval") || 0);
  const asked = Number(query.get("streaming_quantity") || 0);
  const most = interval > 0 ? mostParts(state, from, to, amount) : 0;
  const parts = interval > 0 ? (asked > 0 && asked < most ? asked : most) : 1;
  const part = simulate(state, from, to, amount / BigInt(parts));
  const emitted = part.emitted * BigInt(parts);
  const liquidity = part.liquidity * BigInt(parts);
  const outbound = simulate(state, from, to, amount).outboundFee;
  if (emitted === 0n) throw refuse("zero emit asset");
  if (emitted <= outbound) {
    throw refuse(
      "fail to add outbound tx: 2 errors occurred:\n\t* internal error\n\t* not enough asset to pay for fees\n\n",
    );
  }
  const out = emitted - outbound;
  const total = liquidity + outbound;
  const tolerance = BigInt(query.get("liquidity_tolerance_bps") || 0);
  const limit = tolerance > 0n ? (out * (BPS - tolerance)) / BPS : 0n;
  const blocks = interval * (parts - 1);
  const destination = query.get("destination");
  const row = from.isInternal ? null : from.row;
  const confirmation = row ? Math.floor(row.confirmations * row.blockSeconds) : 0;
  const streamingSeconds = blocks * PROTOCOL_BLOCK_SECONDS;
  const totalSeconds = confirmation + streamingSeconds;
  return {
    ...(row && {
      inbound_address: row.address,
      inbound_confirmation_blocks: row.confirmations,
      inbound_confirmation_seconds: confirmation,
    }),
    outbound_delay_blocks: 0,
    outbound_delay_seconds: 0,
    fees: {
      asset: to.asset,
      affiliate: "0",
      outbound: String(outbound),
      liquidity: String(liquidity),
      total: String(total),
      slippage_bps: Number((liquidity * BPS) / (emitted + liquidity)),
      total_bps: Number((total * BPS) / (emitted + total)),
    },
    ...(row?.router && { router: row.router }),
    expiry: state.time + EXPIRY_SECONDS,
    warning: "Do not cache this response. Do not send funds after the expiry.",
    notes: "Sample network: nothing can be sent to its addresses.",
    ...(from.row &&
      from.row.dustThreshold > 0n && { dust_threshold: String(from.row.dustThreshold) }),
    recommended_min_amount_in: String(leastAmount(state, from, to)),
    ...(from.row && {
      recommended_gas_rate: from.row.gasRate,
      gas_rate_units: from.row.gasRateUnits,
    }),
    ...(destination && {
      memo: memoText(
        from.isInternal ? to.asset : (SHORT_CODES[to.asset] ?? to.asset),
        destination,
        {
          limit,
          interval,
          parts: Math.min(asked, most),
        },
      ),
    }),
    expected_amount_out: String(out),
    max_streaming_quantity: most,
    streaming_swap_blocks: blocks,
    ...(streamingSeconds > 0 && { streaming_swap_seconds: streamingSeconds }),
    ...(totalSeconds > 0 && { total_swap_seconds: totalSeconds }),
  };
}

const refuse = (text: string) => new Refusal(`failed to simulate swap: ${text}`);

function readSide(state: MayaState, query: URLSearchParams, which: "from" | "to"): Side {
  const parts = parseAsset(query.get(`${which}_asset`) ?? "");
  if (!parts) throw new Refusal(`bad ${which} asset: invalid symbol`);
  const asset = formatAsset(parts);
  const isNative = asset === NATIVE;
  return {
    asset,
    kind: parts.kind,
    layer1: formatAsset({ ...parts, separator: "." }),
    isNative,
    isInternal: isNative || parts.kind !== "layer1" || parts.chain === NATIVE_CHAIN,
    row: state.rows.get(parts.chain) ?? null,
  };
}

function memoText(
  asset: string,
  destination: string,
  terms: { limit: bigint; interval: number; parts: number },
): string {
  const { limit, interval, parts } = terms;
  const numbers = interval > 0 ? `${limit}/${interval}/${parts}` : limit > 0n ? String(limit) : "";
  return ["=", asset, destination, ...(numbers ? [numbers] : [])].join(":");
}

/** What the node looks at before it moves a pool, in its order. */
function checkMessage({ settings, height }: MayaState, from: Side, to: Side): void {
  if ([from, to].some((side) => isAssetHalted(settings, height, side.layer1))) {
    throw refuse("trading is halted, can't process swap");
  }
  if (from.kind === "trade" && to.kind !== "trade" && !to.isNative) {
    throw refuse("swaps from trade asset to L1 incur slip, use trade-");
  }
  if (to.kind === "trade" && from.kind !== "trade" && !from.isNative) {
    throw refuse("swaps from L1 to trade asset incur slip, use trade+");
  }
  if (to.kind === "synth" && (settings[MANUAL_SYNTHS_OFF] ?? 0) > 0) {
    throw refuse("manual swaps to synths not supported, use trade assets instead");
  }
  if (to.kind === "synth" && isPast(settings, height, "MINTSYNTHS"))
    throw refuse("minting synthetics has been disabled");
  if (from.kind === "synth" && isPast(settings, height, "BURNSYNTHS"))
    throw refuse("burning synthetics has been disabled");
  if (
    [from, to].some(({ kind }) => kind === "trade") &&
    (settings.TRADEACCOUNTSENABLED ?? 1) <= 0
  ) {
    throw refuse("trade accounts are disabled");
  }
  if (from.kind === "trade" && (settings.TRADEACCOUNTSWITHDRAWENABLED ?? 1) <= 0) {
    throw refuse("trade accounts withdrawals are disabled");
  }
}

/** Through one or two pools, whose depths each crossing moves. */
function simulate(state: MayaState, from: Side, to: Side, amount: bigint) {
  const { settings } = state;
  let after = state;
  let emitted = amount;
  let liquidity = 0n;
  for (const [side, direction] of [[from, "to_native"] as const, [to, "from_native"] as const]) {
    if (side.isNative) continue;
    const pool = poolOf(after, side);
    // A synth whose pool is being closed can still be redeemed.
    if (pool.status !== "Available" && !(side.kind === "synth" && direction === "to_native"))
      throw refuse(`pool(${pool.asset}) is not available`);
    const isSynth = side.kind === "synth";
    const depth = isSynth ? BigInt(settings.VIRTUALMULTSYNTHSBASISPOINTS ?? 20_000) : BPS;
    const depths = {
      asset: (pool.balanceAsset * depth) / BPS,
      native: (pool.balanceCacao * depth) / BPS,
    };
    const leg: Leg = swapLeg(emitted, depths, direction, 0n);
    const isIn = direction === "to_native";
    // The fee of the first pool is in CACAO, and told in the target.
    liquidity = isIn
      ? to.isNative
        ? leg.liquidityFee
        : inAsset(poolOf(state, to), leg.liquidityFee)
      : liquidity + leg.liquidityFee;
    const moved = {
      ...pool,
      balanceAsset: pool.balanceAsset + (isSynth ? 0n : isIn ? emitted : -leg.output),
      balanceCacao: pool.balanceCacao + (isIn ? -leg.output : emitted),
    };
    after = { ...after, pools: new Map(after.pools).set(pool.asset, moved) };
    emitted = leg.output;
  }
  return { emitted, liquidity, outboundFee: payoutFee(after, to) };
}

function poolOf({ pools }: MayaState, { layer1 }: Side): MayaPool {
  const pool = pools.get(layer1);
  if (!pool) throw refuse(`pool(${layer1}) is not available`);
  return pool;
}

const inAsset = (pool: MayaPool, cacao: bigint) =>
  share(pool.balanceAsset, pool.balanceCacao, cacao);
const inCacao = (pool: MayaPool, amount: bigint) =>
  share(pool.balanceCacao, pool.balanceAsset, amount);

const nativeFee = ({ settings }: MayaState) => BigInt(settings.OUTBOUNDTRANSACTIONFEE ?? 0);

/** In the asset itself. */
function payoutFee(state: MayaState, side: Side): bigint {
  if (side.isNative) return nativeFee(state);
  if (side.isInternal) return inAsset(poolOf(state, side), nativeFee(state));
  const { row } = side;
  if (!row || side.layer1 === row.gasAsset) return row?.outboundFee ?? 0n;
  const gasPool = state.pools.get(row.gasAsset);
  return gasPool ? inAsset(poolOf(state, side), inCacao(gasPool, row.outboundFee)) : 0n;
}

/** Four times the larger fee of the two sides, in the source asset; twice where both move on the native chain. */
function leastAmount(state: MayaState, from: Side, to: Side): bigint {
  const native = nativeFee(state);
  const cacao = to.isInternal ? native : inCacao(poolOf(state, to), payoutFee(state, to));
  const inSource = from.isNative ? cacao : inAsset(poolOf(state, from), cacao);
  let larger = payoutFee(state, from);
  if (inSource > larger) larger = inSource;
  return larger * (from.isInternal && to.isInternal ? 2n : 4n);
}

/** So many that each part still moves the price by STREAMINGSWAPMINBPFEE, of two pools the depth of both in a row. */
function mostParts(state: MayaState, from: Side, to: Side, amount: bigint): number {
  if (from.kind !== "layer1") return 1;
  const sides = [from, to].filter((side) => !side.isNative);
  const pools = new Set(sides.map((side) => poolOf(state, side)));
  const [a = 0n, b] = [...pools].map((pool) => pool.balanceCacao);
  const depth = b === undefined ? a : (a * b) / (a + b);
  const cacao = (depth * BigInt(state.settings.STREAMINGSWAPMINBPFEE ?? 0)) / BPS;
  const size = from.isNative ? cacao : inAsset(poolOf(state, from), cacao);
  const parts = size === 0n ? 1 : Number(amount / size);
  return Math.max(1, Math.min(parts, state.settings.STREAMINGSWAPMAXLENGTH ?? parts));
}
