// What became of one transaction. Amounts are base units (bigint).

import { formatSpan } from "../values/figure-text.ts";
import type { Envelope, Money } from "./envelope.ts";
import type { Verdict } from "./verdicts.ts";

export const swapStages = [
  "observed",
  "confirmed",
  "swapped",
  "outbound_scheduled",
  "outbound_signed",
] as const;

/** The look of a state's sign. */
export type Tone = "done" | "moving" | "held" | "refund" | "stopped" | "unknown";

interface SwapStateRow {
  /** An `outcome` says what became of the money. */
  readonly phase: "unseen" | "inbound" | "pools" | "outbound" | "unpaid" | "outcome" | "unread";
  /** What the next reading may show, which sets when to ask for it; absent where that is for the sources to tell. */
  readonly awaits?:
    | "sight"
    | "nodes"
    | "confirmations"
    | "parts"
    | "delay"
    | "signature"
    | "plan"
    | "nothing";
  /** How many of the five stages lie behind it. A state with an outcome takes all five, or what the node shows. */
  readonly stagesBehind: number;
  /** How much of the deposit went back. */
  readonly back?: "all" | "part";
  /** Null where that depends on whether a halt holds the swap. */
  readonly tone: Tone | null;
  readonly finalTone?: Tone;
}

/** What else is so of a swap in each state. Its words stand in `stateWords`. */
const rows = {
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
export type SwapState = keyof typeof rows;
export const swapStates = Object.keys(rows) as SwapState[];
export const stateRows: Readonly<Record<SwapState, SwapStateRow>> = rows;

/** A refund of failed parts is expected while others are still swapped. */
export const isInPools = ({ state }: { readonly state: SwapState }): boolean =>
  rows[state].phase === "pools";

/** Why a state could not be told more exactly. */
export const swapDoubts = [
  "not_a_swap",
  "not_classifiable",
  "payout_unseen",
  "given_up",
  "node_unread",
  "unconfirmed",
] as const;

/** Nobody asks longer than this, in milliseconds and in words, for a hash that is not seen. */
export const GIVE_UP_AFTER_MS = 2 * 3_600_000;
export const GIVE_UP_AFTER = formatSpan(GIVE_UP_AFTER_MS / 1000);

export interface SwapStage {
  readonly stage: (typeof swapStages)[number];
  readonly done: boolean;
  /** Parts done of all, on `swapped` only. */
  readonly streaming?: StreamingProgress | null;
  /** As the node counts; of parts to come, an estimate from their interval. */
  readonly secondsLeft?: number | null;
}

/** Beside the parts: base units of what was sold and bought so far, and how many parts failed; null where the node does not say it. */
export interface StreamingProgress {
  readonly count: number;
  readonly quantity: number;
  /** What is bought. */
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
  /** Null where the records do not tell. */
  readonly status: (typeof orderStatuses)[number] | null;
  /** What is bought; null where it is not in the queue. */
  readonly bought: string | null;
  /** The least that a whole unit sold must bring now, in 1e8 units of what is bought; null where it is not in the queue. */
  readonly limitPrice: bigint | null;
  /** How much of the deposit is swapped; null where that is not known exactly. */
  readonly filledBps: number | null;
  /** An estimate, at the protocol's block time; null where it does not rest, or the queue does not say. */
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
  /** As `parseTxid` gives it. */
  readonly txid: string;
  readonly state: SwapState;
  readonly terminal: boolean;
  /** All of the deposit or a part of it goes back; of a swap in parts, what failed parts did not swap. */
  readonly refundExpected: boolean;
  readonly doubt: (typeof swapDoubts)[number] | null;
  /** The state in a few words, without a full stop. */
  readonly headline: string;
  readonly explanation: string;
  /** The same without the headline and the time that is left, for where they are told beside it. */
  readonly ownExplanation: string;
  readonly stages: readonly SwapStage[];
  readonly in: (SwapLeg & { readonly memo: string | null }) | null;
  readonly out: readonly SwapOut[];
  /** The network's own words: untrusted, cleaned data. */
  readonly refundReason: string | null;
  /** Null for a market swap. */
  readonly order: LimitOrder | null;
  readonly liquidityFee: Money | null;
  /** Null where fewer than two sources tell them alike. */
  readonly outboundFees: readonly Money[] | null;
  readonly startedAtMs: number | null;
  readonly estimatedSecondsLeft: number | null;
  readonly nextPollSeconds: number | null;
  /** The chain that the payout or refund goes to. Where there are several, that of the first unsent one. */
  readonly payoutChain: string | null;
  /** Verdict of signing on that chain. */
  readonly signing: Verdict;
  /** A halt or a pause stops it now: nobody knows how long. */
  readonly held: boolean;
  readonly decidedBy: "node" | "indexer" | null;
  /** Of an id that no node has seen: the deposit of the swap that it is a payout of, as one indexer names it. */
  readonly paidFor?: string | null;
}

/** Kinds of reasons, told apart by the nodes' fixed wording. The first that fits decides. */
const causes: readonly (readonly [pattern: RegExp, cause: string])[] = [
  [
    /less than price limit/i,
    "The swap would have paid less than the limit in its memo. Prices had moved, or the limit was too close to the price.",
  ],
  [/limit swap expired/i, "The limit order reached its end before its price came."],
  [/limit swap cancelled/i, "The sender cancelled the limit order."],
  [/halted|paused/i, "Trading between these assets was halted when the deposit arrived."],
  [/not enough (fee|asset to pay)/i, "The amount did not cover the fees."],
  [/pool (doesn't|does not) exist/i, "The network had no pool for one of the two assets."],
  [
    /memo|parameters|limit: ?[\d.]{1,40} is invalid|destination address|invalid \w+ address|address format/i,
    "The memo could not be carried out. It was empty or misspelt, or its address belongs to another chain. If it is no swap, its refund address is not used: the refund goes to the sender.",
  ],
];

/** In our own words; null for words that are like none that nodes write. What this gave is given again. */
export function refundCause(reason: string): string | null {
  return causes.find(([pattern, cause]) => cause === reason || pattern.test(reason))?.[1] ?? null;
}
