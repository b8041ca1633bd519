// The members that all readings have: clock, warnings, advice and failure.

import type { NetworkName } from "../values/chains.ts";
import type { Message } from "./messages.ts";
import type { Reason, ReasonCode } from "./reasons.ts";
import type { Clock } from "./verdicts.ts";

export interface Money {
  readonly asset: string;
  /** In base units of `asset`. `decimalsOf` gives the number of decimals. */
  readonly base: bigint;
  /** US dollars times 1e8. Null if there is no price. */
  readonly usd: bigint | null;
}

/** The network fee that a wallet pays for a deposit. */
export interface WalletFee extends Money {
  /** Size of the transaction for which it is estimated. Null if the fee is stated. */
  readonly forBytes: number | null;
}

export interface Failure {
  readonly code: string;
  readonly reason?: Reason;
  readonly hint: Message;
  readonly retryAfterSeconds: number | null;
  readonly argument?: string;
  readonly candidates?: readonly string[];
}

/**
 * If `failure` is set, most figures are null. If too little was read, no verdict is "open". A quote
 * that nodes refused, or that expired, keeps its verdict on trading.
 */
export interface Envelope {
  readonly network: NetworkName;
  readonly source: "live" | "sample";
  readonly clock: Clock;
  readonly warnings: readonly Warning[];
  readonly advice: readonly (Message | Warning)[];
  readonly failure: Failure | null;
}

/** The envelope of a reading, with the times by which the reading itself is dated. */
export interface DatedEnvelope extends Envelope {
  /** Epoch ms at which safety was judged. */
  readonly judgedAtMs: number;
  /** Epoch ms at which the oldest of the nodes' answers was asked for. */
  readonly oldestFactAtMs: number;
}

/**
 * For each warning: the state that the headline box of a page shows if trading is open. Null: the
 * warning does not change the box.
 */
export const signsOfWarnings = {
  halted: "partly_halted",
  halt_scheduled: "halts_soon",
  signing_halted: "payouts_wait",
  sources_disagree: "sources_disagree",
  one_source: null,
  outvoted: null,
  stale: "not_checked",
  not_checked: "not_checked",
  thin_pool: "warned",
  costly: "warned",
  amount_small: "warned",
  no_price_limit: "warned",
  wide_tolerance: "warned",
  streaming_not_applied: "warned",
  parts_wait: "swaps_wait",
  memo_too_long: "warned",
  contract_destination: "warned",
  deposit_not_known: "warned",
  odd_asset_name: "warned",
  limit_order: "warned",
  do_not_resend: "warned",
  sample: null,
} as const;
export type WarningCode = keyof typeof signsOfWarnings;
export const warningCodes = Object.keys(signsOfWarnings) as WarningCode[];

export interface Warning {
  readonly code: WarningCode;
  readonly message: Message;
  readonly isForbidding?: boolean;
  /** True for a halt that starts after this swap and its refund. It is no reason to wait. */
  readonly isAfterSwap?: boolean;
}

/** What to tell a person. Only `act` may say "send funds". The other members must not. */
export interface Advice {
  readonly lead: Message | null;
  readonly sampleLead?: Message | null;
  readonly warnings: readonly Warning[];
  readonly act: Message | null;
}

export const warnOf =
  (code: WarningCode) =>
  (message: Message): Warning => ({ code, message });

export const forbidOf =
  (code: WarningCode) =>
  (message: Message): Warning => ({ ...warnOf(code)(message), isForbidding: true });

const warningCodesOfReasons: Partial<Readonly<Record<ReasonCode, WarningCode>>> = {
  halted: "halted",
  halts_soon: "halt_scheduled",
  providers_disagree: "sources_disagree",
  one_source: "one_source",
  stale: "stale",
  amount_too_small: "amount_small",
  contract_destination: "contract_destination",
  destination_is_vault: "contract_destination",
  cost_too_high: "costly",
  memo_too_long: "memo_too_long",
  deposit_not_known: "deposit_not_known",
  thin_pool: "thin_pool",
  limit_orders_off: "limit_order",
};

export const forbidFor = ({ code }: Reason) =>
  forbidOf(warningCodesOfReasons[code] ?? "not_checked");
