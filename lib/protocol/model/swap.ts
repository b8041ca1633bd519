// The reading of a swap: what became of one transaction. Amounts are base units.

import type { Envelope, Money } from "./envelope.ts";
import type { PayoutEnd, Verdict } from "./verdicts.ts";

export const swapStages = [
  "observed",
  "confirmed",
  "swapped",
  "outbound_scheduled",
  "outbound_signed",
] as const;

export type Tone = "done" | "moving" | "held" | "refund" | "stopped" | "unknown";

interface SwapStateRow {
  readonly phase: "unseen" | "inbound" | "pools" | "outbound" | "unpaid" | "outcome" | "unread";
  /** What the swap waits for. It sets when to ask again. */
  readonly awaits?:
    | "sight"
    | "nodes"
    | "confirmations"
    | "parts"
    | "delay"
    | "signature"
    | "plan"
    | "nothing";
  /** How many of the five stages are done. With an outcome, all five or what the node shows. */
  readonly stagesBehind: number;
  /** How much of the deposit was refunded. */
  readonly back?: "all" | "part";
  /** Null where the tone depends on whether a halt holds the swap. */
  readonly tone: Tone | null;
  readonly finalTone?: Tone;
}

const rowsByState = {
  unknown: { phase: "unseen", awaits: "sight", stagesBehind: 0, tone: "unknown" },
  observing: { phase: "inbound", awaits: "nodes", stagesBehind: 0, tone: null },
  confirming: { phase: "inbound", awaits: "confirmations", stagesBehind: 1, tone: null },
  swapping: { phase: "pools", awaits: "parts", stagesBehind: 2, tone: null },
  outbound_scheduled: { phase: "outbound", awaits: "delay", stagesBehind: 3, tone: null },
  outbound_signing: { phase: "outbound", awaits: "signature", stagesBehind: 4, tone: null },
  done: { phase: "outcome", stagesBehind: 5, tone: "done" },
  refunded: { phase: "outcome", stagesBehind: 5, back: "all", tone: "refund" },
  partially_refunded: { phase: "outcome", stagesBehind: 5, back: "part", tone: "refund" },
  failed: { phase: "outcome", stagesBehind: 1, tone: "stopped" },
  dropped: { phase: "unpaid", awaits: "nothing", stagesBehind: 4, tone: "stopped" },
  no_output: {
    phase: "unpaid",
    awaits: "plan",
    stagesBehind: 3,
    tone: "unknown",
    finalTone: "stopped",
  },
  unavailable: { phase: "unread", stagesBehind: 0, tone: "unknown" },
} as const satisfies Readonly<Record<string, SwapStateRow>>;
export type SwapState = keyof typeof rowsByState;
export const swapStates = Object.keys(rowsByState) as SwapState[];
export const stateRows: Readonly<Record<SwapState, SwapStateRow>> = rowsByState;

/** While the pools still swap some parts, failed parts are expected to be refunded. */
export const isInPools = ({ state }: { readonly state: SwapState }): boolean =>
  rowsByState[state].phase === "pools";

export const swapDoubts = [
  "not_a_swap",
  "not_classifiable",
  "payout_unseen",
  "given_up",
  "node_unread",
  "unconfirmed",
] as const;

export const GIVE_UP_AFTER_MS = 2 * 3_600_000;

export interface SwapStage {
  readonly stage: (typeof swapStages)[number];
  readonly done: boolean;
  /** Only on the stage `swapped`. */
  readonly streaming?: StreamingProgress | null;
  readonly secondsLeft?: number | null;
}

/** A member is null if the node does not state it. */
export interface StreamingProgress {
  readonly count: number;
  readonly quantity: number;
  /** The asset that is bought. */
  readonly asset: string | null;
  readonly in: bigint | null;
  readonly out: bigint | null;
  readonly failed: number | null;
}

export const orderStatuses = [
  "resting",
  "partly_filled",
  "filled",
  "expired",
  "cancelled",
] as const;

export interface LimitOrder {
  /** Null where the records do not show it. */
  readonly status: (typeof orderStatuses)[number] | null;
  readonly bought: string | null;
  /** In 1e8 units of the bought asset; null where the order is not in the queue. */
  readonly limitPrice: bigint | null;
  readonly filledBps: number | null;
  /** An estimate from the protocol's block time. */
  readonly expiresAtMs: number | null;
}

interface SwapLeg {
  readonly chain: string;
  readonly asset: string;
  /** Base units of `asset`. */
  readonly amount: bigint;
  /** Sender of `in`, recipient of `out`; cleaned upstream text. */
  readonly address: string | null;
}

export interface SwapOut extends SwapLeg {
  readonly kind: "swap" | "refund" | "affiliate";
  readonly txid: string | null;
}

export interface SwapReading extends Envelope {
  /** The form that `parseTxid` returns. */
  readonly txid: string;
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly refundExpected: boolean;
  readonly doubt: (typeof swapDoubts)[number] | null;
  /** Further facts that only texts use. */
  readonly situation: Situation;
  readonly stages: readonly SwapStage[];
  readonly in: (SwapLeg & { readonly memo: string | null }) | null;
  readonly out: readonly SwapOut[];
  /** The network's own words: untrusted, cleaned data. */
  readonly refundReason: string | null;
  readonly order: LimitOrder | null;
  readonly liquidityFee: Money | null;
  readonly outboundFees: readonly Money[] | null;
  readonly startedAtMs: number | null;
  readonly estimatedSecondsLeft: number | null;
  readonly nextPollSeconds: number | null;
  /** The chain of the first unsent payout or refund. */
  readonly payoutChain: string | null;
  readonly signing: Verdict;
  /** Whether a halt or a pause stops the swap now. */
  readonly held: boolean;
  readonly decidedBy: "node" | "indexer" | null;
  /** Where `txid` is a payout: the deposit of its swap, as one indexer names it. */
  readonly paidFor?: string | null;
}

export type RefundCause =
  | "below_limit"
  | "order_expired"
  | "order_cancelled"
  | "halted"
  | "below_fees"
  | "no_pool"
  | "bad_memo";

/** Fixed texts of the nodes. The first match decides. */
const refundPatterns: readonly (readonly [pattern: RegExp, cause: RefundCause])[] = [
  [/less than price limit/i, "below_limit"],
  [/limit swap expired/i, "order_expired"],
  [/limit swap cancelled/i, "order_cancelled"],
  [/halted|paused/i, "halted"],
  [/not enough (fee|asset to pay)/i, "below_fees"],
  [/pool (doesn't|does not) exist/i, "no_pool"],
  [
    /memo|parameters|limit: ?[\d.]{1,40} is invalid|destination address|invalid \w+ address|address format/i,
    "bad_memo",
  ],
];

export function refundCause(reasonText: string): RefundCause | null {
  return refundPatterns.find(([pattern]) => pattern.test(reasonText))?.[1] ?? null;
}

/** `no_swap`: the memo asks for no swap. `sender`: the refund goes to the sender instead. */
export type UnusedRefundAddress = "no_swap" | "sender";

export interface Situation
  extends Pick<
    SwapReading,
    "state" | "terminal" | "refundExpected" | "signing" | "order" | "doubt" | "paidFor"
  > {
  readonly sourceChainName: string | null;
  readonly payoutChainName: string | null;
  readonly refundWait: RefundWait | "native" | null;
  readonly isPaidNatively: boolean;
  readonly haltedChain: string | null;
  readonly isEnded?: boolean;
  readonly streaming: Parts | null;
  readonly isRestSoldLast?: boolean;
  readonly isPartsPaused: boolean;
  readonly payoutEnd: PayoutEnd;
  readonly limitOrder: boolean;
  /** A reference stands for the memo, and the network looks it up. */
  readonly isMemoless: boolean;
  readonly isMemolessHalted: boolean;
  /** A refund of a trade or secured asset is booked on an account, without a payout record. */
  readonly isBookedBack: boolean;
  readonly shown: ReadonlySet<SwapOut["kind"]>;
  readonly isWholeBack?: boolean | undefined;
  readonly secondsLeft: number | null;
  readonly secondsLate?: number | null | undefined;
  readonly unusedRefundAddress?: UnusedRefundAddress | null | undefined;
  /** The state that one source claims; null unless `doubt` is "unconfirmed". */
  readonly claimed: SwapState | null;
  readonly isRefundClaimed?: boolean | undefined;
  /** Only an indexer has a record: the nodes keep none any more. */
  readonly isForgotten?: boolean | undefined;
}

export type Parts = Pick<StreamingProgress, "count" | "quantity" | "failed">;
export interface RefundWait {
  readonly chainName: string;
  readonly signing: Verdict;
}
