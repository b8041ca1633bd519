// The node's `quote/swap`; refusals are HTTP 400. A quote uses the pools at one height and expires after 15 minutes.
import { PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";
import { NATIVE_DESTINATION, routerAddress, type SampleChain, vaultAddress } from "./chains.ts";
import { heightAt } from "./clock.ts";
import {
  isTradingHalted,
  L1_SLIP_MIN_BPS,
  MAX_TX_OUT_OFFSET,
  MIN_TX_OUT_VOLUME,
  NATIVE_FEE_RUNE,
  TX_OUT_DELAY_RATE,
} from "./mimir.ts";
import type { SampleNetwork } from "./network.ts";
import { outboundFee, type SamplePool, samplePools } from "./pools.ts";
import { NATIVE, NATIVE_CHAIN } from "./quote/native.ts";
import { fromRune, runeWorth, simulate } from "./swap.ts";

const EXPIRY_SECONDS = 15 * 60;
const UTXO_MEMO_BYTES = 80;
const MAX_STREAMING_BLOCKS = 14_400;
/** How many outbound fees the recommended minimum covers. */
const MINIMUM_FEE_FACTOR = 4n;
const WARNING = "Do not cache this response. Do not send funds after the expiry.";

/** A refusal with the node's text. */
class Refusal extends Error {}

interface Side {
  readonly asset: string;
  readonly chain: string;
  /** null for RUNE. */
  readonly pool: SamplePool | null;
  readonly row: SampleChain | null;
  /** Fee of an outbound, in this asset. */
  readonly outboundFee: bigint;
}

/** `status` 200 with the quote, or 400 with the node's text. */
export function quoteBody(
  sample: SampleNetwork,
  query: URLSearchParams,
  nowMs: number,
): { status: number; body: unknown } {
  try {
    return { status: 200, body: quote(sample, query, nowMs) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 400, body: { code: 3, message: `${error.message}: invalid request`, details: [] } };
  }
}

function quote(sample: SampleNetwork, query: URLSearchParams, nowMs: number) {
  const height = heightAt(nowMs);
  const from = findSide(sample, query.get("from_asset"), "from", height);
  const to = findSide(sample, query.get("to_asset"), "to", height);
  if (from.asset === to.asset) throw new Refusal("from asset and to asset are the same");
  const amount = readAmount(query.get("amount"));
  const affiliateBps = query.get("affiliate") ? readInteger(query, "affiliate_bps", 1000) : 0;
  if (!/^[A-Za-z0-9-]{0,64}$/.test(query.get("affiliate") ?? "")) throw new Refusal("bad affiliate");
  const destination = query.get("destination");
  if (destination !== null) checkDestination(destination, to);
  if (from.row && from.asset === from.row.gasAsset && amount <= from.row.dustThreshold) {
    throw new Refusal("amount less than dust threshold");
  }
  for (const side of [from, to]) {
    if (isTradingHalted(height, side.chain) || (side.pool !== null && side.pool.status !== "Available")) {
      throw new Refusal("failed to simulate swap: trading is halted, can't process swap");
    }
  }

  const streaming = readStreaming(query, from, to, amount);
  const quantity = streaming.quantity;
  const result = simulate({
    amount,
    from: from.pool,
    to: to.pool,
    floorBps: L1_SLIP_MIN_BPS,
    quantity,
    affiliateBps,
    outboundFee: to.outboundFee,
  });
  const minimum = quoteMinimum(from, to);
  if (result.out <= 0n) throw new Refusal(`swap too small; recommended minimum: ${minimum}`);
  const limit = readLimit(query, result);
  if (result.out < limit) {
    throw new Refusal(`failed to simulate swap: emit asset ${result.out} less than price limit ${limit}`);
  }

  const total = result.liquidityFee + result.affiliate + result.outboundFee;
  const delayBlocks = to.row ? outboundDelayBlocks(runeWorth(result.out, to.pool)) : 0;
  const streamingBlocks = quantity > 1 ? streaming.interval * quantity : 0;
  const confirmationBlocks = from.row?.confirmations ?? 0;
  const confirmationSeconds = from.row ? Math.ceil(confirmationBlocks * from.row.blockSeconds) : 0;
  return {
    ...(from.row
      ? {
          inbound_address: vaultAddress(from.chain),
          inbound_confirmation_blocks: confirmationBlocks,
          inbound_confirmation_seconds: confirmationSeconds,
        }
      : {}),
    outbound_delay_blocks: delayBlocks,
    outbound_delay_seconds: delayBlocks * PROTOCOL_BLOCK_SECONDS,
    fees: {
      asset: to.asset,
      affiliate: String(result.affiliate),
      outbound: String(result.outboundFee),
      liquidity: String(result.liquidityFee),
      total: String(total),
      slippage_bps: Number(result.slipBps),
      total_bps: Number((total * 10_000n) / (result.out + total)),
    },
    ...(from.row?.family === "evm" ? { router: routerAddress(from.chain) } : {}),
    expiry: Math.floor(nowMs / 1000) + EXPIRY_SECONDS,
    warning: WARNING,
    notes: from.row
      ? "Sample network: this address is a placeholder. Nothing can be sent to it."
      : "Sample network: broadcast a MsgDeposit with the memo on the native chain.",
    ...(from.row
      ? {
          ...(from.asset === from.row.gasAsset ? { dust_threshold: String(from.row.dustThreshold) } : {}),
          recommended_gas_rate: String(from.row.gasRate),
          gas_rate_units: from.row.gasRateUnits,
        }
      : {}),
    recommended_min_amount_in: String(minimum),
    ...(destination === null ? {} : { memo: quoteMemo(query, from, to, destination, limit, streaming, affiliateBps) }),
    expected_amount_out: String(result.out),
    max_streaming_quantity: streaming.most,
    streaming_swap_blocks: streamingBlocks,
    streaming_swap_seconds: streamingBlocks * PROTOCOL_BLOCK_SECONDS,
    total_swap_seconds: confirmationSeconds + (streamingBlocks + delayBlocks) * PROTOCOL_BLOCK_SECONDS,
  };
}

/** Finds an asset by its full name, its short code, or its name without the contract when only one pool has that name. */
function findSide(sample: SampleNetwork, text: string | null, which: "from" | "to", height: number): Side {
  const name = (text ?? "").toUpperCase();
  const row = (chain: string) => sample.chains.find((entry) => entry.code === chain) ?? null;
  if (name === NATIVE || name === "R" || name === "RUNE") {
    return { asset: NATIVE, chain: NATIVE_CHAIN, pool: null, row: null, outboundFee: NATIVE_FEE_RUNE };
  }
  const pools = samplePools(sample.pools, height);
  const exact = pools.find((pool) => pool.asset === name || pool.shortCode?.toUpperCase() === name);
  const byTicker = pools.filter((pool) => name.includes(".") && pool.asset.startsWith(`${name}-`));
  const pool = exact ?? (byTicker.length === 1 ? byTicker[0] : undefined);
  if (!pool) throw new Refusal(`bad ${which} asset: invalid symbol`);
  return { asset: pool.asset, chain: pool.chain, pool, row: row(pool.chain), outboundFee: outboundFee(pool) };
}

function readAmount(text: string | null): bigint {
  if (text === null || !/^\d{1,30}$/.test(text)) throw new Refusal("bad amount: failed to parse amount");
  return BigInt(text);
}

function readInteger(query: URLSearchParams, name: string, most: number): number {
  const text = query.get(name);
  if (text === null || text === "") return 0;
  if (!/^\d{1,6}$/.test(text) || Number(text) > most) throw new Refusal(`bad ${name}: must be from 0 to ${most}`);
  return Number(text);
}

function checkDestination(destination: string, to: Side): void {
  const placeholder = new RegExp(`^sample-${to.chain.toLowerCase()}-[a-z-]+$`);
  if (placeholder.test(destination) && destination !== vaultAddress(to.chain)) return;
  const grammar = to.row ? to.row.destination : NATIVE_DESTINATION;
  if (!grammar?.test(destination)) {
    throw new Refusal(`bad destination address: not an address of ${to.chain}`);
  }
}

/** `most` is how many parts still have the minimum slip in the shallower pool. A quantity of 0 asks for that many. */
function readStreaming(query: URLSearchParams, from: Side, to: Side, amount: bigint) {
  const interval = readInteger(query, "streaming_interval", MAX_STREAMING_BLOCKS);
  const wanted = readInteger(query, "streaming_quantity", MAX_STREAMING_BLOCKS);
  const depths = [from, to].flatMap((side) => (side.pool ? [side.pool.balanceRune] : []));
  const [shallow = 0n] = depths.sort((a, b) => Number(a - b));
  const parts = Number(runeWorth(amount, from.pool) / ((shallow * BigInt(L1_SLIP_MIN_BPS)) / 10_000n));
  const most = Math.max(1, Math.min(parts, Math.floor(MAX_STREAMING_BLOCKS / Math.max(1, interval))));
  const asked = query.has("streaming_interval") || query.has("streaming_quantity");
  // As in the node, the memo has the requested quantity, up to `most`, and 0 stays 0.
  const written = Math.min(wanted, most);
  return { interval, most, written, quantity: asked ? Math.min(wanted === 0 ? most : wanted, most) : 1 };
}

/** The price limit in the target asset: from the price before fees, or from the price after fees and without slip. */
function readLimit(
  query: URLSearchParams,
  result: { feeless: bigint; affiliate: bigint; outboundFee: bigint },
): bigint {
  const ofPrice = query.get("tolerance_bps");
  const ofLiquidity = query.get("liquidity_tolerance_bps");
  if (ofPrice && ofLiquidity) {
    throw new Refusal("must only include one of: tolerance_bps or liquidity_tolerance_bps");
  }
  const bps = BigInt(readInteger(query, ofPrice ? "tolerance_bps" : "liquidity_tolerance_bps", 10_000));
  if (ofPrice) return (result.feeless * (10_000n - bps)) / 10_000n;
  if (ofLiquidity) return ((result.feeless - result.affiliate - result.outboundFee) * (10_000n - bps)) / 10_000n;
  return 0n;
}

/** Four times the larger of the two outbound fees, in the source asset. Between native assets it is twice the fee. */
function quoteMinimum(from: Side, to: Side): bigint {
  const other = fromRune(runeWorth(to.outboundFee, to.pool), from.pool);
  let larger = from.outboundFee;
  if (other > larger) larger = other;
  return larger * (from.row || to.row ? MINIMUM_FEE_FACTOR : 2n);
}

function outboundDelayBlocks(rune: bigint): number {
  if (rune <= MIN_TX_OUT_VOLUME) return 1;
  return Math.min(MAX_TX_OUT_OFFSET, Math.max(1, Number(rune / TX_OUT_DELAY_RATE)));
}

function quoteMemo(
  query: URLSearchParams,
  from: Side,
  to: Side,
  destination: string,
  limit: bigint,
  streaming: { interval: number; written: number },
  affiliateBps: number,
): string {
  const streams = streaming.interval > 0 || streaming.written > 1;
  const terms = streams ? `${limit}/${streaming.interval}/${streaming.written}` : limit > 0n ? String(limit) : "";
  const affiliate = affiliateBps > 0 ? `:${query.get("affiliate")}:${affiliateBps}` : "";
  const tail = affiliate || terms ? `:${terms}${affiliate}` : "";
  const full = `=:${to.asset}:${destination}${tail}`;
  if (from.row?.family !== "utxo" || full.length <= UTXO_MEMO_BYTES) return full;
  const short = `=:${to.pool?.shortCode ?? to.asset.split("-")[0]}:${destination}${tail}`;
  if (short.length > UTXO_MEMO_BYTES) throw new Refusal("generated memo too long for source chain");
  return short;
}
