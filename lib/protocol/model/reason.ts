// Why something is not open, not shown or not known: a code for programs and words for people.

/** How a code is written before its words where people read; null where the words need none. */
const leads = {
  amount_too_small: null,
  clock_skew: "clock_skew",
  contract_destination: null,
  cost_too_high: null,
  depth_implausible: null,
  destination_is_vault: null,
  halt_due: null,
  halted: "halted",
  height_rollback: "height_rollback",
  memo_mismatch: null,
  memo_too_long: null,
  native_chain: "native_chain",
  no_clock: null,
  node_lag: "node_lag",
  odd_asset_name: null,
  one_source: null,
  providers_disagree: "providers disagree",
  quote_implausible: null,
  stale: "stale",
  unreadable: "unreadable",
  upstream_unavailable: null,
} as const;

export type ReasonCode = keyof typeof leads;

export interface Reason {
  readonly code: ReasonCode;
  /** Our own words, without a full stop. The only upstream text in them are names of chains and parameters. */
  readonly text: string;
  /** The reason behind this one. */
  readonly cause?: Reason;
}

/** Makes the reasons of one code: `withCode("stale")("block is 42 s old")`. */
export const withCode =
  (code: ReasonCode) =>
  (text: string, cause: Reason | null = null): Reason => ({ code, text, ...(cause && { cause }) });

/** For programs: "stale: halted at a block 9 s ago; no_clock: no source of the block time could be read". */
export function codedReason(reason: Reason): string {
  return writeReason(reason, (code) => code);
}

/** For people: the same without the codes that say nothing to them. */
export function plainReason(reason: Reason): string {
  return writeReason(reason, (code) => leads[code]);
}

function writeReason({ code, text, cause }: Reason, toLead: (code: ReasonCode) => string | null): string {
  const lead = toLead(code);
  const own = lead === null ? text : `${lead}: ${text}`;
  return cause ? `${own}; ${writeReason(cause, toLead)}` : own;
}
