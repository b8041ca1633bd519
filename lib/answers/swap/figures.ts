// The figures of a swap. A figure without a known value says so.

import { isInPools, type SwapOut, type SwapReading, stateRows } from "../../protocol/model/swap.ts";
import { isName, parseSwapMemo } from "../../protocol/swap/memo.ts";
import { tickerOf } from "../../protocol/values/assets.ts";
import type { Fact } from "../../render/blocks.ts";
import {
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  formatWhen,
  NOT_KNOWN,
} from "../../say/figures.en.ts";
import { awaitedTexts, orderAwaitsPrice, swapFigures, timeLeftTexts } from "../../say/track.en.ts";
import { outputOf, stepSecondsLeft } from "./step-progress.ts";

/** Empty for a deposit that nobody has seen. */
export function swapFacts(reading: SwapReading): Fact[] {
  const { in: sent, terminal, state, order } = reading;
  if (sent === null && !terminal && (state === "unknown" || state === "unavailable")) return [];
  const isOnlyRefund = isRefunded(reading) && !isInPools(reading);
  return [
    {
      label: swapFigures.sent,
      text: sent ? formatAmount({ base: sent.amount, asset: sent.asset }) : NOT_KNOWN,
    },
    ...outputFacts(reading),
    ...(terminal || isOnlyRefund ? [] : recipientFact(sent?.memo ?? null)),
    ...orderFacts(reading),
    ...(terminal || order?.expiresAtMs ? [] : [timeLeftFact(reading)]),
  ];
}

const isRefunded = ({ out, refundExpected, state }: SwapReading) =>
  refundExpected || stateRows[state].back !== undefined || out.some((leg) => leg.kind === "refund");

function outputFacts(reading: SwapReading): Fact[] {
  const payoutSum = sumText("swap", reading);
  const refundSum = sumText("refund", reading);
  const absent = absentText(reading);
  const noPayout = reading.state === "done" ? swapFigures.notShown : absent;
  const noRefund = absent === swapFigures.nothing ? swapFigures.notShown : absent;
  const payout = {
    label: swapFigures.recipient,
    text: payoutSum === "" ? noPayout : payoutText(payoutSum, reading),
  };
  const refund = {
    label: swapFigures.refund,
    text: wholeRefundText(reading) || refundSum || noRefund,
  };
  if (!isRefunded(reading)) return [payout];
  return payoutSum === "" && !isInPools(reading) ? [refund] : [payout, refund];
}

function absentText({ state, terminal }: SwapReading): string {
  // A record that is no swap does not say who is paid.
  const isNoSwap = state === "unknown" && terminal;
  if (state === "unavailable" || state === "dropped" || isNoSwap) return NOT_KNOWN;
  return terminal ? swapFigures.nothing : swapFigures.notKnownYet;
}

const sumText = (kind: SwapOut["kind"], { out }: SwapReading): string =>
  out
    .filter((leg) => leg.kind === kind)
    .map((leg) => formatAmount({ base: leg.amount, asset: leg.asset }))
    .join(" + ");

/** Empty unless one refund in the asset that was sent is all that came out. */
function wholeRefundText(reading: SwapReading): string {
  const { in: sent, out } = reading;
  const [refund] = out;
  if (sent === null || refund?.kind !== "refund" || out.length > 1) return "";
  const { asset } = sent;
  const costBase = sent.amount - refund.amount;
  if (refund.asset !== asset || costBase < 0n) return "";
  const [refundFigure = ""] = formatAmount({ base: refund.amount, asset }).split(" ");
  const sentText = formatAmount({ base: sent.amount, asset });
  return swapFigures.refundOf(refundFigure, sentText, worthText(costBase, asset, reading));
}

function payoutText(payoutSum: string, reading: SwapReading): string {
  const payouts = reading.out.filter(({ kind }) => kind === "swap");
  const [payout] = payouts;
  const worth =
    payout && payouts.length === 1 ? worthText(payout.amount, payout.asset, reading) : "";
  return worth === "" ? payoutSum : swapFigures.today(payoutSum, worth);
}

/** By the outbound fee's price; empty without a fee in this asset, or without its price. */
function worthText(base: bigint, asset: string, { outboundFees }: SwapReading): string {
  const fee = outboundFees?.find((money) => money.asset === asset);
  return fee?.usd && fee.base > 0n ? formatDollars((base * fee.usd) / fee.base) : "";
}

/** Both ends of the address, as wallets show it. A name has no such ends, and is left out. */
function recipientFact(memo: string | null): Fact[] {
  const address = memo === null ? null : (parseSwapMemo(memo)?.destination ?? null);
  if (address === null || isName(address) || !/^[0-9A-Za-z]{25,}$/.test(address)) return [];
  const ends = `${address.slice(0, 6)}…${address.slice(-4)}`;
  return [{ label: swapFigures.goingTo, text: swapFigures.isItYours(ends) }];
}

function orderFacts({ order, in: sent, clock }: SwapReading): Fact[] {
  if (order === null) return [];
  const { status, limitPrice, bought, filledBps, expiresAtMs } = order;
  const readAtMs = (clock.blockTimeMs ?? 0) + (clock.ageMs ?? 0);
  const isOpen = status === "resting" || status === "partly_filled";
  const price =
    limitPrice === null || bought === null || sent === null
      ? null
      : swapFigures.priceFor(
          formatAmount({ base: limitPrice, asset: bought }),
          tickerOf(sent.asset),
        );
  return [
    ...(isOpen ? [] : [{ label: swapFigures.order, text: status ?? NOT_KNOWN }]),
    ...(price === null ? [] : [{ label: swapFigures.price, text: price }]),
    ...(isOpen ? [{ label: swapFigures.filled, text: formatBpsAsPercent(filledBps) }] : []),
    ...(expiresAtMs === null
      ? []
      : [{ label: swapFigures.ends, text: formatWhen(expiresAtMs, readAtMs) }]),
  ];
}

/** Null where nothing is awaited, or where the state is in doubt. */
function awaitedText({ state, doubt, order }: SwapReading): string | null {
  const { awaits } = stateRows[state];
  if (doubt !== null || awaits === undefined || !(awaits in awaitedTexts)) return null;
  return order ? orderAwaitsPrice : awaitedTexts[awaits as keyof typeof awaitedTexts];
}

/** Unknown while a halt or a pause stops the swap. The page may stay open: "when read". */
function timeLeftFact(reading: SwapReading): Fact {
  const { estimatedSecondsLeft: seconds, signing, held } = reading;
  const label = swapFigures.timeLeft;
  if (held) return { label, text: timeLeftTexts.stopped };
  if (signing === "halted") return { label, text: timeLeftTexts.payoutsHalted };
  const why = awaitedText(reading);
  const stepSeconds = stepSecondsLeft(reading);
  if (seconds === null && !stepSeconds) return { label, text: timeLeftTexts.unknown(why) };
  const time =
    seconds === null
      ? timeLeftTexts.over(formatDuration(stepSeconds ?? 0))
      : timeLeftTexts.about(formatDuration(seconds));
  return {
    label: swapFigures.timeLeftWhenRead,
    text: timeLeftTexts.known(time, outputOf(reading), why),
  };
}
