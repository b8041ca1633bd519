// A message to people is an id with the parameters of its text. The texts are in `lib/say`.

import type { InputFault } from "../values/input-error.ts";
import type { ParamsOf, WordRow, WordsOf } from "../values/word-rows.ts";
import type { DepositShape, Sending } from "./deposit-shape.ts";
import type { CostShare, Doubt, OptionalMemoField, Reason, RefusalCode } from "./reasons.ts";
import type { StopName } from "./stops.ts";
import type { PayoutEnd } from "./verdicts.ts";

const row = <Params extends object | null = null>() => ({}) as WordRow<Params>;

/** Display names; `every`: all chains of the network. */
export type ChainNames = readonly string[] | "every";

interface OfChains {
  readonly chains: ChainNames;
}
interface OfAssets {
  /** Display names. */
  readonly assets: readonly string[];
}
interface OfDoubt {
  readonly reason: Reason;
  /** Seconds until it makes sense to ask again. */
  readonly retrySeconds: number;
}

export interface NamedHalt {
  readonly stop: StopName;
  readonly height: number;
  /** Epoch milliseconds; null where no block time is known. */
  readonly timeMs: number | null;
}
export interface ComingHalts {
  readonly halts: readonly NamedHalt[];
  /** How many more halts are scheduled. */
  readonly moreCount: number;
  /** What the halts do to a swap under way, each effect once. */
  readonly effects: readonly HaltEffect[];
  readonly nowMs: number;
}
/** `chain`: the whole chain stands still. `change`: a router or the network's state changes. */
export type HaltEffect = "change" | "swaps" | "chain" | "payouts";

/** The fate of a deposit that is sent while trading is halted. */
export interface HaltedDeposit {
  readonly fate: "rejected" | "unseen" | "not_swapped" | "not_known" | "refunded";
  /** `dropped`: nothing comes back where less than the dust threshold would be left. */
  readonly dust: "dropped" | "paid";
  /** Whether a refund is paid out now. */
  readonly refunds: "open" | "halted" | "unknown";
  /** Trading on the chain has ended for good. */
  readonly isForGood: boolean;
  /** Whether another chain is open. */
  readonly others: "open" | "halted" | "unknown";
}

/** How the output of a swap in one part differs from that of the same swap in several. */
export type OnePartGain =
  | { readonly is: "unknown" | "same" }
  | {
      readonly is: "more" | "less";
      readonly amountText: string;
      /** Difference between the total costs, in bps of the amount sent; null if one is unknown. */
      readonly costBps: number | null;
    };

/** Facts of a limit order. Each text is an amount with its asset. */
export interface OrderFacts {
  readonly leastText: string;
  readonly affiliateBps: number;
  /** The output at the current price. */
  readonly nowText: string;
  /** Whether the order may be filled at once. */
  readonly isMet: boolean;
  /** The network compares prices in steps of this size; null where the steps are small. */
  readonly stepBps: number | null;
  readonly ttlSeconds: number;
}

/** Pools that are small for a swap. Shares are in hundredths of a bps. */
export interface SmallPools {
  /** The amount sent as a share of the smaller pool's side. */
  readonly sent: bigint;
  /** The output as a share of the paying pool; null for a synth, or if it is unknown. */
  readonly taken: bigint | null;
  readonly sendAtMostText: string | null;
  /** Output in parts: `leastText` without refills of the pools, `mostText` with them. */
  readonly forecast: { readonly leastText: string; readonly mostText: string } | null;
  readonly isInParts: boolean;
}

/** Why nobody should send the deposit again. */
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
  chains_not_checked: row<OfChains>(),
  payouts_wait: row<OfChains & { readonly end: PayoutEnd }>(),
  assets_halted: row<OfAssets>(),
  assets_disputed: row<OfAssets>(),
  parts_wait: row(),
  parts_disputed: row(),
  halts_scheduled: row<ComingHalts>(),
  /** Sources disagree on whether pools are paused; below, whether they are listed or available. */
  liquidity_disputed: row<OfAssets>(),
  pools_unlisted: row<OfAssets>(),
  pools_disputed: row<OfAssets>(),

  chain_halted: row<HaltedDeposit>(),
  chain_payouts_wait: row<{ readonly isTrading: boolean }>(),
  chain_liquidity_paused: row<{ readonly isElseOpen: boolean }>(),
  /** `reason`: null where another message already gives it. */
  chain_halted_before: row<{ readonly seconds: number | null; readonly reason: Reason | null }>(),
  /** Several messages as one text. The further ones follow the `meaning` of the first. */
  together: row<{ readonly messages: readonly [Message, ...Message[]] }>(),

  nothing_read: row(),
  swap_final: row<{ readonly isUnsuccessful: boolean }>(),
  no_need_to_ask: row(),
  ask_later: row(),
  /** `unseen`: the transaction may still arrive. */
  do_not_resend: row<{ readonly why: ResendRisk }>(),
  swap_not_confirmed: row(),
  swap_payouts_wait: row<{ readonly isPlanned: boolean }>(),
  ask_again: row<{ readonly seconds: number }>(),
  chain_open: row<{ readonly chain: string }>(),
  network_open: row(),
  read_address: row(),
  ask_for_quote: row(),
  no_address_now: row(),
  no_address_for: row<{ readonly reason: Reason }>(),
  native_chain: row(),
  send_to_addresses: row<{
    /** How deposits of the only chain look; null for several chains. */
    readonly shape: DepositShape | null;
    readonly hasNative: boolean;
    readonly hasRouter: boolean;
  }>(),

  swap_halted: row(),
  swap_not_checked: row<{ readonly doubt: Doubt }>(),
  /** `halts`: null unless the reason is a scheduled halt. */
  do_not_send: row<{ readonly reason: Reason; readonly halts: ComingHalts | null }>(),
  limit_order: row<OrderFacts>(),
  pools_small: row<SmallPools>(),
  /** `parts`: how many; null if unknown. */
  parts_would_wait: row<{
    readonly isDisputed: boolean;
    readonly parts: number | null;
    readonly onePart: OnePartGain | null;
  }>(),
  not_split: row(),
  no_price_limit: row(),
  /** `remedy`: whether a larger or a smaller amount loses a smaller share; null if unknown. */
  costly: row<{
    readonly cost: CostShare;
    readonly isOrder: boolean;
    readonly remedy: "larger" | "smaller" | null;
  }>(),
  payment_would_wait: row<{
    readonly payment: "payout" | "refund";
    readonly chain: string;
    readonly end: PayoutEnd;
    readonly mayBeLost: boolean;
  }>(),
  payouts_not_checked: row<{ readonly chain: string }>(),
  outvoted_quote: row(),
  no_quote: row<{ readonly isSample: boolean }>(),
  quote_refused: row<{ readonly code: RefusalCode }>(),
  memo_refused: row<{
    readonly code: "memo_too_long" | "memo_not_parsed";
    /** Fields of the memo that the request could leave out. */
    readonly optional: readonly OptionalMemoField[];
  }>(),
  /** `hasMinimum`: the network recommends a larger amount. */
  amount_refused: row<{ readonly hasMinimum: boolean }>(),
  affiliate_share_refused: row<{ readonly mostBps: number }>(),
  halted_by_stops: row<{ readonly stops: readonly StopName[] }>(),
  quote_unavailable: row<{ readonly seconds: number }>(),
  estimate_only: row(),
  give_destination: row(),
  /** `hasWarnings`: the sender must accept them first. */
  send_deposit: row<{ readonly sending: Sending; readonly hasWarnings: boolean }>(),

  bad_input: row<{ readonly fault: InputFault }>(),
  call_ended: row(),
  /** `id`: finds the fault in the server's log. */
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

export interface Said {
  /** One or more whole sentences. */
  readonly fact: string;
  /** Below a sign that reads `sign`, `text` replaces `fact`. */
  readonly below?: { readonly sign: string; readonly text: string };
  readonly meaning?: string | null;
}

export type WordsOfMessages = Omit<WordsOf<typeof messageRows, Said | string>, "together">;
