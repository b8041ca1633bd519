// Describes what is wrong with one chain, and what that means for deposits and payouts.

import { type HaltedDeposit, type Message, message } from "../model/messages.ts";
import type { ChainNote, HaltParameter } from "../model/network-status.ts";
import { doubtOf, isSameReason, type Reason, type ReasonCode } from "../model/reasons.ts";
import {
  type ChainJudgement,
  type Judgement,
  type PayoutEnd,
  questions,
} from "../model/verdicts.ts";
import type { Preset } from "../values/chains.ts";
import { doubtMessage } from "./failures.ts";
import { gasAssetOf, keysOfChain, networkKeys, pausedPoolOf, ragnarokKey } from "./halt-keys.ts";
import { isFlag } from "./stops.ts";

/** `payoutEnd`: when nodes stop trying to pay. Null leaves it out. */
export function chainNote(
  chain: ChainJudgement,
  network: Judgement,
  preset: Preset,
  payoutEnd: PayoutEnd | null = null,
): ChainNote | null {
  const sendingJudgement = sendingOf(chain);
  const judgementsByAction = [
    ["sending", sendingJudgement],
    ["payouts", chain.signing],
    ["liquidity", chain.liquidity],
  ] as const;
  const [stops, judgement] = judgementsByAction.find(([, { verdict }]) => verdict !== "open") ?? [];
  if (stops === undefined) return null;
  const isHalted = judgement.verdict === "halted";
  const [firstMessage, ...moreMessages] = chainMessages(
    { ...chain, trading: sendingJudgement },
    network,
    preset,
    payoutEnd,
  );
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

/** Of deposits where trading is open. Those that end with a scheduled halt have their own text. */
const sendingOf = ({ trading, deposits }: ChainJudgement): Judgement =>
  trading.verdict === "open" && deposits.reason?.code !== "halts_soon" ? deposits : trading;

export function listHalts(
  chain: ChainJudgement,
  parameters: Readonly<Record<string, HaltParameter>> = {},
): string[] {
  const poolPauseNames = Object.entries(parameters).flatMap(([name, { inForce }]) =>
    inForce && pausedPoolOf(name)?.startsWith(`${chain.chain}.`) ? [name] : [],
  );
  return [
    ...new Set([...questions.flatMap((question) => chain[question].haltedBy), ...poolPauseNames]),
  ];
}

function chainMessages(
  chain: ChainJudgement,
  network: Judgement,
  preset: Preset,
  payoutEnd: PayoutEnd | null,
): Message[] {
  const { trading, signing, liquidity } = chain;
  const isTradingHalted = trading.verdict === "halted";
  const messages = [
    tradingMessage(chain, network, preset),
    ...(isTradingHalted ? [] : [signingMessage(signing, trading, payoutEnd)]),
    ...(isTradingHalted ? [] : [liquidityMessage(liquidity, [trading, signing])]),
  ];
  const distinctMessages = withoutRepeats(messages.filter((item) => item !== null));
  const repeatedHaltReason = findRepeatedHaltReason(chain);
  if (repeatedHaltReason === null) return distinctMessages;
  const doubtReasons = (isTradingHalted ? [] : [trading, signing, liquidity]).flatMap(
    ({ verdict, reason }) => (verdict === "unknown" ? listCauses(reason) : []),
  );
  return [...distinctMessages, repeatedHaltMessage(repeatedHaltReason, doubtReasons)];
}

function withoutRepeats(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((item) => [JSON.stringify(item), item])).values()];
}

/**
 * Returns why a `halted` verdict of this chain rests on old data. Null if every `halted` verdict
 * rests on fresh data.
 */
function findRepeatedHaltReason(chain: ChainJudgement): Reason | null {
  const judgements = questions.map((question) => chain[question]);
  const repeatedJudgement = judgements.find(
    ({ verdict, reason }) => verdict === "halted" && reason,
  );
  return repeatedJudgement?.reason ?? null;
}

const listCauses = (reason: Reason): Reason[] => [
  reason,
  ...(reason.cause ? listCauses(reason.cause) : []),
];

function repeatedHaltMessage(reason: Reason, doubtReasons: readonly Reason[]): Message {
  const { cause = reason } = reason;
  const { seconds = null } = (reason.cause ? reason.params : {}) as { readonly seconds?: number };
  const isCauseNamed = doubtReasons.some((doubt) => isSameReason(doubt, cause));
  return message("chain_halted_before", { seconds, reason: isCauseNamed ? null : cause });
}

function tradingMessage(chain: ChainJudgement, network: Judgement, preset: Preset): Message | null {
  const { trading } = chain;
  if (trading.verdict === "open") return null;
  if (trading.verdict === "unknown") return uncheckedMessage(trading.reason);
  return message("chain_halted", {
    fate: depositFate(chain, preset),
    dust: preset.dustPayout,
    refunds: chain.signing.verdict,
    isForGood: isHaltForGood(trading.haltedBy, chain.chain, preset),
    others: network.verdict,
  });
}

export function isHaltForGood(haltedBy: readonly string[], chain: string, preset: Preset): boolean {
  return haltedBy.includes(ragnarokKey(gasAssetOf(preset, chain)).name);
}

function depositFate({ chain, trading }: ChainJudgement, preset: Preset): HaltedDeposit["fate"] {
  const isNativeChain = chain === preset.nativeChain;
  // mayanode rejects a deposit of its own chain while HALTMAYACHAIN is on (`handler_deposit.go`).
  const isDepositRejected =
    preset.haltedDeposit === "rejected" || trading.haltedBy.includes(`HALT${chain}CHAIN`);
  if (isNativeChain && isDepositRejected) return "rejected";
  if (!isNativeChain && isStandstill(trading.haltedBy, chain)) return "unseen";
  // Promises no refund: THORNode and mayanode refund nothing if the pool is empty (`helpers.go`,
  // refundTx).
  if (isHaltForGood(trading.haltedBy, chain, preset)) return "not_swapped";
  return mayStandStill(trading.haltedBy, chain) ? "not_known" : "refunded";
}

function signingMessage(
  signingJudgement: Judgement,
  tradingJudgement: Judgement,
  end: PayoutEnd | null,
): Message | null {
  if (signingJudgement.verdict === "open") return null;
  if (signingJudgement.verdict === "unknown") return uncheckedMessage(signingJudgement.reason);
  return message("chain_payouts_wait", { isTrading: tradingJudgement.verdict === "open", end });
}

function liquidityMessage(
  liquidityJudgement: Judgement,
  otherJudgements: readonly Judgement[],
): Message | null {
  if (liquidityJudgement.verdict === "open") return null;
  if (liquidityJudgement.verdict === "unknown") return uncheckedMessage(liquidityJudgement.reason);
  const areOtherActionsOpen = otherJudgements.every((judgement) => judgement.verdict === "open");
  return message("chain_liquidity_paused", { isElseOpen: areOtherActionsOpen });
}

/** What only a new release of the node or of this software can change: it has no retry time. */
const lastingCodes: readonly ReasonCode[] = ["not_listed", "deposit_not_known"];
const uncheckedMessage = (reason: Reason) =>
  lastingCodes.includes(reason.code) ? message("not_listed", { reason }) : doubtMessage(reason);

/** True if the network observes nothing on the chain, so a deposit is neither seen nor refunded. */
function isStandstill(haltedBy: readonly string[], chain: string): boolean {
  const standstillHaltKeys = [...networkKeys.standstill, ...keysOfChain(chain).standstill];
  return standstillHaltKeys.some(({ name }) => haltedBy.includes(name));
}

/**
 * True if a flag in the nodes' answers reports a halt that no halt parameter explains. The flag
 * does not show whether the network stopped observing the chain or only halted trading.
 */
function mayStandStill(haltedBy: readonly string[], chain: string): boolean {
  const hasHaltParameter = haltedBy.some((name) => !isFlag(name));
  return (
    !hasHaltParameter ||
    (haltedBy.includes("chain_trading_paused") &&
      !haltedBy.includes(keysOfChain(chain).trading.name))
  );
}
