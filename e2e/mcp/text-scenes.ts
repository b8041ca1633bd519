// An address of each chain that a person could have.
import { presets } from "../../lib/protocol/values/chains.ts";
import { evmPair, pairs } from "../fixtures/chain-examples.ts";

/** @throws Error if the examples have no address of the chain. */
export function userAddress(chain: string): string {
  const row = presets.thorchain.chains.find(({ code }) => code === chain);
  const examples = pairs[chain] ?? (row?.family === "evm" ? evmPair : null);
  if (!examples) throw new Error(`chain-examples.ts has no addresses of ${chain}`);
  return examples[1];
}
