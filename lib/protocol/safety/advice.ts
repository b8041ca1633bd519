// Whether it is safe to send now: facts of nodes compared, judged and put into words. This file: what to do, in our own words.

import type { Failure } from "../model/envelope.ts";
import type { InboundReading } from "../model/inbounds.ts";
import type { Reason } from "../model/reason.ts";
import type { SwapReading } from "../model/swap.ts";
import type { ChainJudgement, Judgement, ScheduledHalt } from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { scheduledHaltsText } from "./coming-halts.ts";

const UNAVAILABLE_RETRY_SECONDS = 15;
const NAMED_CHAINS = 6;

/** The only call of the router that makes a deposit. It always takes an expiration. */
export const ROUTER_CALL = "depositWithExpiry(vault, asset, amount, memo, expiration in Unix seconds)";

/** Facts, and what to do. On the sample network there is nothing to do. */
export interface Advice {
  /** Whole sentences. None of them says to send. */
  readonly facts: readonly string[];
  readonly act: string | null;
}

/** Advice → the sentences of an answer. */
export function adviceText({ facts, act }: Advice, source: "live" | "sample"): string {
  const sentences = source === "sample" ? ["Sample data: do not send.", ...facts] : [...facts, act];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

/** The failure that a doubt is, and what to do. */
export function failureOf(reason: Reason): Failure {
  const { code } = reason;
  const seconds = code === "upstream_unavailable" ? UNAVAILABLE_RETRY_SECONDS : PROTOCOL_BLOCK_SECONDS;
  return { code, reason, hint: `Do not send funds; retry after ${seconds} s.`, retryAfterSeconds: seconds };
}

/** What could not be verified, and what to do; `write` is how a surface writes a reason. */
export function hintText({ reason, hint }: Failure, write: (reason: Reason) => string): string {
  return reason ? `Could not be verified (${write(reason)}). ${hint}` : hint;
}

/** Advice of an answer in which nothing could be verified. */
export function doubtAdvice(doubt: Reason, network: Judgement): Advice {
  const state =
    network.verdict === "halted" ? `Trading was last read as halted (${haltNames(network)}).` : "Not verified.";
  return factAdvice(`${state} Do not send funds; ask again in ${failureOf(doubt).retryAfterSeconds} s.`);
}

export function factAdvice(sentence: string): Advice {
  return { facts: [sentence], act: null };
}

export function networkAdvice(network: Judgement, chains: readonly ChainJudgement[]): Advice {
  if (network.verdict === "halted") return haltedAdvice(network);
  const halted = chainList("Do not send on", "halted", chains, (chain) => chain.trading.verdict === "halted");
  const unknown = chainList("Not verified", "unknown", chains, (chain) => chain.trading.verdict === "unknown");
  const waiting = chainList("Payouts wait on", "signing halted", chains, (chain) => chain.signing.verdict === "halted");
  const found = [halted, unknown, waiting].filter((part) => part !== null);
  return {
    facts: [`Trading is open${found.length > 0 ? `, but not everywhere. ${found.join(". ")}` : ""}.`],
    act: "Read the inbound address right before sending.",
  };
}

/** About the rows that are shown, and the halts that start before a deposit to them may be swapped. */
export function inboundsAdvice(
  network: Judgement,
  rows: readonly Pick<InboundReading, "address" | "router" | "reason">[],
  coming: readonly ScheduledHalt[],
): Advice {
  if (network.verdict === "halted") return haltedAdvice(network);
  const shown = rows.filter((row) => row.address !== null);
  if (shown.length === 0) {
    if (rows.every((row) => row.reason?.code === "native_chain")) {
      return factAdvice("The protocol's own chain has no inbound address. Do not send to one; ask for a quote's memo.");
    }
    return factAdvice("No address may be used now; see each chain's reason. Do not send funds.");
  }
  const routed = shown.some((row) => row.router !== null)
    ? ` Tokens of a chain with a router: never transfer them to the address; approve the router for the amount, then call its ${ROUTER_CALL}.`
    : "";
  return {
    facts: [scheduledHaltsText(coming)].filter((text) => text !== null),
    act: `Send only to an address shown here, before valid_until, with a swap's memo in the transaction (get_swap_quote gives it); a null address means do not send. Never reuse one.${routed}`,
  };
}

export function poolsAdvice(network: Judgement): Advice {
  if (network.verdict === "halted") return haltedAdvice(network);
  return factAdvice("Depths and prices change with each block; ask for a quote before a swap.");
}

export function swapAdvice({
  state,
  terminal,
  nextPollSeconds,
  signing,
}: Pick<SwapReading, "state" | "terminal" | "nextPollSeconds" | "signing">): Advice {
  if (terminal) return factAdvice("This is final; there is nothing more to ask.");
  const wait = nextPollSeconds === null ? "Ask again later." : askAgainText(nextPollSeconds);
  if (signing !== "halted") return factAdvice(wait);
  const isPlanned = state === "outbound_scheduled" || state === "outbound_signing";
  return factAdvice(
    `${wait} Signing of payouts is halted: ${isPlanned ? "the payout waits, it is not lost" : "a payout would wait"}.`,
  );
}

export function askAgainText(seconds: number): string {
  return `Ask again in ${seconds} s.`;
}

function haltedAdvice(network: Judgement): Advice {
  return factAdvice(`Trading is halted on the whole network (${haltNames(network)}). Do not send funds.`);
}

function haltNames(judgement: Judgement): string {
  return judgement.haltedBy.join(", ");
}

function chainList(
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
