// This folder decides whether it is safe to send now: it compares nodes, judges, and words it.
// This file: the advice.

import { reasonClause } from "../../say/reason-text.ts";
import { ORDINARY_ACCOUNT, TOKEN_ARGUMENTS } from "../model/deposit-shape.ts";
import {
  type Advice,
  type Envelope,
  forbidFor,
  forbidOf,
  type Warning,
  warnOf,
} from "../model/envelope.ts";
import type { InboundReading } from "../model/network-status.ts";
import type { Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import { disagreementText } from "../values/asset-match.ts";
import { type ChainNote, chainNote, doubtParts, tradingHalted } from "./sentences.ts";
import { type NetworkFacts, networkSign, networkWarnings } from "./sign.ts";

export const ROUTER_CALL = `depositWithExpiry(vault, ${TOKEN_ARGUMENTS}, memo, expiration in Unix seconds)`;

const sampleWarning = forbidOf("sample")("Sample data: do not send.");
const oneSourceWarning = warnOf("one_source")(
  "Only one node is configured, so no second source confirms this.",
);
const oneOperatorWarning = warnOf("one_source")(
  "All our nodes have one operator, so no second source confirms this.",
);

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
  const [what, hint] = doubtParts(doubt);
  return warnedAdvice(
    network.verdict === "halted"
      ? forbidOf("halted")("Trading was halted when last read.", hint)
      : forbidFor(doubt)(what, hint),
  );
}

export function factAdvice(sentence: string): Advice {
  return { lead: sentence, warnings: [], act: null };
}

export function warnedAdvice(warning: Warning): Advice {
  return { lead: null, warnings: [warning], act: null };
}

export function networkAdvice(facts: NetworkFacts): Advice {
  if (facts.network.verdict === "halted") return haltedAdvice;
  const warnings = networkWarnings(facts);
  const [chain, ...others] = facts.chains;
  const note = chain && others.length === 0 ? chainNote(chain, facts.network, facts.preset) : null;
  if (note?.stops === "sending") return { lead: note.sentences.join(" "), warnings, act: null };
  const { pauseDisputed: disputedPauses = [] } = facts.assetHalts;
  const { reason } = facts.network;
  if (reason !== null) {
    const doubt = forbidFor(reason)(...doubtParts(reason));
    return { lead: null, warnings: [doubt, ...warnings], act: null };
  }
  // They touch no send, so the sign does not count them.
  const pauseWarnings =
    disputedPauses.length > 0
      ? [warnOf("sources_disagree")(disagreementText(disputedPauses, "liquidity"))]
      : [];
  return {
    lead: warnings.length === 0 ? `${networkSign(facts).word}.` : null,
    warnings: [...warnings, ...pauseWarnings],
    act: "Read the deposit address right before you send.",
  };
}

export function inboundsAdvice(
  network: Judgement,
  rows: readonly Pick<InboundReading, "address" | "router" | "reason">[],
  warnings: readonly Warning[],
  how: string | null,
  /** What is wrong, where the rows are of one chain. */
  note: ChainNote | null,
): Advice {
  if (network.verdict === "halted") return haltedAdvice;
  const shown = rows.filter((row) => row.address !== null);
  if (shown.length === 0) return noAddressAdvice(rows, warnings, note);
  const hasNative = rows.some(({ reason }) => reason?.code === "native_chain");
  const account = how === null ? ` From a chain with a router, send ${ORDINARY_ACCOUNT}.` : "";
  const routed = shown.some((row) => row.router !== null)
    ? `${account} Never transfer a token to the address of a chain with a router. Approve the router for the amount, then call its ${ROUTER_CALL}.`
    : "";
  return {
    lead: null,
    warnings,
    act: `Send only to an address of this answer, before its send_before. The transaction must hold the memo that get_swap_quote gives. ${how ?? "Ask for one chain to read how its deposit must look."} Where the address is null, do not send${hasNative ? ", but for a MsgDeposit on the protocol's own chain" : ""}. Never use an address again. Pay the stated gas_rate or more: a late deposit may meet a retired vault, and be lost.${routed}`,
  };
}

function noAddressAdvice(
  rows: readonly Pick<InboundReading, "reason">[],
  warnings: readonly Warning[],
  note: ChainNote | null,
): Advice {
  if (rows.every((row) => row.reason?.code === "native_chain")) return nativeAdvice;
  if (note?.parts) {
    const [{ reason = null } = {}] = rows;
    const forbid = reason === null ? forbidOf("not_checked") : forbidFor(reason);
    return warnedAdvice(forbid(...note.parts));
  }
  // A chain that never has an address says nothing about the others.
  const vaultRows = rows.filter((row) => !hasNoVault(row.reason));
  const reasons = (vaultRows.length > 0 ? vaultRows : rows).map((row) => row.reason);
  const [reason] = reasons;
  const isShared = reason && reasons.every((other) => other?.code === reason.code);
  if (isShared && reason.code === "deposit_not_known")
    return warnedAdvice(forbidFor(reason)(`Do not send: ${reasonClause(reason)}.`));
  if (isShared && reason.code === "halts_soon") {
    const lead = `Do not send: ${reasonClause(reason)}.`;
    return warnings.length > 0
      ? { lead, warnings, act: null }
      : warnedAdvice(forbidFor(reason)(lead));
  }
  const forbid = isShared ? forbidFor(reason) : forbidOf("not_checked");
  const noAddress = forbid(
    "Do not send funds.",
    "No deposit address can be given now. Each chain has its reason.",
  );
  return { lead: null, warnings: [noAddress, ...warnings], act: null };
}

const hasNoVault = (reason: Reason | null) =>
  reason !== null && ["native_chain", "deposit_not_known"].includes(reason.code);

const nativeAdvice = factAdvice(
  "The protocol's own chain has no deposit address. Ask for a quote's memo, and send a MsgDeposit.",
);

/** `unlisted`: assets that only some sources list. `disputed`: those that only some call available. */
export function poolsAdvice(
  network: Judgement,
  unlisted: readonly string[],
  disputed: readonly string[] = [],
): Advice {
  if (network.verdict === "halted") return haltedAdvice;
  const lead = "Depths and prices change with each block. Ask for a quote before a swap.";
  const warn = warnOf("sources_disagree");
  const warnings = [
    ...(unlisted.length > 0 ? [warn(disagreementText(unlisted), "The list leaves them out.")] : []),
    ...(disputed.length > 0 ? [warn(disagreementText(disputed, "available"))] : []),
  ];
  return { lead, warnings, act: null };
}

const haltedAdvice = warnedAdvice(
  forbidOf("halted")(tradingHalted("every chain"), "Do not send funds."),
);
