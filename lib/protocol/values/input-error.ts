// Bad input: which argument, and what the caller can do instead.

/** What a hint may name, as tools name it and as the page does. */
const named = {
  amount: ["amount", "amount"],
  amount_usd: ["amount_usd", "dollars"],
  target_out: ["target_out", "the amount of the limit order"],
  liquidity_tolerance_bps: ["liquidity_tolerance_bps", "a tolerance"],
  tolerance_bps: ["tolerance_bps", "tolerance"],
  affiliate: ["affiliate", "affiliate"],
  refund_address: ["refund_address", "a refund address"],
  recommended_min_amount: ["recommended_min_amount", "the recommended minimum"],
  allAssets: ["list_pools", "/assets"],
  oneOfThese: [
    "Write the chain too, and the contract where the chain has two (for example ETH.USDC)",
    "Choose one, or write its chain too, for example USDC on Ethereum",
  ],
  aDestination: ["a destination", "a receiving address"],
  bothSides: ["from and to", "Both sides"],
  theDestination: ["destination", "The receiving address"],
  theRefundAddress: ["refund_address", "The refund address"],
} as const;
export type Names = Readonly<Record<keyof typeof named, string>>;
/** What to do: whole sentences, of the names where there are any in it. */
type Hint = string | ((names: Names) => string);

const namesAt = (at: 0 | 1) => Object.fromEntries(Object.entries(named).map(([key, both]) => [key, both[at]])) as Names;
const [toolNames, pageNames] = [namesAt(0), namesAt(1)];

/** A hint for tools; for the page too, where that names something otherwise. */
export function hints(hint: Hint): { readonly hint: string; readonly pageHint?: string } {
  return typeof hint === "string" ? { hint } : { hint: hint(toolNames), pageHint: hint(pageNames) };
}

interface Blamed {
  /** The nearest legal values. */
  readonly candidates?: readonly string[];
  /** As tools name it; absent where the error is about more than one. */
  readonly argument?: string;
  /** The hint does not name it. */
  readonly isUnnamed?: boolean;
}

/** The caller asked for something that cannot be answered. `hint` says what to do. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;
  readonly hint: string;
  readonly pageHint: string;
  readonly candidates: readonly string[];
  readonly argument: string | null;
  readonly isUnnamed: boolean;

  /** Compares names, because two bundles may each have a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputError";
  }

  constructor(code: string, told: Hint, { candidates = [], argument, isUnnamed = false }: Blamed = {}) {
    const { hint, pageHint = hint } = hints(told);
    super(hint);
    this.code = code;
    this.hint = hint;
    this.pageHint = pageHint;
    this.candidates = candidates;
    this.argument = argument ?? null;
    this.isUnnamed = isUnnamed;
  }
}

/** What `parse` makes of one argument. Its error names that argument. */
export function parseArgument<T>(argument: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, hint, candidates, isUnnamed } = error;
    // What is said of a name has the word asset.
    throw new InputError(code, hint, { candidates, argument, isUnnamed: isUnnamed || argument !== "asset" });
  }
}
