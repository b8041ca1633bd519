// A swap as the node runs it before it answers: through one or two pools whose depths it moves, held against the limit, then paid out.
// Beside the amounts it says the minimum, how many parts, how long it takes, and the memo in the node's short form.
import { type Leg, swapLeg } from "../../protocol/market/fees.ts";
import { cutToDecimals } from "../../protocol/values/amounts.ts";
import { hasOpReturn } from "../../protocol/values/chain-rows.ts";
import { outboundFee } from "./outbound-fee.ts";
import {
  NATIVE_CHAIN,
  type QuotePool,
  type QuoteState,
  Refusal,
  type Side,
  setting,
  UnknownRequest,
} from "./state.ts";
import { assetWorth, dollarPools, runeWorth, share } from "./worth.ts";

export interface SwapRun {
  readonly emitted: bigint;
  /** In RUNE, of all pools that were crossed. */
  readonly liquidityFeeRune: bigint;
  /** At the depths after the swap. */
  readonly outboundFee: bigint;
}

interface SwapQuestion {
  readonly from: Side;
  readonly to: Side;
  readonly amount: bigint;
  /** The least output after the outbound fee; 0 for none. */
  readonly limit: bigint;
  readonly destinationChains: readonly string[];
  /** The memo whose affiliate is not known, and that affiliate. */
  readonly unknownAffiliate: { readonly memo: string; readonly name: string } | null;
}

/** The output does not pay for the outbound fee. The node answers this in other words. */
export class TooSmall extends Error {}

const HANDLER = "failed to simulate swap: failed to simulate handler: ";
const refuse = (text: string) => new Refusal(HANDLER + text);

export function simulate(state: QuoteState, asked: SwapQuestion): SwapRun {
  const { from, to, limit } = asked;
  checkMessage(state, asked);
  const isStable = !from.isRune && !to.isRune && isDollarPair(state, from, to);
  let after = state;
  let amount = asked.amount;
  let liquidityFeeRune = 0n;
  for (const [side, direction] of [[from, "to_native"] as const, [to, "from_native"] as const]) {
    if (side.isRune) continue;
    const crossed = crossPool(after, side, direction, amount, isStable);
    ({ after, output: amount } = crossed);
    liquidityFeeRune += crossed.feeRune;
  }
  checkForm(state, to);
  const fee = outboundFee(after, to);
  const kept = amount > fee ? amount - fee : 0n;
  if (limit > 0n && kept < limit) throw refuse(`emit asset ${kept} less than price limit ${limit}`);
  if (amount === 0n) throw refuse("zero emit asset");
  const isGasAsset = to.asset === to.row?.gasAsset;
  if (kept === 0n || (isGasAsset && kept < to.row.dustThreshold)) throw new TooSmall();
  const paid = to.pool && to.parts.kind !== "synth" ? cutToDecimals(kept, to.pool.decimals) : kept;
  if (paid < limit) {
    const text = `outbound amount does not meet requirements (${paid}/${limit})`;
    throw new UnknownRequest(
      `${HANDLER}fail to add outbound tx: 2 errors occurred:\n\t* internal error\n\t* ${text}\n\n`,
    );
  }
  if (asked.unknownAffiliate) {
    const { memo, name } = asked.unknownAffiliate;
    throw refuse(
      `MEMO: ${memo}\nPARSE FAILURE(S): cannot parse '${name}' as an Address: ${name} is not recognizable`,
    );
  }
  return { emitted: amount, liquidityFeeRune, outboundFee: fee };
}

/** What the node looks at before it moves a pool, in its order. */
function checkMessage(state: QuoteState, { from, to, destinationChains }: SwapQuestion): void {
  const invalid = (text: string) =>
    new UnknownRequest(
      `failed to simulate swap: failed to validate message: ${text}: unknown request [/go/pkg/mod/cosmossdk.io/errors@v1.0.2/errors.go:151]`,
    );
  if (from.asset === to.asset) throw invalid("swap Source and Target cannot be the same.");
  if (!destinationChains.includes(to.payoutChain)) {
    throw invalid("swap destination address is not the same chain as the target asset");
  }
  if (to.parts.kind === "synth" && setting(state, "MANUALSWAPSTOSYNTHDISABLED") > 0) {
    throw refuse("manual swaps to synths not supported, use trade assets instead");
  }
  if (isHalted(state, from, to)) throw refuse("trading is halted, can't process swap");
  if (from.parts.kind === "trade" && to.parts.kind !== "trade" && !to.isRune) {
    throw refuse("swaps from trade asset to L1 incur slip, use trade-");
  }
  if (to.parts.kind === "trade" && from.parts.kind !== "trade" && !from.isRune) {
    throw refuse("swaps from L1 to trade asset incur slip, use trade+");
  }
  const isPast = (key: string) => setting(state, key) > 0 && state.height > setting(state, key);
  if (from.parts.kind === "synth" && isPast("BURNSYNTHS"))
    throw refuse("burning synthetics has been disabled");
  if (to.parts.kind === "synth" && isPast("MINTSYNTHS"))
    throw refuse("minting synthetics has been disabled");
  if (from.parts.kind === "trade") checkForm(state, from);
}

/** A synth whose pool is being closed can still be redeemed for its own asset. */
function isHalted(state: QuoteState, from: Side, to: Side): boolean {
  if (state.isHalted(from.chain) || state.isHalted(to.chain)) return true;
  const isRedeemed = from.parts.kind === "synth" && to.asset === from.layer1;
  return (
    !isRedeemed &&
    [from, to].some(({ layer1 }) => setting(state, `RAGNAROK-${layer1.replace(".", "-")}`) > 0)
  );
}

function checkForm(state: QuoteState, { parts }: Side): void {
  if (parts.kind === "trade" && setting(state, "TRADEACCOUNTSENABLED") <= 0)
    throw refuse("trade accounts are disabled");
  if (parts.kind === "secured" && areSecuredDisabled(state)) throw refuse(SECURED_DISABLED);
}

export const SECURED_DISABLED = "secured assets are disabled";

export function areSecuredDisabled(state: QuoteState): boolean {
  const since = setting(state, "HALTSECUREDGLOBAL");
  return since > 0 && since <= state.height;
}

const floorKeys = {
  layer1: "L1SLIPMINBPS",
  synth: "SYNTHSLIPMINBPS",
  trade: "TRADEACCOUNTSSLIPMINBPS",
  secured: "SECUREDASSETSLIPMINBPS",
} as const;

/** The least slip that a crossing pays for, by the form of the asset, and lower between dollar assets where the network says so. */
function slipFloorBps(
  state: QuoteState,
  { parts }: Pick<Side, "parts">,
  isStable: boolean,
): bigint {
  const stable = isStable ? setting(state, "STABLESLIPMINBPS") : 0;
  return BigInt(stable > 0 ? stable : setting(state, floorKeys[parts.kind]));
}

function isDollarPair(state: QuoteState, from: Side, to: Side): boolean {
  const dollars = dollarPools(state);
  return [from, to].every(
    (side) => side.pool !== null && dollars.some((pool) => pool.asset === side.pool?.asset),
  );
}

function crossPool(
  state: QuoteState,
  side: Side,
  direction: "to_native" | "from_native",
  amount: bigint,
  isStable: boolean,
): { after: QuoteState; output: bigint; feeRune: bigint } {
  if (amount === 0n) throw new UnknownRequest(`${HANDLER}fail swap, invalid amount`);
  const pool = state.pools.get(side.layer1);
  if (!pool) throw refuse(`pool ${side.layer1} doesn't exist`);
  if (
    direction === "from_native" &&
    side.parts.kind === "trade" &&
    setting(state, "TRADEACCOUNTSDEPOSITENABLED") <= 0
  ) {
    throw refuse("trade accounts deposits are disabled");
  }
  const isSynth = side.parts.kind === "synth";
  const isRedeemed = isSynth && direction === "to_native";
  if (pool.status !== "Available" && !isRedeemed)
    throw refuse(`pool(${pool.asset}) is not available`);
  const deeper = isSynth ? BigInt(setting(state, "VIRTUALMULTSYNTHSBASISPOINTS")) : 10_000n;
  const depths = {
    asset: (pool.balanceAsset * deeper) / 10_000n,
    native: (pool.balanceRune * deeper) / 10_000n,
    decimals: pool.decimals,
  };
  const leg = swapLeg(amount, depths, direction, slipFloorBps(state, side, isStable));
  return { output: leg.output, ...settle(state, pool, direction, amount, leg, isSynth) };
}

/** The depths after a crossing. The fee leaves the pool as RUNE; of a synth, the pool holds no asset that could move. */
function settle(
  state: QuoteState,
  pool: QuotePool,
  direction: "to_native" | "from_native",
  amount: bigint,
  { output, liquidityFee }: Leg,
  isSynth: boolean,
): { after: QuoteState; feeRune: bigint } {
  const toNative = direction === "to_native";
  const balanceAsset = pool.balanceAsset + (isSynth ? 0n : toNative ? amount : -output);
  const balanceRune = pool.balanceRune + (toNative ? -output : amount);
  const feeRune = toNative
    ? liquidityFee
    : runeForAsset(
        { ...pool, balanceAsset: balanceAsset - liquidityFee, balanceRune },
        liquidityFee,
      );
  const moved = { ...pool, balanceAsset, balanceRune: balanceRune - feeRune };
  return { after: { ...state, pools: new Map(state.pools).set(pool.asset, moved) }, feeRune };
}

/** RUNE that a pool gives for an amount of its asset at a constant product. */
function runeForAsset(pool: QuotePool, amount: bigint): bigint {
  return share(pool.balanceRune, pool.balanceAsset + amount, amount);
}

/** An amount of one asset in another at the pools' prices, without fees. */
export function convert(from: Side, to: Side, amount: bigint): bigint {
  if (from.asset === to.asset) return amount;
  if ((!from.isRune && !from.pool) || (!to.isRune && !to.pool)) throw new NoPool();
  const rune = from.pool ? runeWorth(from.pool, amount) : amount;
  return to.pool ? assetWorth(to.pool, rune) : rune;
}

/** A conversion that needs a pool that does not exist. The node's words for it depend on what it was for. */
export class NoPool extends Error {}

const BPS = 10_000n;
const ONE = 100_000_000n;
const MINIMUM_FACTOR = 3n;

/** The larger of what a payout and a refund need (fee and dust), in the source asset, times three and the affiliate's share on top. */
export function recommendedMinimum(
  state: QuoteState,
  from: Side,
  to: Side,
  affiliateBps: bigint,
): bigint {
  const needs = (side: Side) =>
    outboundFee(state, side) + (state.rows.get(side.payoutChain)?.dustThreshold ?? 0n);
  try {
    const target = convert(to, from, needs(to));
    let larger = needs(from);
    if (target > larger) larger = target;
    return (larger * MINIMUM_FACTOR * (BPS + affiliateBps)) / BPS;
  } catch (error) {
    if (!(error instanceof NoPool)) throw error;
    throw new Refusal(
      "failed to calculate min swap amount: fail to convert dest fee to src asset pool does not exist",
    );
  }
}

/** How many parts still pay no more than the least slip, within the time that a swap may take. */
export function mostParts(
  state: QuoteState,
  from: Side,
  to: Side,
  amount: bigint,
  interval: bigint,
): bigint {
  const isStable = isDollarPair(state, from, to);
  const sizes = [from, to].flatMap((side) => {
    const floor = side.isRune ? 0n : slipFloorBps(state, side, isStable);
    return floor > 0n && side.pool
      ? [share(floor < BPS ? floor : BPS, BPS, side.pool.balanceRune)]
      : [];
  });
  const least = sizes.reduce((low, size) => (low === 0n || size < low ? size : low), 0n);
  const size = from.isRune ? least : from.pool ? assetWorth(from.pool, least) : 0n;
  if (size === 0n) return 1n;
  const parts = amount / size;
  const isNative = from.payoutChain === NATIVE_CHAIN && to.payoutChain === NATIVE_CHAIN;
  const length = BigInt(
    setting(state, isNative ? "STREAMINGSWAPMAXLENGTHNATIVE" : "STREAMINGSWAPMAXLENGTH"),
  );
  const cap = length / (interval > 0n ? interval : 1n);
  if (parts > cap) return cap;
  return parts > 0n ? parts : 1n;
}

/** Whole coins of the block reward, as the node counts them: a fraction is cut. */
const coinbases: Readonly<Record<string, bigint>> = {
  BTC: 3n,
  LTC: 6n,
  BCH: 3n,
  DOGE: 10_000n,
  ZEC: 1n,
};
const leastConfirmations: Readonly<Record<string, bigint>> = {
  ETH: 2n,
  DOGE: 2n,
  BASE: 12n,
  TRON: 3n,
};
/** Twice the worth of a deposit against three coins a block. */
const ETH_REWARD = 3n * ONE;

/** Blocks of a chain until a deposit on it counts. */
export function confirmations(
  state: QuoteState,
  chain: string,
  from: Side,
  amount: bigint,
): bigint {
  const multiplier = BigInt(state.settings[`CONFMULTIPLIERBASISPOINTS-${chain}`] ?? 10_000);
  const coinbase = coinbases[chain];
  let blocks = 0n;
  if (coinbase) {
    const secured = share(multiplier, BPS, coinbase * ONE);
    blocks = (amount + secured - 1n) / secured;
  } else if (chain === "ETH") {
    const gasPool = state.pools.get("ETH.ETH");
    if (!gasPool || !from.pool) throw new Refusal("unable to convert asset: pool does not exist");
    const gas =
      from.asset === gasPool.asset ? amount : assetWorth(gasPool, runeWorth(from.pool, amount));
    blocks = (2n * gas) / share(multiplier, BPS, ETH_REWARD);
  }
  if (chain === "BTC" || chain === "ETH") {
    const most = BigInt(setting(state, `MAXCONFIRMATIONS-${chain}`));
    if (most > 0n && blocks > most) blocks = most;
  }
  const least = leastConfirmations[chain] ?? 0n;
  return blocks < least ? least : blocks;
}

/** What an OP_RETURN output holds, and what the node reads at most. */
const UTXO_BYTES = 80;
const MOST_BYTES = 250;

export interface MemoTerms {
  readonly kind: "=" | "=<";
  readonly asset: string;
  readonly destination: string;
  readonly refundAddress: string;
  readonly limit: bigint;
  readonly interval: bigint;
  readonly quantity: bigint;
  readonly affiliates: readonly string[];
  readonly affiliatesBps: readonly bigint[];
}

/** The numbers are left out where a swap is rapid with at most one part, so that `0/1` and nothing are the same memo. */
export function formatMemo(terms: MemoTerms): string {
  const { limit, interval, quantity, affiliates } = terms;
  const streams = interval > 0n || quantity > 1n;
  const numbers = streams ? `${limit}/${interval}/${quantity}` : limit > 0n ? String(limit) : "";
  const address = terms.refundAddress
    ? `${terms.destination}/${terms.refundAddress}`
    : terms.destination;
  const parts = [terms.kind, terms.asset, address];
  if (affiliates.length > 0)
    parts.push(numbers, affiliates.join("/"), terms.affiliatesBps.join("/"));
  else if (numbers) parts.push(numbers);
  return parts.join(":");
}

export function maxMemoBytes({ row, payoutChain, chain }: Side): number {
  return hasOpReturn(row?.family) && payoutChain === chain ? UTXO_BYTES : MOST_BYTES;
}
