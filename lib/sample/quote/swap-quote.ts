// `quote/swap`. Without parameters the swap is rapid: the node's own number of parts, several a block. `streaming_interval=1` with
// `streaming_quantity=1` asks for one swap. The output of parts is one part times their number, at unchanged depths.
// A refusal of the question has the node's words, in the node's order.

import { formatAsset, parseAsset } from "../../protocol/values/assets.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../../protocol/values/chains.ts";
import {
  areSecuredDisabled,
  confirmations,
  convert,
  formatMemo,
  type MemoTerms,
  maxMemoBytes,
  mostParts,
  NoPool,
  recommendedMinimum,
  SECURED_DISABLED,
  type SwapRun,
  simulate,
  TooSmall,
} from "./simulate.ts";
import { findSide, NATIVE_CHAIN, type QuoteState, Refusal, type Side, setting } from "./state.ts";
import { assetWorth, runeWorth, share } from "./worth.ts";

const MOST_AFFILIATE_BPS = 1_000n;

interface Affiliates {
  readonly names: readonly string[];
  readonly bps: readonly bigint[];
  readonly totalBps: bigint;
}

export function readSides(state: QuoteState, query: URLSearchParams): { from: Side; to: Side } {
  return {
    from: findSide(state, query.get("from_asset") ?? "", "from"),
    to: findSide(state, query.get("to_asset") ?? "", "to"),
  };
}

/** A whole number, or null where the question has none. */
export function readNumber(query: URLSearchParams, name: string, words: string): bigint | null {
  const text = query.get(name);
  if (!text) return null;
  if (!/^\d{1,60}$/.test(text))
    throw new Refusal(`${words}: strconv.ParseUint: parsing "${text}": invalid syntax`);
  return BigInt(text);
}

/** As many rates as names; a rate that is no number drops its name. */
export function readAffiliates(query: URLSearchParams): Affiliates {
  const list = (name: string) =>
    (query.get(name) ?? "").split("/").flatMap((part) => part.trim() || []);
  const [names, rates] = [list("affiliate"), list("affiliate_bps")];
  if (rates.length === 1 && names.length === 0) {
    throw new Refusal(
      "bad affiliate params: BPS value specified but no affiliate: (0 affiliates, 1 BPS values)",
    );
  }
  if (names.length !== rates.length) {
    const counts = `(${names.length}) and BPS values (${rates.length})`;
    throw new Refusal(`bad affiliate params: mismatch between number of affiliates ${counts}`);
  }
  const kept = names.flatMap((name, place) => {
    const rate = rates[place] ?? "";
    return /^\d{1,60}$/.test(rate) ? [{ name, bps: BigInt(rate) }] : [];
  });
  const totalBps = kept.reduce((sum, { bps }) => sum + bps, 0n);
  if (totalBps > MOST_AFFILIATE_BPS) {
    throw new Refusal("bad affiliate params: total affiliate fee must not be more than 1000 bps");
  }
  return { names: kept.map(({ name }) => name), bps: kept.map(({ bps }) => bps), totalBps };
}

export function readAddress(
  state: QuoteState,
  text: string,
  which: "destination" | "refund",
): readonly string[] {
  const chains = state.addressChains(text);
  if (chains.length === 0) {
    throw new Refusal(
      `bad ${which} address: unable to parse address: THORName doesn't exist: ${text}`,
    );
  }
  return chains;
}

const EXPIRY_SECONDS = 15 * 60;
const BPS = 10_000n;
const ONE = 100_000_000n;
const WARNING = "Do not cache this response. Do not send funds after the expiry.";
const RAPID_WARNING =
  " Rapid streaming time is a best-case estimate. Actual execution may take longer due to direction skipping, swap failures, or queue budget limits.";

export function swapQuote(state: QuoteState, query: URLSearchParams) {
  const question = askedSwap(state, query);
  const { from, to, amount, interval, limit, toleranceBps } = question;
  const { destination, destinationChains, refundAddress, affiliates } = question;
  const most = mostParts(state, from, to, amount, interval);
  const asked: bigint = question.asked;
  const written = asked > most ? most : asked;
  const minimum = recommendedMinimum(state, from, to, affiliates.totalBps);
  if (from.parts.kind === "secured" && areSecuredDisabled(state)) {
    throw new Refusal(`failed to deposit secured asset: ${SECURED_DISABLED}`);
  }

  const terms: MemoTerms = {
    kind: "=",
    asset: memoAsset(state, to),
    destination: destination ?? "",
    refundAddress,
    limit,
    interval,
    quantity: written,
    affiliates: affiliates.names,
    affiliatesBps: affiliates.bps,
  };
  const unknown = affiliates.names.find(
    (name) => !state.names.has(name) && state.addressChains(name).length === 0,
  );
  const unknownAffiliate =
    unknown === undefined ? null : { memo: formatMemo(terms), name: unknown };
  const run = (parts: bigint): SwapRun => {
    const part = {
      from,
      to,
      amount: amount / parts,
      limit: limit / parts,
      destinationChains,
      unknownAffiliate,
    };
    return simulateOrRefuse(state, part, minimum);
  };
  const whole = run(1n);
  // The queue of before 2025 knows no rapid swaps: without an interval it swaps once.
  const splits = interval > 0n || setting(state, "ENABLEADVSWAPQUEUE") > 0;
  const quantity = splits && written === 0n ? most : written;
  const parts = splits ? quantity : 1n;
  const part = run(parts);

  const emitted = part.emitted * parts;
  const affiliateFee = affiliates.bps.reduce((sum, bps) => sum + share(bps, BPS, emitted), 0n);
  const liquidity =
    (to.pool ? assetWorth(to.pool, part.liquidityFeeRune) : part.liquidityFeeRune) * parts;
  const kept = emitted - affiliateFee;
  if (kept < whole.outboundFee) {
    throw new Refusal(`invariant broken: emit ${kept} less than outbound fee ${whole.outboundFee}`);
  }
  const out = kept - whole.outboundFee;
  const memo = formatMemo(
    toleranceBps > 0n ? { ...terms, limit: (out * (BPS - toleranceBps)) / BPS } : terms,
  );
  if (from.payoutChain !== NATIVE_CHAIN && memo.length > maxMemoBytes(from)) {
    throw new Refusal("generated memo too long for source chain");
  }
  const { fields, confirmationSeconds } = inboundFields(state, from, amount);
  const delay = Number(to.chain === NATIVE_CHAIN ? 0n : delayBlocks(state, to, kept));
  const blocks = Number(streamingBlocks(state, interval, quantity));
  const [delaySeconds, streamingSeconds] = [
    delay * PROTOCOL_BLOCK_SECONDS,
    blocks * PROTOCOL_BLOCK_SECONDS,
  ];
  const totalSeconds = confirmationSeconds + Math.max(streamingSeconds, delaySeconds);
  return {
    ...fields.inbound,
    outbound_delay_blocks: delay,
    outbound_delay_seconds: delaySeconds,
    fees: {
      asset: to.asset,
      ...feeFields(emitted, { affiliate: affiliateFee, outbound: part.outboundFee, liquidity }),
    },
    ...fields.router,
    expiry: state.time + EXPIRY_SECONDS,
    warning: WARNING + (quantity > 0n && interval === 0n ? RAPID_WARNING : ""),
    notes: state.notes(from.payoutChain, to.chain),
    ...fields.dust,
    recommended_min_amount_in: String(minimum),
    ...fields.gas,
    ...(destination ? { memo } : {}),
    expected_amount_out: String(out),
    max_streaming_quantity: Number(most),
    streaming_swap_blocks: blocks,
    ...(streamingSeconds > 0 ? { streaming_swap_seconds: streamingSeconds } : {}),
    ...(totalSeconds > 0 ? { total_swap_seconds: totalSeconds } : {}),
  };
}

/** The name in a memo: without the contract, or with the shortest end of it that no other pool of the ticker shares. */
function memoAsset(state: QuoteState, { parts, asset, pool, isRune }: Side): string {
  if (isRune) return "r";
  if (parts.kind === "layer1" && pool?.shortCode) return pool.shortCode;
  const { contract } = parts;
  if (contract === null) return asset;
  const others = [...state.pools.values()].flatMap((one) => {
    const other = parseAsset(one.asset);
    const isRival =
      other?.chain === parts.chain &&
      other.ticker === parts.ticker &&
      other.symbol !== parts.symbol;
    return isRival && one.status === "Available" ? [other.contract ?? ""] : [];
  });
  if (others.length === 0) return formatAsset({ ...parts, symbol: parts.ticker });
  for (let start = contract.length - 1; start > 0; start--) {
    const end = contract.slice(start);
    if (!others.some((other) => other.endsWith(end)))
      return formatAsset({ ...parts, symbol: `${parts.ticker}-${end}` });
  }
  return asset;
}

function feeFields(
  emitted: bigint,
  {
    affiliate,
    outbound,
    liquidity,
  }: Readonly<Record<"affiliate" | "outbound" | "liquidity", bigint>>,
) {
  const total = liquidity + outbound + affiliate;
  return {
    affiliate: String(affiliate),
    outbound: String(outbound),
    liquidity: String(liquidity),
    total: String(total),
    slippage_bps: Number((liquidity * BPS) / (emitted + liquidity)),
    total_bps: Number((total * BPS) / (emitted + total)),
  };
}

function simulateOrRefuse(
  state: QuoteState,
  part: Parameters<typeof simulate>[1],
  minimum: bigint,
): SwapRun {
  try {
    return simulate(state, part);
  } catch (error) {
    if (!(error instanceof TooSmall)) throw error;
    throw new Refusal(`amount less than min swap amount (recommended_min_amount_in: ${minimum})`);
  }
}

/** The refusals come in the node's order. */
function askedSwap(given: QuoteState, query: URLSearchParams) {
  const [ofPrice, ofOutput] = [query.get("tolerance_bps"), query.get("liquidity_tolerance_bps")];
  for (const name of ["from_asset", "to_asset"])
    if (!query.get(name)) throw new Refusal(`missing ${name} parameter`);
  if (!query.get("amount")) throw new Refusal("missing Amount parameter");
  if (ofPrice && ofOutput)
    throw new Refusal("must only include one of: tolerance_bps or liquidity_tolerance_bps");
  const { from, to } = readSides(given, query);
  const amount = readNumber(query, "amount", "bad amount") ?? 0n;
  if (from.payoutChain !== NATIVE_CHAIN && amount < (from.row?.dustThreshold ?? 0n)) {
    throw new Refusal("amount less than dust threshold");
  }
  const interval = readNumber(query, "streaming_interval", "bad streaming interval amount") ?? 0n;
  const asked = readNumber(query, "streaming_quantity", "bad streaming quantity amount") ?? 0n;
  const destination = query.get("destination");
  const destinationChains = readDestination(given, destination, to);
  const limit = ofPrice ? priceLimit(from, to, amount, readTolerance(query, "tolerance_bps")) : 0n;
  const toleranceBps = ofOutput ? readTolerance(query, "liquidity_tolerance_bps") : 0n;
  const refundAddress = query.get("refund_address") ?? "";
  if (refundAddress) readAddress(given, refundAddress, "refund");
  const affiliates = readAffiliates(query);
  const numbers = { amount, interval, asked, limit, toleranceBps };
  return { from, to, ...numbers, destination, destinationChains, refundAddress, affiliates };
}

/** An address, or the chains of an address that the node makes up where none was given. */
function readDestination(state: QuoteState, text: string | null, to: Side): readonly string[] {
  if (!text) return [to.parts.kind === "synth" ? NATIVE_CHAIN : to.chain];
  return readAddress(state, text, "destination");
}

/** The limit of `tolerance_bps`: from the worth of the whole amount, without fees and slip. */
function priceLimit(from: Side, to: Side, amount: bigint, toleranceBps: bigint): bigint {
  try {
    return (convert(from, to, amount) * (BPS - toleranceBps)) / BPS;
  } catch (error) {
    if (!(error instanceof NoPool)) throw error;
    throw new Refusal("pool does not exist");
  }
}

function readTolerance(
  query: URLSearchParams,
  name: "tolerance_bps" | "liquidity_tolerance_bps",
): bigint {
  const words =
    name === "tolerance_bps" ? "tolerance basis points" : "liquidity tolerance basis points";
  const bps = readNumber(query, name, `bad ${words}`) ?? 0n;
  if (bps > BPS || (name === "liquidity_tolerance_bps" && bps === BPS)) {
    throw new Refusal(`${words} must be less than 10000`);
  }
  return bps;
}

/** Where to send, and what that takes. The native chain has no address, and a zero is left out. */
function inboundFields(state: QuoteState, from: Side, amount: bigint) {
  const { row } = from;
  const isExternal = from.payoutChain !== NATIVE_CHAIN;
  const blocks = Number(confirmations(state, from.payoutChain, from, amount));
  const confirmationSeconds = Math.floor(
    (blocks * Math.round((row?.blockSeconds ?? 0) * 1000)) / 1000,
  );
  const counted = {
    inbound_confirmation_blocks: blocks,
    inbound_confirmation_seconds: confirmationSeconds,
  };
  return {
    confirmationSeconds,
    fields: {
      inbound: {
        ...(isExternal && row ? { inbound_address: row.address } : {}),
        ...(blocks > 0 ? counted : {}),
      },
      router: isExternal && row?.router ? { router: row.router } : {},
      dust: row && row.dustThreshold > 0n ? { dust_threshold: String(row.dustThreshold) } : {},
      gas: row
        ? { recommended_gas_rate: String(row.gasRate), gas_rate_units: row.gasRateUnits }
        : {},
    },
  };
}

/** Blocks that the parts take: so many a block where they are rapid, else one and then one an interval. */
function streamingBlocks(state: QuoteState, interval: bigint, quantity: bigint): bigint {
  if (quantity === 0n) return 0n;
  if (interval > 0n) return interval * (quantity - 1n);
  const aBlock = BigInt(Math.max(setting(state, "ADVSWAPQUEUERAPIDSWAPMAX"), 1));
  return (quantity + aBlock - 1n) / aBlock;
}

/** Blocks until a payout may leave, while nothing else is waiting. */
function delayBlocks(state: QuoteState, to: Side, amount: bigint): bigint {
  const threshold = BigInt(setting(state, "MINTXOUTVOLUMETHRESHOLD"));
  const rate = BigInt(setting(state, "TXOUTDELAYRATE"));
  const most = BigInt(setting(state, "MAXTXOUTOFFSET"));
  if (to.chain === NATIVE_CHAIN || threshold <= 0n || rate <= 0n || most <= 0n) return 0n;
  const value = to.pool ? runeWorth(to.pool, amount) : 0n;
  const reduction = (ONE * value) / threshold;
  const blocks = value / (reduction >= rate ? 1n : rate - reduction);
  return blocks > most ? most : blocks;
}
