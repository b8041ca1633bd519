// Bad input, with what the caller can do instead.

/** The caller asked for something that cannot be answered. `hint` says what to do; `candidates` are the nearest legal values. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;
  readonly hint: string;
  readonly candidates: readonly string[];

  /** Compares names, because two bundles may each have a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputError";
  }

  constructor(code: string, hint: string, candidates: readonly string[] = []) {
    super(hint);
    this.code = code;
    this.hint = hint;
    this.candidates = candidates;
  }
}
