// A message to people is an id with the parameters of its text. The texts are in `lib/say`.

import type { InputFault } from "../values/input-error.ts";
import type { ParamsOf, WordRow, WordsOf } from "../values/word-rows.ts";
import type { DepositShape, Sending } from "./deposit-shape.ts";
import type { CostShare, Doubt, OptionalMemoField, Reason, RefusalCode } from "./reasons.ts";
import type { StopName } from "./stops.ts";
import type { PayoutEnd } from "./verdicts.ts";

const row = <Params extends object | null = null>() => ({}) as WordRow<Params>;

export type ChainNames = readonly string[] | "every";

interface OfChains {
  readonly chains: ChainNames;
}
interface OfAssets {
  readonly assets: readonly string[];
}
interface OfDoubt {
  readonly reason: Reason;
  readonly retrySeconds: number;
}

export interface NamedHalt {
  readonly stop: StopName;
  readonly height: number;
  /** Estimated time of the halt, in epoch ms. Null if the newest block's time is unknown. */
  readonly timeMs: number | null;
}
export interface ComingHalts {
  readonly halts: readonly NamedHalt[];
  readonly moreCount: number;
  readonly effects: readonly HaltEffect[];
  readonly nowMs: number;
}
/**
 * What a halt stops. `chain`: swaps and payouts. `refunds`: payouts where only a refund is paid.
 * `change`: nothing stops, but a router or a rule of the network changes.
 */
export type HaltEffect = "change" | "swaps" | "chain" | "payouts" | "refunds" | "after_swap";

export interface HaltedDeposit {
  readonly fate: "rejected" | "unseen" | "not_swapped" | "not_known" | "refunded";
  /** `dropped`: nothing is sent back if less than the dust threshold is left after the fee. */
  readonly dust: "dropped" | "paid";
  readonly refunds: "open" | "halted" | "unknown";
  readonly isForGood: boolean;
  readonly others: "open" | "halted" | "unknown";
}

/** The output of a swap in one part, compared with the output in several parts. */
export type OnePartGain =
  | { readonly is: "unknown" | "same" }
  | {
      readonly is: "more" | "less";
      readonly amountText: string;
      /** Difference of the two total costs, in bps of the amount sent. Null if one is unknown. */
      readonly costBps: number | null;
    };

export interface OrderFacts {
  readonly leastText: string;
  readonly affiliateBps: number;
  readonly nowText: string;
  readonly isMet: boolean;
  /** The network rounds order prices to steps of this size. Null if steps are at most 50 bps. */
  readonly stepBps: number | null;
  readonly ttlSeconds: number;
}

/** How small the pools are for a swap. `sent` and `taken` are in hundredths of a bps. */
export interface SmallPools {
  /** The amount sent, as a share of the smaller pool's depth. Null if that share is small. */
  readonly sent: bigint | null;
  /** The output, as a share of the pool side that pays it. Null if that share is small. */
  readonly taken: bigint | null;
  readonly mostText: string | null;
  /** Output of all parts: `leastText` if nobody refills the pools, `mostText` if somebody does. */
  readonly forecast: { readonly leastText: string; readonly mostText: string } | null;
  readonly isInParts: boolean;
}

export type ResendRisk = "unseen" | "not_final" | "unchecked";

const messageRows = {
  sample_data: row(),
  one_node: row(),
  one_operator: row(),
  outvoted: row(),
  outvoted_halt: row<OfChains>(),
  outvoted_pool: row<{ readonly asset: string }>(),

  doubt: row<OfDoubt>(),
  not_listed: row<{ readonly reason: Reason }>(),
  halted_before: row<{ readonly retrySeconds: number }>(),
  every_chain_halted: row(),

  chains_halted: row<OfChains>(),
  chains_disputed: row<OfChains>(),
  chains_not_listed: row<OfChains>(),
  chains_not_checked: row<OfChains>(),
  payouts_wait: row<OfChains & { readonly end: PayoutEnd }>(),
  assets_halted: row<OfAssets>(),
  assets_disputed: row<OfAssets>(),
  parts_wait: row(),
  parts_disputed: row(),
  halts_scheduled: row<ComingHalts>(),
  liquidity_disputed: row<OfAssets>(),
  pools_unlisted: row<OfAssets>(),
  pools_disputed: row<OfAssets>(),

  chain_halted: row<HaltedDeposit>(),
  chain_payouts_wait: row<{ readonly isTrading: boolean; readonly end: PayoutEnd | null }>(),
  chain_liquidity_paused: row<{ readonly isElseOpen: boolean }>(),
  chain_halted_before: row<{ readonly seconds: number | null; readonly reason: Reason | null }>(),
  /** Joins messages into one text: first the whole first message, then the texts of the others. */
  together: row<{ readonly messages: readonly [Message, ...Message[]] }>(),

  nothing_read: row(),
  swap_final: row<{ readonly isUnsuccessful: boolean }>(),
  no_need_to_ask: row(),
  ask_later: row(),
  do_not_resend: row<{ readonly why: ResendRisk }>(),
  swap_not_confirmed: row(),
  swap_payouts_wait: row<{ readonly isPlanned: boolean }>(),
  ask_again: row<{ readonly seconds: number }>(),
  chain_open: row<{ readonly chain: string }>(),
  network_open: row(),
  read_address: row(),
  ask_quote_first: row(),
  ask_for_quote: row(),
  no_address_now: row(),
  no_address_for: row<{ readonly reason: Reason }>(),
  native_chain: row(),
  send_to_addresses: row<{
    readonly protocol: Sending["protocol"];
    /** Of the only chain with an address. Null if there are several. */
    readonly form: { readonly shape: DepositShape; readonly chainName: string } | null;
    readonly hasNative: boolean;
    readonly hasRouter: boolean;
  }>(),

  swap_halted: row(),
  swap_not_checked: row<{ readonly doubt: Doubt }>(),
  do_not_send: row<{ readonly reason: Reason; readonly halts: ComingHalts | null }>(),
  limit_order: row<OrderFacts>(),
  pools_small: row<SmallPools>(),
  parts_would_wait: row<{
    readonly isDisputed: boolean;
    readonly parts: number | null;
    readonly onePart: OnePartGain | null;
  }>(),
  not_split: row(),
  no_price_limit: row(),
  wide_tolerance: row<{ readonly bps: number }>(),
  costly: row<{
    readonly cost: CostShare;
    readonly isOrder: boolean;
    readonly remedy: "larger" | "smaller" | null;
  }>(),
  payment_would_wait: row<{
    readonly payment: "payout" | "refund";
    readonly chains: ChainNames;
    readonly end: PayoutEnd;
    readonly mayBeLost: boolean;
  }>(),
  payouts_not_checked: row<OfChains>(),
  outvoted_quote: row(),
  no_quote: row<{ readonly isSample: boolean }>(),
  quote_refused: row<{ readonly code: RefusalCode }>(),
  memo_refused: row<{
    readonly code: "memo_too_long" | "memo_not_parsed";
    readonly optional: readonly OptionalMemoField[];
  }>(),
  amount_refused: row<{ readonly hasMinimum: boolean }>(),
  affiliate_share_refused: row<{ readonly mostBps: number }>(),
  halted_by_stops: row<{ readonly stops: readonly StopName[] }>(),
  quote_unavailable: row<{ readonly seconds: number }>(),
  estimate_only: row(),
  give_destination: row(),
  send_deposit: row<{ readonly sending: Sending; readonly hasWarnings: boolean }>(),

  bad_input: row<{ readonly fault: InputFault }>(),
  call_ended: row(),
  own_fault: row<{ readonly id: string }>(),
};

export type MessageId = keyof typeof messageRows;
export type MessageParams<Id extends MessageId> = ParamsOf<typeof messageRows, Id>;

export interface Message {
  readonly id: MessageId;
  readonly params: object;
}

export function message<Id extends MessageId>(
  id: Id,
  ...[params]: MessageParams<Id> extends null ? [params?: null] : [params: MessageParams<Id>]
): Message {
  return { id, params: params ?? {} };
}

export interface Wording {
  readonly fact: string;
  /** If the headline above the message already says `sign`, a page shows `text`, not `fact`. */
  readonly below?: { readonly sign: string; readonly text: string };
  readonly meaning?: string | null;
}

export type WordsOfMessages = Omit<WordsOf<typeof messageRows, Wording | string>, "together">;
