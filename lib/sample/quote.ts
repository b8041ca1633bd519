// Quotes as THORNode 3.17 to 3.20 gives them with the advanced swap queue on, and refuses them in its words.
// It is pure: the same state and question always give the same answer.
import { swapLeg } from "../protocol/market/fees.ts";
import { cutToDecimals, divRound, lesser } from "../protocol/values/amounts.ts";
import { formatAsset, parseAsset } from "../protocol/values/assets.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";
import { isInForce, NATIVE, NATIVE_CHAIN, type SamplePool, type SampleState } from "./network.ts";

const BPS = 10_000n;

class Refusal extends Error {}

const parameter = (state: SampleState, name: string) => BigInt(state.parameters[name] ?? 0);
const ascending = (a: bigint, b: bigint) => (a < b ? -1 : 1);
const larger = (a: bigint, b: bigint) => (a > b ? a : b);

export const isHalted = (state: SampleState, chain: string) =>
  isInForce(state, `HALT${chain}TRADING`);

/** As in the node, a share is rounded half up, and an amount is cut to the decimals of its asset. */
const share = (part: bigint, total: bigint, whole: bigint) =>
  total === 0n ? 0n : divRound(part * whole, total);
const runeWorth = (pool: SamplePool | null, amount: bigint) =>
  pool ? share(pool.balance_rune, pool.balance_asset, amount) : amount;
const assetWorth = (pool: SamplePool | null, rune: bigint) =>
  pool ? cutToDecimals(share(pool.balance_asset, pool.balance_rune, rune), pool.decimals) : rune;

export type Side = ReturnType<typeof findSide>;

export function findSide(state: SampleState, text: string, which: "from" | "to" = "to") {
  const parts = parseAsset(text);
  if (!parts) throw new Refusal(`bad ${which} asset: invalid symbol`);
  const { chain, kind, ticker } = parts;
  if (kind !== "layer1") throw refuse(`${kind} assets are disabled`);
  const asset = formatAsset(parts);
  const pool = state.pools.get(asset) ?? null;
  const [isRune, isNative] = [asset === NATIVE, chain === NATIVE_CHAIN];
  const memoName = isRune ? "r" : (pool?.short_code ?? `${chain}.${ticker}`);
  const row = state.rows.get(chain) ?? null;
  const home = state.chains.get(chain) ?? null;
  const dust = row?.dust_threshold ?? 0n;
  return { asset, chain, home, isNative, isRune, memoName, pool, row, dust };
}

/** Without fees, at the prices of the pools. */
function convert(from: Side, to: Side, amount: bigint): bigint {
  if (from.asset === to.asset) return amount;
  if ([from, to].some(({ isRune, pool }) => !isRune && !pool))
    throw new Refusal(`failed to calculate min swap amount: ${NO_POOL}`);
  return assetWorth(to.pool, runeWorth(from.pool, amount));
}
const NO_POOL = "fail to convert dest fee to src asset pool does not exist";

/** What one payout costs, in its asset. Nothing on the native chain. */
export function outboundFee(state: SampleState, { asset, row, home }: Side): bigint {
  const [pool, gasPool] = [state.pools.get(asset), state.pools.get(home?.gasAsset ?? "")];
  if (!row || !pool || !gasPool) return 0n;
  return pool === gasPool
    ? row.outbound_fee
    : assetWorth(pool, runeWorth(gasPool, row.outbound_fee));
}

const HANDLER = "failed to simulate swap: failed to simulate handler: ";
const refuse = (text: string) => new Refusal(HANDLER + text);

/** Through one or two pools, whose depths each crossing moves. The fee leaves a pool as RUNE. */
function crossPools(state: SampleState, from: Side, to: Side, amount: bigint) {
  const pools = new Map(state.pools);
  const floorBps = parameter(state, "L1SLIPMINBPS");
  let emitted = amount;
  let liquidityFeeRune = 0n;
  for (const [side, isIn] of [[from, true] as const, [to, false] as const]) {
    if (side.isRune) continue;
    const pool = pools.get(side.pool?.asset ?? "");
    if (pool?.status !== "Available") throw refuse(`pool(${pool?.asset}) is not available`);
    const { decimals, balance_asset: asset, balance_rune: native } = pool;
    const direction = isIn ? "to_native" : "from_native";
    const depths = { asset, native, decimals };
    const { output, liquidityFee } = swapLeg(emitted, depths, direction, floorBps);
    const balance_asset = asset + (isIn ? emitted : -output);
    const rune = native + (isIn ? -output : emitted);
    const feeRune = isIn ? liquidityFee : share(rune, balance_asset, liquidityFee);
    pools.set(pool.asset, { ...pool, balance_asset, balance_rune: rune - feeRune });
    liquidityFeeRune += feeRune;
    emitted = output;
  }
  return { emitted, liquidityFeeRune, outboundFee: outboundFee({ ...state, pools }, to) };
}

/** One part. `limit` is the least output after the outbound fee. */
function runPart(state: SampleState, { from, to, minimum }: Order, amount: bigint, limit: bigint) {
  const run = crossPools(state, from, to, amount);
  const kept = larger(run.emitted - run.outboundFee, 0n);
  if (kept < limit) throw refuse(`emit asset ${kept} less than price limit ${limit}`);
  if (kept < (to.asset === to.home?.gasAsset ? larger(to.dust, 1n) : 1n))
    throw new Refusal(`amount less than min swap amount (recommended_min_amount_in: ${minimum})`);
  return run;
}

/** Three times what a payout or a refund needs, in the source asset, with the affiliates' share. */
function leastAmount(state: SampleState, from: Side, to: Side, affiliateBps: bigint): bigint {
  const needs = (side: Side) => outboundFee(state, side) + side.dust;
  const least = larger(needs(from), convert(to, from, needs(to)));
  return (least * 3n * (BPS + affiliateBps)) / BPS;
}

/** How many parts still pay no more than the least slip, within the time that a swap may take. */
function mostParts(state: SampleState, from: Side, to: Side, amount: bigint, interval: bigint) {
  const floorBps = parameter(state, "L1SLIPMINBPS");
  const [least = 0n] = [from, to]
    .flatMap(({ pool }) => (pool ? share(floorBps, BPS, pool.balance_rune) : []))
    .sort(ascending);
  const size = assetWorth(from.pool, least);
  if (size === 0n) return 1n;
  const name = `STREAMINGSWAPMAXLENGTH${from.isNative && to.isNative ? "NATIVE" : ""}`;
  return lesser(amount / size, parameter(state, name) / (interval || 1n)) || 1n;
}

/** Blocks of the source chain, until the network counts a deposit. */
const confirmations = { BASE: 12, BCH: 1, BTC: 1, DOGE: 2, ETH: 2, LTC: 1, TRON: 3, ZEC: 1 };
/** Blocks until a payout to another chain may leave. */
const PAYOUT_DELAY_BLOCKS = 10;

/** A whole number, and 0 where the question has none. */
function readNumber(query: URLSearchParams, name: string, words = name): bigint {
  const text = query.get(name) || "0";
  if (!/^\d{1,60}$/.test(text))
    throw new Refusal(`bad ${words}: strconv.ParseUint: parsing "${text}": invalid syntax`);
  return BigInt(text);
}

/** A placeholder names its chain. Any other text is an address of each chain whose form it has. */
function addressChains({ chains }: SampleState, text: string): readonly string[] {
  const named = /^sample-([a-z0-9]+)-[a-z-]+$/.exec(text)?.[1]?.toUpperCase();
  return [...chains.values()]
    .filter(({ code, addressForm }) => code === named || addressForm.test(text))
    .map(({ code }) => code);
}

function checkAddress(state: SampleState, which: "destination" | "refund", text: string): void {
  const words = `unable to parse address: THORName doesn't exist: ${text}`;
  if (text && addressChains(state, text).length === 0)
    throw new Refusal(`bad ${which} address: ${words}`);
}

type Order = ReturnType<typeof readOrder>;

/** What both kinds of quotes are asked for. */
function readOrder(state: SampleState, query: URLSearchParams) {
  const from = findSide(state, query.get("from_asset") ?? "", "from");
  const to = findSide(state, query.get("to_asset") ?? "");
  const amount = readNumber(query, "amount");
  if (amount < from.dust) throw new Refusal("amount less than dust threshold");
  const destination = query.get("destination") ?? "";
  const refundAddress = query.get("refund_address") ?? "";
  checkAddress(state, "destination", destination);
  checkAddress(state, "refund", refundAddress);
  const affiliate = query.get("affiliate") ?? "";
  const affiliateBps = readNumber(query, "affiliate_bps");
  if (affiliateBps > 1_000n)
    throw new Refusal("bad affiliate params: total affiliate fee must not be more than 1000 bps");
  const minimum = leastAmount(state, from, to, affiliateBps);
  const receivers = [destination, refundAddress];
  return { from, to, amount, minimum, destination, receivers, affiliate, affiliateBps };
}

/** A swap without numbers runs at once, in as many parts as the node finds best. */
function formatMemo(kind: "=" | "=<", asset: string, order: Order, numbers: string): string {
  const { receivers, affiliate, affiliateBps } = order;
  const shares = affiliate ? [numbers, affiliate, affiliateBps] : numbers ? [numbers] : [];
  return [kind, asset, receivers.filter(Boolean).join("/"), ...shares].join(":");
}

/** What a depositor needs; blank where there is nothing. */
const depositOf = ({ row }: Side) => ({
  inbound_address: row?.address ?? "",
  router: row?.router ?? "",
  dust_threshold: row?.dust_threshold ?? "",
  recommended_gas_rate: row?.gas_rate ?? "",
  gas_rate_units: row?.gas_rate_units ?? "",
});
const NOTES = "Sample network: every address is a placeholder. Nothing can be sent to it.";

/** A quote of a swap leaves out what is blank or zero. */
const withoutBlanks = (members: Readonly<Record<string, string | number | bigint>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value));

const EXPIRY_SECONDS = 15 * 60;

function swapQuote(state: SampleState, query: URLSearchParams) {
  const order = readOrder(state, query);
  const { from, to, amount, minimum, destination, affiliateBps } = order;
  const interval = readNumber(query, "streaming_interval", "streaming interval amount");
  const requestedParts = readNumber(query, "streaming_quantity", "streaming quantity amount");
  const most = mostParts(state, from, to, amount, interval);
  const quantity = lesser(requestedParts, most);
  const priceBps = BPS - readNumber(query, "tolerance_bps", "tolerance basis points");
  const limit = query.get("tolerance_bps") ? (convert(from, to, amount) * priceBps) / BPS : 0n;
  if (destination && !addressChains(state, destination).includes(to.chain))
    throw refuse("swap destination address is not the same chain as the target asset");
  if ([from, to].some(({ chain }) => isHalted(state, chain)))
    throw refuse("trading is halted, can't process swap");
  const whole = runPart(state, order, amount, limit);
  const parts = quantity || most;
  const part = runPart(state, order, amount / parts, limit / parts);
  const emitted = part.emitted * parts;
  const affiliateFee = share(affiliateBps, BPS, emitted);
  const liquidity = assetWorth(to.pool, part.liquidityFeeRune) * parts;
  const total = liquidity + part.outboundFee + affiliateFee;
  const out = larger(emitted - affiliateFee - whole.outboundFee, 0n);
  const toleranceBps = readNumber(query, "liquidity_tolerance_bps");
  const memoLimit = toleranceBps > 0n ? (out * (BPS - toleranceBps)) / BPS : limit;
  const isStreamed = interval > 0n || quantity > 1n;
  const numbers = isStreamed ? `${memoLimit}/${interval}/${quantity}` : `${memoLimit || ""}`;
  const confirmationBlocks = confirmations[from.chain as keyof typeof confirmations] ?? 0;
  const confirmationSeconds = Math.floor(confirmationBlocks * (from.home?.blockSeconds ?? 0));
  const rapidParts = parameter(state, "ADVSWAPQUEUERAPIDSWAPMAX");
  const rapidBlocks = (parts + rapidParts - 1n) / rapidParts;
  const blocks = Number(interval > 0n ? interval * (parts - 1n) : rapidBlocks);
  const seconds = blocks * PROTOCOL_BLOCK_SECONDS;
  const delayBlocks = to.isNative ? 0 : PAYOUT_DELAY_BLOCKS;
  const delaySeconds = delayBlocks * PROTOCOL_BLOCK_SECONDS;
  return {
    outbound_delay_seconds: delaySeconds,
    fees: {
      asset: to.asset,
      affiliate: affiliateFee,
      outbound: part.outboundFee,
      liquidity,
      total,
      slippage_bps: Number((liquidity * BPS) / (emitted + liquidity)),
      total_bps: Number((total * BPS) / (emitted + total)),
    },
    expiry: state.height * PROTOCOL_BLOCK_SECONDS + EXPIRY_SECONDS,
    notes: NOTES,
    recommended_min_amount_in: minimum,
    expected_amount_out: out,
    max_streaming_quantity: Number(most),
    streaming_swap_blocks: blocks,
    ...withoutBlanks({
      ...depositOf(from),
      inbound_confirmation_seconds: confirmationSeconds,
      memo: destination && formatMemo("=", to.memoName, order, numbers),
      streaming_swap_seconds: seconds,
      total_swap_seconds: confirmationSeconds + Math.max(seconds, delaySeconds),
    }),
  };
}

function limitQuote(state: SampleState, query: URLSearchParams) {
  const order = readOrder(state, query);
  const { from, to, minimum } = order;
  const limit = readNumber(query, "target_out");
  if (limit === 0n) throw new Refusal("target_out must be positive");
  const restBlocks = parameter(state, "STREAMINGLIMITSWAPMAXAGE");
  return {
    ...depositOf(from),
    expected_amount_out: limit,
    memo: formatMemo("=<", to.asset, order, `${limit}/${restBlocks}/0`),
    notes: NOTES,
    recommended_min_amount_in: minimum,
  };
}

export function answerQuote(state: SampleState, kind: string, query: URLSearchParams) {
  const quote = kind === "swap" ? swapQuote : limitQuote;
  try {
    return { status: 200, body: quote(state, query) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = `${error.message}: invalid request`;
    return { status: 400, body: { code: 3, message, details: [] } };
  }
}
