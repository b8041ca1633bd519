// A chain that a caller names. An unknown chain is an error that lists the known ones, never an empty answer.
import { InputError } from "./input-error.ts";

/**
 * A chain code in any case → the one of `codes` that it is.
 * @throws InputError `unknown_chain` with all of `codes`.
 */
export function parseKnownChain(written: string, codes: readonly string[]): string {
  const wanted = written.trim().toUpperCase();
  if (codes.includes(wanted)) return wanted;
  throw new InputError("unknown_chain", `The network has no such chain. It has: ${codes.join(", ")}.`, codes, "chain");
}
