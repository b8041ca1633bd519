// Bad input: which argument, and what the caller can do instead.

interface Blamed {
  /** The nearest legal values. */
  readonly candidates?: readonly string[];
  /** As tools name it; absent where the error is about more than one. */
  readonly argument?: string;
}

/** The caller asked for something that cannot be answered. `hint` says what to do. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;
  readonly hint: string;
  readonly candidates: readonly string[];
  readonly argument: string | null;

  /** Compares names, because two bundles may each have a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputError";
  }

  constructor(code: string, hint: string, { candidates = [], argument }: Blamed = {}) {
    super(hint);
    this.code = code;
    this.hint = hint;
    this.candidates = candidates;
    this.argument = argument ?? null;
  }
}

/** What `parse` makes of one argument. Its error names that argument. */
export function parseArgument<T>(argument: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, hint, candidates } = error;
    throw new InputError(code, hint, { candidates, argument });
  }
}
