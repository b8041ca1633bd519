// The figures of a swap, such as amount sent, payout and time left, or "not known".

import { isInPools, type SwapOut, type SwapReading, stateRows } from "../../protocol/model/swap.ts";
import { askedAsset, isName, parseSwapMemo } from "../../protocol/swap/memo.ts";
import { assetName, tickerOf } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import type { Fact } from "../../render/blocks.ts";
import {
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  formatInstant,
  formatWhen,
  NOT_KNOWN,
} from "../../say/figures.en.ts";
import { awaitedTexts, orderAwaitsPrice, swapFigures, timeLeftTexts } from "../../say/track.en.ts";
import { stepSecondsLeft, wordsForOutputs } from "./step-progress.ts";

export function swapFacts(reading: SwapReading, preset: Preset): Fact[] {
  const { in: deposit, terminal, state, order, out } = reading;
  if (deposit === null && !terminal && (state === "unknown" || state === "unavailable")) return [];
  const isPayoutDue = isInPools(reading) || out.some(({ kind }) => kind === "swap");
  const isOnlyRefundDue = isRefunded(reading) && !isPayoutDue;
  return [
    {
      label: swapFigures.sent,
      text: deposit ? formatAmount({ base: deposit.amount, asset: deposit.asset }) : NOT_KNOWN,
    },
    ...askedFact(reading, preset),
    ...outputFacts(reading),
    ...(terminal || isOnlyRefundDue ? [] : recipientFact(deposit?.memo ?? null)),
    ...orderFacts(reading),
    ...(terminal || order?.expiresAtMs ? [] : [timeLeftFact(reading)]),
  ];
}

/** The asset that the memo asks for, until a payout shows it. */
function askedFact({ in: deposit, out }: SwapReading, preset: Preset): Fact[] {
  const asset = askedAsset(deposit?.memo, preset);
  if (asset === null || out.some(({ kind }) => kind === "swap")) return [];
  return [{ label: swapFigures.askedFor, text: assetName(asset, preset) }];
}

/** Who was paid, and since when the swap is on record. Empty if neither is known. */
export function swapRecordFacts(reading: SwapReading): Fact[] {
  const { terminal, startedAtMs } = reading;
  return [
    ...(terminal ? paidAddressFacts(reading) : []),
    ...(startedAtMs === null
      ? []
      : [
          { label: swapFigures.startedAt, text: formatInstant(startedAtMs), rank: "page" as const },
        ]),
  ];
}

const isRefunded = ({ out, refundExpected, state }: SwapReading) =>
  refundExpected ||
  stateRows[state].back !== undefined ||
  out.some((outTx) => outTx.kind === "refund");

function outputFacts(reading: SwapReading): Fact[] {
  const payoutSumText = sumText("swap", reading);
  const refundSumText = sumText("refund", reading);
  const noOutputText = textWithoutOutput(reading);
  const missingPayoutText = reading.state === "done" ? swapFigures.notShown : noOutputText;
  const missingRefundText =
    noOutputText === swapFigures.nothing ? swapFigures.notShown : noOutputText;
  const payoutFact = {
    label: reading.terminal ? swapFigures.recipient : swapFigures.forRecipient,
    text: payoutSumText === "" ? missingPayoutText : payoutText(payoutSumText, reading),
  };
  const refundFact = {
    label: swapFigures.refund,
    text: wholeRefundText(reading) || refundSumText || missingRefundText,
  };
  if (!isRefunded(reading)) return payoutFact.text === swapFigures.notKnownYet ? [] : [payoutFact];
  return payoutSumText === "" && !isInPools(reading) ? [refundFact] : [payoutFact, refundFact];
}

function textWithoutOutput({ state, terminal }: SwapReading): string {
  // If a transaction is no swap, the network's record does not say who is paid, if anybody.
  const isNoSwap = state === "unknown" && terminal;
  if (state === "unavailable" || state === "dropped" || isNoSwap) return NOT_KNOWN;
  return terminal ? swapFigures.nothing : swapFigures.notKnownYet;
}

const sumText = (kind: SwapOut["kind"], { out }: SwapReading): string =>
  out
    .filter((outTx) => outTx.kind === kind)
    .map((outTx) => formatAmount({ base: outTx.amount, asset: outTx.asset }))
    .join(" + ");

/**
 * Text such as "0.9 of 1 BTC, $5 less". Empty unless the deposit is known and the only output is
 * one refund in the asset sent, of no more than the amount sent.
 */
function wholeRefundText(reading: SwapReading): string {
  const { in: deposit, out } = reading;
  const [refundTx] = out;
  if (deposit === null || refundTx?.kind !== "refund" || out.length > 1) return "";
  const { asset } = deposit;
  const refundCostBase = deposit.amount - refundTx.amount;
  if (refundTx.asset !== asset || refundCostBase < 0n) return "";
  const [refundNumberText = ""] = formatAmount({ base: refundTx.amount, asset }).split(" ");
  const sentText = formatAmount({ base: deposit.amount, asset });
  return swapFigures.refundOf(
    refundNumberText,
    sentText,
    worthText(refundCostBase, asset, reading),
  );
}

function payoutText(payoutSumText: string, reading: SwapReading): string {
  const payoutTxs = reading.out.filter(({ kind }) => kind === "swap");
  const [payoutTx] = payoutTxs;
  const payoutWorthText =
    payoutTx && payoutTxs.length === 1 ? worthText(payoutTx.amount, payoutTx.asset, reading) : "";
  return payoutWorthText === "" ? payoutSumText : swapFigures.today(payoutSumText, payoutWorthText);
}

/**
 * Worth of an amount in dollars. The price comes from an outbound fee in the same asset: the
 * fee is known both in the asset and in dollars. Empty if there is no such fee.
 */
function worthText(base: bigint, asset: string, { outboundFees }: SwapReading): string {
  const fee = outboundFees?.find((money) => money.asset === asset);
  return fee?.usd && fee.base > 0n ? formatDollars((base * fee.usd) / fee.base) : "";
}

/** The recipient that the memo names. Left out for a name (THORName). */
function recipientFact(memo: string | null): Fact[] {
  const address = memo === null ? null : (parseSwapMemo(memo)?.destination ?? null);
  if (address === null || isName(address) || !/^[0-9A-Za-z_]{25,}$/.test(address)) return [];
  return [{ label: swapFigures.goingTo, text: swapFigures.isItYours(address) }];
}

/** The addresses that got a payout or a refund: whole, since look-alikes share both ends. */
function paidAddressFacts({ out }: SwapReading): Fact[] {
  const paidKinds = [
    ["swap", swapFigures.paidTo],
    ["refund", swapFigures.sentBackTo],
  ] as const;
  return paidKinds.flatMap(([paidKind, label]) => {
    const addresses = out.flatMap(({ kind, address }) =>
      kind === paidKind && address !== null ? [address] : [],
    );
    return addresses.length === 0
      ? []
      : [{ label, text: [...new Set(addresses)].join(", "), rank: "page" as const }];
  });
}

function orderFacts({ order, in: deposit, clock }: SwapReading): Fact[] {
  if (order === null) return [];
  const { status, limitPrice, bought, filledBps, expiresAtMs } = order;
  const readAtMs = (clock.blockTimeMs ?? 0) + (clock.ageMs ?? 0);
  const isOpen = status === "resting" || status === "partly_filled";
  const priceText =
    limitPrice === null || bought === null || deposit === null
      ? null
      : swapFigures.priceFor(
          formatAmount({ base: limitPrice, asset: bought }),
          tickerOf(deposit.asset),
        );
  return [
    ...(isOpen ? [] : [{ label: swapFigures.order, text: status ?? NOT_KNOWN }]),
    ...(priceText === null ? [] : [{ label: swapFigures.price, text: priceText }]),
    ...(isOpen ? [{ label: swapFigures.filled, text: formatBpsAsPercent(filledBps) }] : []),
    ...(expiresAtMs === null
      ? []
      : [{ label: swapFigures.ends, text: formatWhen(expiresAtMs, readAtMs) }]),
  ];
}

function awaitedText({ state, doubt, order }: SwapReading): string | null {
  const { awaits } = stateRows[state];
  if (doubt !== null || awaits === undefined || !(awaits in awaitedTexts)) return null;
  if (awaits === "parts" && order) return orderAwaitsPrice;
  return awaitedTexts[awaits as keyof typeof awaitedTexts];
}

/**
 * How long the swap will still take. A known time has the label "Time left when checked", because
 * the page may stay open while the time passes.
 */
function timeLeftFact(reading: SwapReading): Fact {
  const { estimatedSecondsLeft: swapSecondsLeft, signing, held, situation } = reading;
  const label = swapFigures.timeLeft;
  if (held) return { label, text: timeLeftTexts.stopped };
  if (signing === "halted") return { label, text: timeLeftTexts.payoutsHalted };
  const awaitedSentence = awaitedText(reading);
  const outputWords = wordsForOutputs(reading);
  const checkedLabel = swapFigures.timeLeftWhenChecked;
  if (swapSecondsLeft !== null) {
    const timeText = formatDuration(swapSecondsLeft);
    return {
      label: checkedLabel,
      text: timeLeftTexts.about(timeText, outputWords, awaitedSentence),
    };
  }
  const currentStepSeconds = stepSecondsLeft(reading);
  if (currentStepSeconds === null) return { label, text: timeLeftTexts.unknown(awaitedSentence) };
  const timeText = formatDuration(currentStepSeconds);
  return {
    label: checkedLabel,
    text: awaitsConfirmations(reading)
      ? timeLeftTexts.untilConfirmed(timeText, situation.sourceChainName, outputWords)
      : timeLeftTexts.atLeast(timeText, outputWords, awaitedSentence),
  };
}

const awaitsConfirmations = ({ state, doubt }: SwapReading): boolean =>
  doubt === null && stateRows[state].awaits === "confirmations";
