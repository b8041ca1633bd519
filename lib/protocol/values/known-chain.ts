// A chain that a caller names. An unknown chain is an error that lists the known ones, never an empty answer.
import { InputError } from "./input-error.ts";

type Named = { readonly code: string; readonly name: string };

/** A code or a name in any case, as people write it → the code: "btc", "Bitcoin" → "BTC". What is neither stays, in capitals. */
export function chainCodeOf(written: string, chains: readonly Named[]): string {
  const wanted = written.trim().toUpperCase();
  return chains.find(({ name }) => name.toUpperCase() === wanted)?.code ?? wanted;
}

/**
 * The one of `codes` that the caller names, by its code or its name.
 * @throws InputError `unknown_chain` with all of `codes`.
 */
export function parseKnownChain(written: string, codes: readonly string[], chains: readonly Named[]): string {
  const wanted = chainCodeOf(written, chains);
  if (codes.includes(wanted)) return wanted;
  throw new InputError("unknown_chain", `The network has no such chain. It has: ${codes.join(", ")}.`, codes, "chain");
}
