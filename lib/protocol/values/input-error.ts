// Bad input: an id, and what its words need. The words stand in `lib/say/input.en.ts`.

import type { TxidForm } from "./txid-form.ts";
import type { ParamsOf, WordRow, WordsOf } from "./word-rows.ts";

interface FaultRow<Params> extends WordRow<Params> {
  /** For callers. */
  readonly code: string;
}

const row = <Params extends object | null = null>(code: string) => ({ code }) as FaultRow<Params>;

interface OfAddress {
  readonly argument: AddressArgument;
}
export type AddressArgument = "destination" | "refund_address";

/** Payments to an address of such a form may be lost. */
export type RefusedAddress =
  | { readonly id: "shared_with_bitcoin"; readonly chain: string; readonly starts: string }
  | { readonly id: "taproot" };

const inputFaults = {
  amount_not_once: row("invalid_amount"),
  /** In whole units, with as many decimals at most. */
  amount_malformed: row<{ readonly decimals: number }>("invalid_amount"),
  amount_zero: row("invalid_amount"),
  worth_too_little: row<{ readonly asset: string }>("invalid_amount"),
  no_price: row<{ readonly asset: string }>("no_price"),
  affiliate_incomplete: row("invalid_affiliate"),
  two_tolerances: row("invalid_tolerance"),
  order_terms: row("invalid_order"),
  order_never_filled: row("invalid_order"),
  order_of_one_asset: row("invalid_order"),
  no_limit_orders: row<{ readonly protocol: string }>("limit_orders_off"),

  same_asset: row("invalid_asset"),
  asset_disputed: row<{ readonly assets: readonly string[] }>("sources_disagree"),
  /** `shownCount`: of `count` candidates. */
  asset_ambiguous: row<{
    readonly protocol: string;
    readonly shownCount: number;
    readonly count: number;
  }>("ambiguous_asset"),
  /** `nearest`: the only one that is like it. `tokens`: of the standard that was written. */
  asset_unknown: row<{
    readonly protocol: string;
    readonly nearest: string | null;
    readonly count: number;
    readonly tokens: { readonly shownCount: number; readonly count: number } | null;
  }>("invalid_asset"),
  asset_or_chain: row<{
    readonly argument: string;
    readonly asset: string;
    readonly gasAsset: string;
  }>("ambiguous_asset"),
  asset_without_chain: row<{ readonly argument: string }>("invalid_asset"),

  destination_tagged: row<OfAddress>("invalid_destination"),
  address_malformed: row<OfAddress & { readonly maxChars: number }>("invalid_destination"),
  address_refused: row<OfAddress & { readonly refused: RefusedAddress }>("invalid_destination"),
  address_of_other_chain: row<OfAddress & { readonly chain: string }>("invalid_destination"),
  address_mistyped: row<OfAddress>("invalid_destination"),
  refund_address_unused: row<{ readonly asset: string }>("invalid_refund_address"),

  chain_unknown: row<{ readonly codes: readonly string[] }>("unknown_chain"),
  chain_not_of_network: row<{ readonly protocol: string; readonly codes: readonly string[] }>(
    "invalid_chain",
  ),
  no_txid: row("no_txid"),
  txid_is_address: row("invalid_txid"),
  txid_too_long: row("invalid_txid"),
  several_txids: row("invalid_txid"),
  /** `chain`: the only one that is meant. `others`: chains whose ids are not hexadecimal. */
  txid_malformed: row<{
    readonly chain: NamedForm | null;
    readonly others: readonly NamedForm[];
  }>("invalid_txid"),
  /** Words of the schema of an argument. */
  arguments: row<{ readonly text: string }>("invalid_arguments"),
};

interface NamedForm {
  readonly chain: string;
  readonly form: TxidForm;
}

export type InputFaultId = keyof typeof inputFaults;
export type InputFaultParams<Id extends InputFaultId> = ParamsOf<typeof inputFaults, Id>;

export interface InputFault {
  readonly id: InputFaultId;
  readonly params: object;
}

interface InputErrorDetails {
  readonly candidates?: readonly string[];
  readonly argument?: string;
  /** In place of the code of the fault. */
  readonly code?: string;
}

export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;
  readonly fault: InputFault;
  readonly candidates: readonly string[];
  readonly argument: string | null;

  /** Compares names, because two bundles may each have a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputError";
  }

  constructor(fault: InputFault, { candidates = [], argument, code }: InputErrorDetails = {}) {
    super(fault.id);
    this.code = code ?? inputFaults[fault.id].code;
    this.fault = fault;
    this.candidates = candidates;
    this.argument = argument ?? null;
  }
}

export function badInput<Id extends InputFaultId>(
  id: Id,
  params: InputFaultParams<Id>,
  details: InputErrorDetails = {},
): InputError {
  return new InputError({ id, params: params ?? {} }, details);
}

/** Errors of `parse` name this argument. */
export function parseArgument<T>(argument: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, fault, candidates } = error;
    throw new InputError(fault, { code, candidates, argument });
  }
}

export type WordsOfInput = WordsOf<typeof inputFaults>;
