// Bad input: what a caller asked for and cannot get, with what to do instead.

/** The caller asked for something that cannot be answered. `hint` says what to do; `candidates` are the nearest legal values. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;
  readonly hint: string;
  readonly candidates: readonly string[];

  /** By name: the one network may have been made by another bundle than the one that asks it, with its own copy of this class. */
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
