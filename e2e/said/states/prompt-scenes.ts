// The prompts of /mcp: what they tell an agent to do, and what they say of arguments that are wrong.

import { type Alike, mayaState, prompt, state } from "../state.ts";

const costs = (from: string, to: string, amount: string) =>
  state(prompt("compare_costs", { from, to, amount }));
const safety = (from: string, to: string, of = state) =>
  of(prompt("is_it_safe_to_send", { from, to }));

export const promptScenes: Alike = {
  surface: "markdown",
  scenes: {
    "costs-of-a-swap": costs("BTC", "eth.usdc", "0.05"),
    "amount-of-nothing": costs("BTC", "ETH", "0.0"),
    "asset-of-no-form": costs("B T C", "ETH", "1"),
    "safe-to-send": safety("BTC", "ETH"),
    "safe-to-send-from-the-own-chain": safety("RUNE", "BTC"),
    "safe-to-send-on-mayachain": safety("CACAO", "THOR.RUNE", mayaState),
    "chain-or-token-of-one-name": safety("BASE", "BTC"),
    "token-without-its-chain": safety("USDC", "BTC"),
  },
};
