// The reading of a swap: what became of one transaction. Amounts are base units.

import type { DatedEnvelope, Money } from "./envelope.ts";
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
  readonly awaits?:
    | "sight"
    | "nodes"
    | "confirmations"
    | "parts"
    | "delay"
    | "signature"
    | "plan"
    | "nothing";
  readonly stagesBehind: number;
  readonly back?: "all" | "part";
  /** Null if the tone of the page depends on whether a halt stops the swap. */
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

/** True while the pools swap the parts. In this phase, failed parts are not refunded yet. */
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

/** Longest time until a client asks again for a swap that moves. */
export const MAX_POLL_SECONDS = 300;

export interface SwapStage {
  readonly stage: (typeof swapStages)[number];
  readonly done: boolean;
  readonly streaming?: StreamingProgress | null;
  readonly secondsLeft?: number | null;
}

/**
 * Blocks of the deposit's chain from which and to which the network counts confirmations, as nodes
 * state them: `external_observed_height` and `external_confirmation_delay_height`.
 */
export interface CountedBlocks {
  readonly fromHeight: number;
  readonly toHeight: number;
}

export interface StreamingProgress {
  readonly count: number;
  readonly quantity: number;
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
  readonly status: (typeof orderStatuses)[number] | null;
  readonly bought: string | null;
  /** Base units bought for 1e8 base units sent. Null if the order is not in the queue. */
  readonly limitPrice: bigint | null;
  readonly filledBps: number | null;
  /** Epoch ms, estimated from the number of blocks left. */
  readonly expiresAtMs: number | null;
}

interface SwapLeg {
  readonly chain: string;
  readonly asset: string;
  readonly amount: bigint;
  /** Sender of a deposit, or recipient of a payout: cleaned text of a node or indexer. */
  readonly address: string | null;
}

export interface SwapOut extends SwapLeg {
  readonly kind: "swap" | "refund" | "affiliate";
  readonly txid: string | null;
}

export interface SwapPayout extends SwapOut {
  /**
   * Whether the network signs payments on this chain now. Null for one that is sent, and on the
   * network's own chain, where nothing is signed.
   */
  readonly signing: Verdict | null;
}

export interface SwapReading extends DatedEnvelope {
  readonly txid: string;
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly refundExpected: boolean;
  readonly doubt: (typeof swapDoubts)[number] | null;
  readonly situation: Situation;
  readonly stages: readonly SwapStage[];
  readonly in: (SwapLeg & { readonly memo: string | null }) | null;
  readonly out: readonly SwapPayout[];
  /** Text of an indexer: cleaned, but not trusted. */
  readonly refundReason: string | null;
  readonly order: LimitOrder | null;
  readonly liquidityFee: Money | null;
  readonly outboundFees: readonly Money[] | null;
  readonly startedAtMs: number | null;
  readonly estimatedSecondsLeft: number | null;
  readonly nextPollSeconds: number | null;
  /** Chain of the next payout or refund. If all are sent, the chain of the first. */
  readonly payoutChain: string | null;
  readonly signing: Verdict;
  /** True if a halt or a pause stops the swap now. */
  readonly held: boolean;
  readonly decidedBy: "node" | "indexer" | null;
  /** If `txid` is a payout: the id of the swap's deposit, as stated by one indexer alone. */
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

/** Patterns of refund reasons that nodes write. The first match decides. */
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

/**
 * Why the refund address in a memo is not used. `no_swap`: the memo asks for no swap. `sender`: the
 * memo or the address must be invalid, because the refund goes to the sender.
 */
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
  /** Set only while confirmations are counted, and only if enough nodes state the same blocks. */
  readonly countedBlocks?: CountedBlocks | null;
  readonly isPartsPaused: boolean;
  readonly payoutEnd: PayoutEnd;
  readonly limitOrder: boolean;
  readonly isMemoless: boolean;
  readonly isMemolessHalted: boolean;
  /**
   * True if a trade or secured asset was sent. A refund then goes to an account on the network, and
   * no record of a payout exists.
   */
  readonly isBookedBack: boolean;
  readonly shown: ReadonlySet<SwapOut["kind"]>;
  readonly isWholeBack?: boolean | undefined;
  readonly late?: LatePayout | null | undefined;
  readonly unusedRefundAddress?: UnusedRefundAddress | null | undefined;
  /** The state that only one node or indexer reports. Set only if `doubt` is "unconfirmed". */
  readonly claimed: SwapState | null;
  readonly isRefundClaimed?: boolean | undefined;
  /** True if only an indexer has a record of the swap, because nodes delete old records. */
  readonly isForgotten?: boolean | undefined;
  /** Set if the requested id is that of a payment, and not that of the deposit. */
  readonly requestedPayment?: SwapOut["kind"] | undefined;
}

/** How long ago a payout was due: in blocks, as nodes state it, and in seconds, at 6 s a block. */
export interface LatePayout {
  readonly blocks: number;
  readonly seconds: number;
}

export type Parts = Pick<StreamingProgress, "count" | "quantity" | "failed">;
export interface RefundWait {
  readonly chainName: string;
  readonly signing: Verdict;
}
