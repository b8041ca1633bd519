// What is wrong with one chain, and what that means.

import { type HaltedDeposit, type Message, message } from "../model/messages.ts";
import type { ChainNote, HaltParameter } from "../model/network-status.ts";
import { doubtOf, isSameReason, type Reason } from "../model/reasons.ts";
import { type ChainJudgement, type Judgement, questions } from "../model/verdicts.ts";
import type { Preset } from "../values/chains.ts";
import { doubtMessage } from "./failures.ts";
import { gasAssetOf, keysOfChain, networkKeys, pausedPoolOf, ragnarokKey } from "./halt-keys.ts";
import { isFlag } from "./stops.ts";

export function chainNote(
  chain: ChainJudgement,
  network: Judgement,
  preset: Preset,
): ChainNote | null {
  const candidates = [
    ["sending", chain.trading],
    ["payouts", chain.signing],
    ["liquidity", chain.liquidity],
  ] as const;
  const [stops, judgement] = candidates.find(([, { verdict }]) => verdict !== "open") ?? [];
  if (stops === undefined) return null;
  const isHalted = judgement.verdict === "halted";
  const [firstMessage, ...moreMessages] = chainMessages(chain, network, preset);
  if (firstMessage === undefined) return null;
  return {
    chain: chain.chain,
    state: isHalted ? "halted" : "unknown",
    stops,
    doubt: isHalted ? null : doubtOf(judgement.reason),
    haltedBy: listHalts(chain),
    messages: [firstMessage, ...moreMessages],
  };
}

/** `parameters` adds those that pause new liquidity of the chain's pools. */
export function listHalts(
  chain: ChainJudgement,
  parameters: Readonly<Record<string, HaltParameter>> = {},
): string[] {
  const pools = Object.entries(parameters).flatMap(([name, { inForce }]) =>
    inForce && pausedPoolOf(name)?.startsWith(`${chain.chain}.`) ? [name] : [],
  );
  return [...new Set([...questions.flatMap((question) => chain[question].haltedBy), ...pools])];
}

function chainMessages(chain: ChainJudgement, network: Judgement, preset: Preset): Message[] {
  const { trading, signing, liquidity } = chain;
  const isHalted = trading.verdict === "halted";
  const messages = [
    tradingMessage(chain, network, preset),
    ...(isHalted ? [] : [signingMessage(signing, trading)]),
    ...(isHalted ? [] : [liquidityMessage(liquidity, [trading, signing])]),
  ];
  const distinctMessages = withoutRepeats(messages.filter((item) => item !== null));
  const repeatedReason = findRepeatedReason(chain);
  if (repeatedReason === null) return distinctMessages;
  const doubts = (isHalted ? [] : [trading, signing, liquidity]).flatMap(({ verdict, reason }) =>
    verdict === "unknown" ? withCauses(reason) : [],
  );
  return [...distinctMessages, repeatedMessage(repeatedReason, doubts)];
}

/** Questions that are unknown for the same reason have one message. */
function withoutRepeats(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((item) => [JSON.stringify(item), item])).values()];
}

/** Why a halt could not be checked again, where an earlier judgement is repeated. */
function findRepeatedReason(chain: ChainJudgement): Reason | null {
  const judgements = questions.map((question) => chain[question]);
  const repeated = judgements.find(({ verdict, reason }) => verdict === "halted" && reason);
  return repeated?.reason ?? null;
}

const withCauses = (reason: Reason): Reason[] => [
  reason,
  ...(reason.cause ? withCauses(reason.cause) : []),
];

function repeatedMessage(reason: Reason, doubts: readonly Reason[]): Message {
  const { cause = reason } = reason;
  const { seconds = null } = (reason.cause ? reason.params : {}) as { readonly seconds?: number };
  const isNamed = doubts.some((doubt) => isSameReason(doubt, cause));
  return message("chain_halted_before", { seconds, reason: isNamed ? null : cause });
}

function tradingMessage(chain: ChainJudgement, network: Judgement, preset: Preset): Message | null {
  const { trading } = chain;
  if (trading.verdict === "open") return null;
  if (trading.verdict === "unknown") return uncheckedMessage(trading.reason);
  return message("chain_halted", {
    fate: depositFate(chain, preset),
    dust: preset.dustPayout,
    refunds: chain.signing.verdict,
    isForGood: isForGood(trading.haltedBy, chain.chain, preset),
    others: network.verdict,
  });
}

export function isForGood(haltedBy: readonly string[], chain: string, preset: Preset): boolean {
  return haltedBy.includes(ragnarokKey(gasAssetOf(preset, chain)).name);
}

function depositFate({ chain, trading }: ChainJudgement, preset: Preset): HaltedDeposit["fate"] {
  const isNative = chain === preset.nativeChain;
  // MAYAChain's `handler_deposit.go` checks this key by its name.
  const isRejected =
    preset.haltedDeposit === "rejected" || trading.haltedBy.includes(`HALT${chain}CHAIN`);
  if (isNative && isRejected) return "rejected";
  if (!isNative && isStandstill(trading.haltedBy, chain)) return "unseen";
  // THORNode and mayanode, `helpers.go` (refundTx): nothing is refunded from an empty pool.
  if (isForGood(trading.haltedBy, chain, preset)) return "not_swapped";
  return mayStandStill(trading.haltedBy, chain) ? "not_known" : "refunded";
}

function signingMessage(signing: Judgement, trading: Judgement): Message | null {
  if (signing.verdict === "open") return null;
  if (signing.verdict === "unknown") return uncheckedMessage(signing.reason);
  return message("chain_payouts_wait", { isTrading: trading.verdict === "open" });
}

function liquidityMessage(
  liquidity: Judgement,
  otherJudgements: readonly Judgement[],
): Message | null {
  if (liquidity.verdict === "open") return null;
  if (liquidity.verdict === "unknown") return uncheckedMessage(liquidity.reason);
  const isElseOpen = otherJudgements.every((judgement) => judgement.verdict === "open");
  return message("chain_liquidity_paused", { isElseOpen });
}

/** Only a new release of the protocol adds a chain. */
const uncheckedMessage = (reason: Reason) =>
  reason.code === "not_listed" ? message("not_listed", { reason }) : doubtMessage(reason);

/** In a standstill no deposit is seen, so none is refunded either. */
function isStandstill(haltedBy: readonly string[], chain: string): boolean {
  const keys = [...networkKeys.whole, ...keysOfChain(chain).whole].map((key) => key.name);
  return haltedBy.some((name) => keys.includes(name));
}

/**
 * No known parameter is in force, or the chain's flag is set without the parameter that sets it.
 * Flags alone do not tell the two kinds of halt apart.
 */
function mayStandStill(haltedBy: readonly string[], chain: string): boolean {
  const isNamed = haltedBy.some((name) => !isFlag(name));
  return (
    !isNamed ||
    (haltedBy.includes("chain_trading_paused") &&
      !haltedBy.includes(keysOfChain(chain).trading.name))
  );
}
