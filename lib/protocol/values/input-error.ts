// Errors of bad input: a message id and its parameters. `lib/say/input.en.ts` has the messages.

import type { RefusedAddress, TxidForm } from "./chain-rows.ts";
import type { ParamsOf, WordRow, WordsOf } from "./word-rows.ts";

interface FaultRow<Params> extends WordRow<Params> {
  readonly code: string;
}

const faultRow = <Params extends object | null = null>(code: string) =>
  ({ code }) as FaultRow<Params>;

interface AddressParams {
  readonly argument: AddressArgument;
}
export type AddressArgument = "destination" | "refund_address";

const inputFaults = {
  amount_not_once: faultRow("invalid_amount"),
  amount_malformed: faultRow<{ readonly decimals: number }>("invalid_amount"),
  amount_zero: faultRow("invalid_amount"),
  worth_too_little: faultRow<{ readonly asset: string }>("invalid_amount"),
  no_price: faultRow<{ readonly asset: string }>("no_price"),
  affiliate_incomplete: faultRow("invalid_affiliate"),
  two_tolerances: faultRow("invalid_tolerance"),
  order_terms: faultRow("invalid_order"),
  order_never_filled: faultRow("invalid_order"),
  order_of_one_asset: faultRow("invalid_order"),
  no_limit_orders: faultRow<{ readonly protocol: string }>("limit_orders_off"),

  same_asset: faultRow("invalid_asset"),
  asset_disputed: faultRow<{ readonly assets: readonly string[] }>("sources_disagree"),
  asset_ambiguous: faultRow<{
    readonly isOnOneChain: boolean;
    readonly shownCount: number;
    readonly count: number;
  }>("ambiguous_asset"),
  /**
   * `count`: number of suggested assets. `nearest`: the only suggested asset, else null. `tokens`:
   * shown and total tokens of a standard such as ERC20. Null if all are shown, or without standard.
   */
  asset_unknown: faultRow<{
    readonly protocol: string;
    readonly nearest: string | null;
    readonly count: number;
    readonly tokens: { readonly shownCount: number; readonly count: number } | null;
  }>("invalid_asset"),
  asset_or_chain: faultRow<{
    readonly argument: string;
    readonly asset: string;
    readonly gasAsset: string;
  }>("ambiguous_asset"),
  asset_without_chain: faultRow<{ readonly argument: string }>("invalid_asset"),

  destination_tagged: faultRow<AddressParams>("invalid_destination"),
  address_malformed: faultRow<AddressParams & { readonly maxChars: number }>("invalid_destination"),
  address_refused: faultRow<AddressParams & { readonly refused: RefusedAddress }>(
    "invalid_destination",
  ),
  address_of_other_chain: faultRow<AddressParams & { readonly chain: string }>(
    "invalid_destination",
  ),
  address_mistyped: faultRow<AddressParams>("invalid_destination"),
  refund_address_unused: faultRow<{ readonly asset: string }>("invalid_refund_address"),

  chain_unknown: faultRow<{ readonly codes: readonly string[] }>("unknown_chain"),
  chain_not_of_network: faultRow<{ readonly protocol: string; readonly codes: readonly string[] }>(
    "invalid_chain",
  ),
  no_txid: faultRow("no_txid"),
  txid_is_address: faultRow("invalid_txid"),
  txid_too_long: faultRow("invalid_txid"),
  several_txids: faultRow("invalid_txid"),
  /**
   * `others`: the chains whose ids are not hexadecimal, with the form of their ids. `chain`: the
   * requested chain, or null if its ids are hexadecimal or if no chain was requested.
   */
  txid_malformed: faultRow<{
    readonly chain: NamedForm | null;
    readonly others: readonly NamedForm[];
    /** Length of what was given, if it could be an id but for its length. */
    readonly characterCount: number | null;
  }>("invalid_txid"),
  arguments: faultRow<{ readonly text: string }>("invalid_arguments"),
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
  /** A shorter name of each candidate, where one is exact. A program may write it instead. */
  readonly shortNames?: readonly string[];
  readonly argument?: string;
  readonly code?: string;
}

export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;
  readonly fault: InputFault;
  readonly candidates: readonly string[];
  readonly shortNames: readonly string[];
  readonly argument: string | null;

  /** `instanceof` compares names, because two bundles may each have a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputError";
  }

  constructor(fault: InputFault, details: InputErrorDetails = {}) {
    const { candidates = [], shortNames = candidates, argument, code } = details;
    super(fault.id);
    this.code = code ?? inputFaults[fault.id].code;
    this.fault = fault;
    this.candidates = candidates;
    this.shortNames = shortNames;
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

export function parseArgument<T>(argument: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, fault, candidates, shortNames } = error;
    throw new InputError(fault, { code, candidates, shortNames, argument });
  }
}

export type WordsOfInput = WordsOf<typeof inputFaults>;
