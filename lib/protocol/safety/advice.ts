// This folder compares nodes and judges whether to send now. This file writes the advice.

import {
  type Advice,
  type Envelope,
  forbidFor,
  forbidOf,
  type Warning,
  warnOf,
} from "../model/envelope.ts";
import { type Message, type MessageParams, message } from "../model/messages.ts";
import type { ChainNote, InboundReading } from "../model/network-status.ts";
import type { Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import { shortChainName } from "../values/chains.ts";
import { chainNote } from "./chain-note.ts";
import { doubtMessage, retrySecondsOf } from "./failures.ts";
import { type NetworkFacts, networkWarnings, singleChainOf } from "./network-warnings.ts";
import { isSendable } from "./send-answer.ts";

const sampleWarning = forbidOf("sample")(message("sample_data"));
const oneSourceWarning = warnOf("one_source")(message("one_node"));
const oneOperatorWarning = warnOf("one_source")(message("one_operator"));

type Source = Envelope["source"];

function adviceSentences(
  { lead, sampleLead = lead, warnings, act }: Advice,
  source: Source,
): Envelope["advice"] {
  const sentences =
    source === "sample" ? [sampleWarning, sampleLead, ...warnings] : [lead, ...warnings, act];
  return sentences.filter((sentence) => sentence !== null);
}

function listWarnings(
  { warnings }: Advice,
  source: Source,
  operators: readonly string[],
  outvotedWarning: Warning | null,
) {
  if (source === "sample") return [sampleWarning, ...warnings];
  if (new Set(operators).size > 1)
    return outvotedWarning === null ? warnings : [...warnings, outvotedWarning];
  return [...warnings, operators.length > 1 ? oneOperatorWarning : oneSourceWarning];
}

export function advisedMembers(
  advice: Advice,
  source: Source,
  operators: readonly string[],
  outvotedWarning: Warning | null,
) {
  const warnings = listWarnings(advice, source, operators, outvotedWarning);
  return { warnings, advice: adviceSentences(advice, source) };
}

export function doubtAdvice(doubt: Reason, network: Judgement): Advice {
  const retrySeconds = retrySecondsOf(doubt);
  return warnedAdvice(
    network.verdict === "halted"
      ? forbidOf("halted")(message("halted_before", { retrySeconds }))
      : forbidFor(doubt)(doubtMessage(doubt)),
  );
}

export function factAdvice(fact: Message): Advice {
  return { lead: fact, warnings: [], act: null };
}

export function warnedAdvice(warning: Warning): Advice {
  return { lead: null, warnings: [warning], act: null };
}

export function networkAdvice(facts: NetworkFacts): Advice {
  if (facts.network.verdict === "halted") return haltedAdvice;
  const warnings = networkWarnings(facts);
  const singleChain = singleChainOf(facts);
  const singleChainNote =
    singleChain === null
      ? null
      : chainNote(singleChain, facts.network, facts.preset, facts.payoutEnd);
  if (singleChainNote?.stops === "sending")
    return {
      lead: message("together", { messages: singleChainNote.messages }),
      warnings,
      act: null,
    };
  const { reason } = facts.network;
  if (reason !== null) {
    const doubtWarning = forbidFor(reason)(doubtMessage(reason));
    return { lead: null, warnings: [doubtWarning, ...warnings], act: null };
  }
  // The warning below is not in `networkWarnings`, because those warnings decide the headline box,
  // and a pause of new liquidity stops no swap.
  const { pauseDisputedAssets = [] } = facts.assetHalts;
  const pauseDisputeWarnings =
    pauseDisputedAssets.length > 0
      ? [warnOf("sources_disagree")(message("liquidity_disputed", { assets: pauseDisputedAssets }))]
      : [];
  const isAnySendable = facts.chains.some(({ sending }) => isSendable(sending));
  const isQuoteFirst = facts.chains.some(({ sending }) => sending === "quote_first");
  const isLeadOpen = warnings.length === 0 && isAnySendable && !isQuoteFirst;
  return {
    lead: isLeadOpen ? openMessage(facts) : null,
    warnings: [...warnings, ...pauseDisputeWarnings],
    act: isAnySendable ? message(isQuoteFirst ? "ask_quote_first" : "read_address") : null,
  };
}

function openMessage(facts: NetworkFacts): Message {
  const singleChain = singleChainOf(facts);
  return singleChain === null
    ? message("network_open")
    : message("chain_open", { chain: shortChainName(singleChain.chain, facts.preset) });
}

export function inboundsAdvice(
  network: Judgement,
  inboundRows: readonly Pick<InboundReading, "address" | "router" | "reason">[],
  warnings: readonly Warning[],
  deposit: Pick<MessageParams<"send_to_addresses">, "protocol" | "form">,
  note: ChainNote | null,
): Advice {
  if (network.verdict === "halted") return haltedAdvice;
  const rowsWithAddress = inboundRows.filter((row) => row.address !== null);
  if (rowsWithAddress.length === 0) return noAddressAdvice(inboundRows, warnings, note);
  const hasNativeChain = inboundRows.some(({ reason }) => reason?.code === "native_chain");
  const hasRouter = rowsWithAddress.some((row) => row.router !== null);
  return {
    lead: null,
    warnings,
    act: message("send_to_addresses", { ...deposit, hasNative: hasNativeChain, hasRouter }),
  };
}

function noAddressAdvice(
  inboundRows: readonly Pick<InboundReading, "reason">[],
  warnings: readonly Warning[],
  note: ChainNote | null,
): Advice {
  if (inboundRows.every((row) => row.reason?.code === "native_chain")) return nativeAdvice;
  if (note?.stops === "sending") {
    const reason = inboundRows[0]?.reason ?? null;
    const forbidSending = reason === null ? forbidOf("not_checked") : forbidFor(reason);
    return warnedAdvice(forbidSending(message("together", { messages: note.messages })));
  }
  const reason = findSharedReason(inboundRows);
  if (reason?.code === "deposit_not_known" || reason?.code === "halts_soon") {
    const noAddressMessage = message("no_address_for", { reason });
    if (reason.code === "halts_soon" && warnings.length > 0)
      return { lead: noAddressMessage, warnings, act: null };
    return warnedAdvice(forbidFor(reason)(noAddressMessage));
  }
  const forbidSending = reason === null ? forbidOf("not_checked") : forbidFor(reason);
  return {
    lead: null,
    warnings: [forbidSending(message("no_address_now")), ...warnings],
    act: null,
  };
}

function findSharedReason(inboundRows: readonly Pick<InboundReading, "reason">[]): Reason | null {
  const rowsWithVault = inboundRows.filter((row) => !hasNoVault(row.reason));
  const reasons = (rowsWithVault.length > 0 ? rowsWithVault : inboundRows).map((row) => row.reason);
  const [firstReason = null] = reasons;
  return reasons.every((rowReason) => rowReason?.code === firstReason?.code) ? firstReason : null;
}

const hasNoVault = (reason: Reason | null) =>
  reason !== null && ["native_chain", "deposit_not_known"].includes(reason.code);

const nativeAdvice = factAdvice(message("native_chain"));

export function poolsAdvice(
  network: Judgement,
  unlistedAssets: readonly string[],
  disputedAssets: readonly string[] = [],
): Advice {
  if (network.verdict === "halted") return haltedAdvice;
  const warnDisagreement = warnOf("sources_disagree");
  const warnings = [
    ...(unlistedAssets.length > 0
      ? [warnDisagreement(message("pools_unlisted", { assets: unlistedAssets }))]
      : []),
    ...(disputedAssets.length > 0
      ? [warnDisagreement(message("pools_disputed", { assets: disputedAssets }))]
      : []),
  ];
  return { lead: message("ask_for_quote"), warnings, act: null };
}

const haltedAdvice = warnedAdvice(forbidOf("halted")(message("every_chain_halted")));
