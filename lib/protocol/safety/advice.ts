// Whether it is safe to send now: facts of nodes compared, judged and put into words. This file: what to do, in our own words.

import type { Failure } from "../model/envelope.ts";
import type { InboundReading } from "../model/inbounds.ts";
import type { Reason } from "../model/reason.ts";
import type { ChainJudgement, Judgement, ScheduledHalt } from "../model/verdicts.ts";
import { type Warning, type WarningCode, warningOf, warnOf } from "../model/warning.ts";
import { PROTOCOL_BLOCK_SECONDS } from "../values/chains.ts";
import { scheduledHaltsText } from "./coming-halts.ts";

const UNAVAILABLE_RETRY_SECONDS = 15;
const NAMED_CHAINS = 6;

/** The only call of the router that makes a deposit. It always takes an expiration. */
export const ROUTER_CALL = "depositWithExpiry(vault, asset, amount, memo, expiration in Unix seconds)";

/** Facts, warnings, and what to do. Each is whole sentences; only `act` may say to send. */
export interface Advice {
  readonly lead: string | null;
  readonly warnings: readonly Warning[];
  readonly act: string | null;
}

const sampleWarning = warnOf("sample")("Sample data: do not send.");
const oneSourceWarning = warnOf("one_source")("Only one node is configured: no second source confirms this.");

/** Advice → the sentences of an answer. On the sample network there is nothing to do. */
export function adviceText({ lead, warnings, act }: Advice, source: "live" | "sample"): string {
  const texts = warnings.map(({ text }) => text);
  const sentences = source === "sample" ? [sampleWarning.text, lead, ...texts] : [lead, ...texts, act];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

/** The warnings of the advice, and what is to be known of every answer of this source. */
export function listWarnings({ warnings }: Advice, source: "live" | "sample", nodeCount: number): readonly Warning[] {
  if (source === "sample") return [sampleWarning, ...warnings];
  return nodeCount > 1 ? warnings : [...warnings, oneSourceWarning];
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
  const text = `${state} Do not send funds; ask again in ${failureOf(doubt).retryAfterSeconds} s.`;
  return warnedAdvice(network.verdict === "halted" ? warnOf("halted")(text) : warningOf(doubt, text));
}

export function factAdvice(sentence: string): Advice {
  return { lead: sentence, warnings: [], act: null };
}

/** A warning in place of any word on what to do. */
export function warnedAdvice(warning: Warning): Advice {
  return { lead: null, warnings: [warning], act: null };
}

/** `coming`: the halts of the next day. */
export function networkAdvice(
  network: Judgement,
  chains: readonly ChainJudgement[],
  coming: readonly ScheduledHalt[],
): Advice {
  if (network.verdict === "halted") return haltedAdvice(network);
  const found = [
    chainWarning("halted", "Do not send on", "halted", chains, (chain) => chain.trading.verdict === "halted"),
    chainWarning("not_checked", "Not verified", "unknown", chains, (chain) => chain.trading.verdict === "unknown"),
    chainWarning(
      "signing_halted",
      "Payouts wait on",
      "signing halted",
      chains,
      (chain) => chain.signing.verdict === "halted",
    ),
  ].filter((warning) => warning !== null);
  return {
    lead: `Trading is open${found.length > 0 ? ", but not everywhere" : ""}.`,
    warnings: [...found, ...scheduledWarnings(coming)],
    act: "Read the inbound address right before sending.",
  };
}

function scheduledWarnings(coming: readonly ScheduledHalt[]): Warning[] {
  const text = scheduledHaltsText(coming);
  return text === null ? [] : [warnOf("halt_scheduled")(text)];
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
    lead: null,
    warnings: scheduledWarnings(coming),
    act: `Send only to an address shown here, before send_before, with a swap's memo in the transaction (get_swap_quote gives it); a null address means do not send. Never reuse one.${routed}`,
  };
}

export function poolsAdvice(network: Judgement): Advice {
  if (network.verdict === "halted") return haltedAdvice(network);
  return factAdvice("Depths and prices change with each block; ask for a quote before a swap.");
}

function haltedAdvice(network: Judgement): Advice {
  const text = `Trading is halted on the whole network (${haltNames(network)}). Do not send funds.`;
  return warnedAdvice(warnOf("halted")(text));
}

function haltNames(judgement: Judgement): string {
  return judgement.haltedBy.join(", ");
}

function chainWarning(
  code: WarningCode,
  lead: string,
  why: string,
  chains: readonly ChainJudgement[],
  isMeant: (chain: ChainJudgement) => boolean,
): Warning | null {
  const codes = chains.filter(isMeant).map((chain) => chain.chain);
  if (codes.length === 0) return null;
  const more = codes.length > NAMED_CHAINS ? ` and ${codes.length - NAMED_CHAINS} more` : "";
  return { code, text: `${lead} ${codes.slice(0, NAMED_CHAINS).join(", ")}${more} (${why}).` };
}
