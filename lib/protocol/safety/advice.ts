// This folder decides whether it is safe to send now: it compares nodes, and judges.
// This file: the advice.

import type { DepositShape } from "../model/deposit-shape.ts";
import {
  type Advice,
  type Envelope,
  forbidFor,
  forbidOf,
  type Warning,
  warnOf,
} from "../model/envelope.ts";
import { type Message, message } from "../model/messages.ts";
import type { ChainNote, InboundReading } from "../model/network-status.ts";
import type { Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import { shortChainName } from "../values/chains.ts";
import { chainNote } from "./chain-note.ts";
import { doubtMessage, retrySecondsOf } from "./failures.ts";
import { type NetworkFacts, networkWarnings } from "./network-warnings.ts";

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

/** `operators`: one for each configured node. */
function listWarnings(
  { warnings }: Advice,
  source: Source,
  operators: readonly string[],
  dissent: Warning | null,
) {
  if (source === "sample") return [sampleWarning, ...warnings];
  if (new Set(operators).size > 1) return dissent === null ? warnings : [...warnings, dissent];
  return [...warnings, operators.length > 1 ? oneOperatorWarning : oneSourceWarning];
}

export function advisedMembers(
  advice: Advice,
  source: Source,
  operators: readonly string[],
  dissent: Warning | null,
) {
  const warnings = listWarnings(advice, source, operators, dissent);
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
  const [chain, ...others] = facts.chains;
  const note = chain && others.length === 0 ? chainNote(chain, facts.network, facts.preset) : null;
  if (note?.stops === "sending")
    return { lead: message("together", { messages: note.messages }), warnings, act: null };
  const { pauseDisputed: disputedPauses = [] } = facts.assetHalts;
  const { reason } = facts.network;
  if (reason !== null) {
    const doubt = forbidFor(reason)(doubtMessage(reason));
    return { lead: null, warnings: [doubt, ...warnings], act: null };
  }
  // They touch no send, so the sign does not count them.
  const pauseWarnings =
    disputedPauses.length > 0
      ? [warnOf("sources_disagree")(message("liquidity_disputed", { assets: disputedPauses }))]
      : [];
  return {
    lead: warnings.length === 0 ? openMessage(facts) : null,
    warnings: [...warnings, ...pauseWarnings],
    act: message("read_address"),
  };
}

function openMessage({ chains, preset }: NetworkFacts): Message {
  const [chain, ...others] = chains;
  return chain === undefined || others.length > 0
    ? message("network_open")
    : message("chain_open", { chain: shortChainName(chain.chain, preset) });
}

export function inboundsAdvice(
  network: Judgement,
  rows: readonly Pick<InboundReading, "address" | "router" | "reason">[],
  warnings: readonly Warning[],
  shape: DepositShape | null,
  /** What is wrong, where the rows are of one chain. */
  note: ChainNote | null,
): Advice {
  if (network.verdict === "halted") return haltedAdvice;
  const shown = rows.filter((row) => row.address !== null);
  if (shown.length === 0) return noAddressAdvice(rows, warnings, note);
  const hasNative = rows.some(({ reason }) => reason?.code === "native_chain");
  const hasRouter = shown.some((row) => row.router !== null);
  return {
    lead: null,
    warnings,
    act: message("send_to_addresses", { shape, hasNative, hasRouter }),
  };
}

function noAddressAdvice(
  rows: readonly Pick<InboundReading, "reason">[],
  warnings: readonly Warning[],
  note: ChainNote | null,
): Advice {
  if (rows.every((row) => row.reason?.code === "native_chain")) return nativeAdvice;
  if (note?.stops === "sending") {
    const [{ reason = null } = {}] = rows;
    const forbid = reason === null ? forbidOf("not_checked") : forbidFor(reason);
    return warnedAdvice(forbid(message("together", { messages: note.messages })));
  }
  // A chain that never has an address says nothing about the others.
  const vaultRows = rows.filter((row) => !hasNoVault(row.reason));
  const reasons = (vaultRows.length > 0 ? vaultRows : rows).map((row) => row.reason);
  const [reason] = reasons;
  const isShared = reason && reasons.every((other) => other?.code === reason.code);
  const noAddress = isShared && message("no_address_for", { reason });
  if (noAddress && reason.code === "deposit_not_known")
    return warnedAdvice(forbidFor(reason)(noAddress));
  if (noAddress && reason.code === "halts_soon") {
    return warnings.length > 0
      ? { lead: noAddress, warnings, act: null }
      : warnedAdvice(forbidFor(reason)(noAddress));
  }
  const forbid = isShared ? forbidFor(reason) : forbidOf("not_checked");
  return {
    lead: null,
    warnings: [forbid(message("no_address_now")), ...warnings],
    act: null,
  };
}

const hasNoVault = (reason: Reason | null) =>
  reason !== null && ["native_chain", "deposit_not_known"].includes(reason.code);

const nativeAdvice = factAdvice(message("native_chain"));

/** `unlisted`: assets that only some sources list. `disputed`: those that only some call available. */
export function poolsAdvice(
  network: Judgement,
  unlisted: readonly string[],
  disputed: readonly string[] = [],
): Advice {
  if (network.verdict === "halted") return haltedAdvice;
  const warn = warnOf("sources_disagree");
  const warnings = [
    ...(unlisted.length > 0 ? [warn(message("pools_unlisted", { assets: unlisted }))] : []),
    ...(disputed.length > 0 ? [warn(message("pools_disputed", { assets: disputed }))] : []),
  ];
  return { lead: message("ask_for_quote"), warnings, act: null };
}

const haltedAdvice = warnedAdvice(forbidOf("halted")(message("every_chain_halted")));
