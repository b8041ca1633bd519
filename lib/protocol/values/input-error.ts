// Bad input, with a hint for the caller.

interface InputErrorDetails {
  readonly candidates?: readonly string[];
  readonly argument?: string;
}

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

  constructor(code: string, hint: string, { candidates = [], argument }: InputErrorDetails = {}) {
    super(hint);
    this.code = code;
    this.hint = hint;
    this.candidates = candidates;
    this.argument = argument ?? null;
  }
}

/** Errors of `parse` name this argument. */
export function parseArgument<T>(argument: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, hint, candidates } = error;
    throw new InputError(code, hint, { candidates, argument });
  }
}
