// English texts of the board on the homepage. Browsers load this file, so it imports only types.
import type { SignState } from "../protocol/model/network-status.ts";

export const boardLabel = "State of the network";

export const boardTexts = {
  notReadYet: "Not read yet",
  notRead: "not known",
  noScript: "A script fills this board. Without one, read the state here:",
  failed: "The network could not be read.",
  haltedBefore: "Halted when last read. Do not send.",
  tooOld: "The newest block that we saw is too old.",
  stale: "Out of date",
  staleAdvice: "The newest block is late. Wait for a new one before you send.",
  noChain: "none",
  everyChain: "every chain",
  newestBlock: "Newest block",
  blockMade: "Block made",
  chainsOpen: "Chains open",
  trouble: "Trouble",
  openOf: (openCount: number, allCount: number) => `${openCount} of ${allCount}`,
  andMore: (names: string, restCount: number) => `${names} and ${restCount} more`,
  sample: (advice: string) => `Sample data. ${advice}`,
} as const;

export const boardAdvices: Readonly<Record<SignState, string>> = {
  halted: "Wait until trading runs again.",
  partly_halted: "Do not swap where trading is halted: read the status.",
  sources_disagree: "One of our sources may be wrong or forged.",
  payouts_wait: "Your swap would run, but its payout would wait.",
  swaps_wait: "A swap in one part runs. A large one would wait.",
  halts_soon: "Send only if your swap is done before the halt.",
  not_checked: "What could not be checked may be halted.",
  warned: "Read the warnings before you send.",
  open: "Every chain trades, takes deposits and pays out.",
};
