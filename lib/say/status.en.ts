// English texts of /status and of the status tools: titles, table heads and sentences.
import type { Preset } from "../protocol/values/chains.ts";
import { chainName, PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";
import { formatDuration } from "./figures.en.ts";
import { joinWords } from "./phrases.en.ts";

export const statusWords = {
  title: "Network status",
  again: "Look here again right before you send.",
  doNotSwapHalted: "Do not swap to or from a chain that is halted, or that we could not check.",
  chains: "Chain by chain",
  answers: "Send, receive, add liquidity",
  chain: "Chain",
  send: "Can I send?",
  receive: "Can I receive?",
  liquidity: "Can I add liquidity?",
  questions:
    "Send: a deposit from this chain is swapped. Receive: a swap to this chain is paid out there. Liquidity: you can add it and withdraw it.",
  notes: "What is wrong, and what to do",
  scheduled: "Scheduled halts",
  haltStarts: "When halts began",
  fees: "Fees and limits",
  outboundFee: "Outbound fee",
  dustThreshold: "Dust threshold",
  blockTime: "Block time",
  gasRate: "Gas rate",
  noDust: "none",
  flatGasRate: "a flat fee",
  feesMean:
    "The outbound fee is taken from a payout and from a refund. Send more than the dust threshold. The network ignores a smaller deposit.",
} as const;

export const chainStatusTitle = (chain: string, preset: Preset) =>
  `${chainName(chain, preset)} status`;

/** The chains that need no word, below those that do. */
export const plainChainsLabel = (count: number, chainCount: number): string =>
  count === chainCount
    ? "Nothing to note on any chain"
    : `Nothing to note on the other ${count === 1 ? "chain" : `${count} chains`}`;

export const blockEstimateText = ({ protocol }: Preset) =>
  `Times are estimates. A ${protocol} block takes about ${formatDuration(PROTOCOL_BLOCK_SECONDS)}.`;

export const answerWords = {
  yes: "yes",
  no: "no",
  open: "open",
  halted: "halted",
  noHalted: "no, halted",
  paused: "paused",
  haltsSoon: "halts soon",
  payoutsWait: "payouts wait",
  quoteFirst: "with a quote",
  refundsWait: "refunds wait",
  refundsHaltSoon: "refunds halt soon",
  refundsDisputed: "sources disagree on refunds",
  refundsNotChecked: "refunds not checked",
} as const;

export const comingText = (isChange: boolean, whenText: string) =>
  `${isChange ? "change" : "halts"} ${whenText}`;

export const noLiquidityTo = (assets: readonly string[]) => `not to ${joinWords(assets)}`;
export const disputedLiquidityTo = (assets: readonly string[]) =>
  `sources disagree on ${joinWords(assets)}`;

export const everyChainExcept = (chains: readonly string[]) =>
  chains.length === 0 ? "Every chain" : `Every chain except ${joinWords(chains)}`;
export const doubtText = (chain: string, reasonText: string) => `${chain}: ${reasonText}`;
export const noteTitle = (chainsText: string, word: string) => `${chainsText}: ${word}`;

export const haltStartText = (halt: string, height: number, whenText: string | null) =>
  `${halt}. The halt acts from block ${height}${whenText === null ? "" : `, ${whenText}`}, or from a later vote.`;

export const statuspageTexts = {
  page: (site: string, protocol: string, isSample: boolean) =>
    `${site}: ${protocol}${isSample ? " (sample, invented data)" : ""}`,
  state: (headline: string, isSample: boolean) =>
    `${isSample ? "Sample, invented data: " : ""}${headline}`,
  haltsSoon: "Halts too soon for a swap.",
  payoutsHaltSoon: "Payouts and refunds halt soon.",
  start: (parameter: string, height: number) =>
    `${parameter} acts from block ${height}, or since a later vote.`,
  scheduled: (subject: string, verb: string) => `${subject} ${verb}`,
  scheduledBody: (title: string, height: number) =>
    `${title} at block ${height}. The time is an estimate.`,
} as const;

export const sampleNote = "Sample network: invented data. Never send funds based on it.";

const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

interface SourceCount {
  readonly ok: number;
  readonly all: number;
}

export const noSourceText = "No source was read.";
export const sourceCountText = (nodes: SourceCount, indexers: SourceCount) =>
  `Read from ${nodes.ok} of ${countText(nodes.all, "node")} and ${indexers.ok} of ${countText(indexers.all, "indexer")}.`;

export const noUsableNodeText = (nodes: number, readAt: string) =>
  `${nodes === 1 ? "Our node gives no" : `None of our ${nodes} nodes gives a`} usable answer. Last check: ${readAt}.`;

export const noBlockText = "No block could be checked.";
export const newestBlockText = (height: number, whenText: string) =>
  `Newest block: ${height}, ${whenText}.`;
export const notFreshText = (reason: string) => `Not fresh: ${reason}.`;
export const checkedAtText = (readAt: string) => `Checked at ${readAt}.`;
