// Protocol room: what to do now, in our own words. No word, address or host of an upstream stands here but chain codes and parameter names.
import { PROTOCOL_BLOCK_SECONDS } from "./chains.ts";
import type { ChainJudgement, Failure, Judgement, QuoteReading, Verdict } from "./model.ts";

const UNAVAILABLE_RETRY_SECONDS = 15;
const NAMED_CHAINS = 6;

/** The failure that a doubt is: its code, and what to do. */
export function toFailure(doubt: string): Failure {
  const code = toCode(doubt);
  const seconds = code === "upstream_unavailable" ? UNAVAILABLE_RETRY_SECONDS : PROTOCOL_BLOCK_SECONDS;
  return {
    code,
    hint: `Could not be verified (${doubt}). Do not send funds; retry after ${seconds} s.`,
    retryAfterSeconds: seconds,
  };
}

/** `stale: block is 42 s old` → `stale`. */
export function toCode(reason: string): string {
  return reason.split(":", 1)[0] as string;
}

/** Advice of an answer that stands on nothing verified. */
export function toDoubtAdvice(doubt: string, network: Judgement): string {
  const state =
    network.verdict === "halted" ? `Trading was last read as halted (${toNames(network)}).` : "Not verified.";
  return `${state} Do not send funds; ask again in ${toFailure(doubt).retryAfterSeconds} s.`;
}

export function toNetworkAdvice(network: Judgement, chains: readonly ChainJudgement[]): string {
  if (network.verdict === "halted")
    return `Trading is halted on the whole network (${toNames(network)}). Do not send funds.`;
  const halted = toChainList("Do not send on", "halted", chains, (chain) => chain.trading.verdict === "halted");
  const unknown = toChainList("Not verified", "unknown", chains, (chain) => chain.trading.verdict === "unknown");
  const waiting = toChainList(
    "Payouts wait on",
    "signing halted",
    chains,
    (chain) => chain.signing.verdict === "halted",
  );
  const found = [halted, unknown, waiting].filter((part) => part !== null);
  return [`Trading is open${found.length > 0 ? `, but not everywhere. ${found.join(". ")}` : ""}`, sendAdvice].join(
    ". ",
  );
}

const sendAdvice = "Read the inbound address right before sending.";

export function toInboundsAdvice(network: Judgement, shown: number): string {
  if (network.verdict === "halted")
    return `Trading is halted on the whole network (${toNames(network)}). Do not send funds.`;
  if (shown === 0) return "No address may be used now; see each chain's reason. Do not send funds.";
  return "Send only to an address shown here, before valid_until; a null address means do not send. Never reuse one.";
}

export function toPoolsAdvice(network: Judgement): string {
  if (network.verdict === "halted")
    return `Trading is halted on the whole network (${toNames(network)}). Do not send funds.`;
  return "Depths and prices change with each block; ask for a quote before a swap.";
}

export function toQuoteAdvice(quote: Pick<QuoteReading, "trading" | "memo" | "inboundAddress" | "reason">): string {
  if (quote.trading.verdict !== "open") return "Do not send funds: this swap is not open now.";
  if (quote.inboundAddress !== null) {
    return "Send the amount with exactly this memo to this address, before the quote expires.";
  }
  if (quote.memo !== null) return "Send a MsgDeposit with exactly this memo, before the quote expires.";
  if (quote.reason !== null) return "Do not send funds: memo and address are withheld; see reason.";
  return "An estimate only. Ask again with a destination to get the memo, right before sending.";
}

export function toSwapAdvice(terminal: boolean, nextPollSeconds: number | null, signing: Verdict): string {
  if (terminal) return "This is final; there is nothing more to ask.";
  const wait = nextPollSeconds === null ? "Ask again later." : `Ask again in ${nextPollSeconds} s.`;
  return signing === "halted" ? `${wait} Signing of payouts is halted: the payout waits, it is not lost.` : wait;
}

function toNames(judgement: Judgement): string {
  return judgement.haltedBy.join(", ");
}

function toChainList(
  lead: string,
  why: string,
  chains: readonly ChainJudgement[],
  isMeant: (chain: ChainJudgement) => boolean,
): string | null {
  const codes = chains.filter(isMeant).map((chain) => chain.chain);
  if (codes.length === 0) return null;
  const more = codes.length > NAMED_CHAINS ? ` and ${codes.length - NAMED_CHAINS} more` : "";
  return `${lead} ${codes.slice(0, NAMED_CHAINS).join(", ")}${more} (${why})`;
}
