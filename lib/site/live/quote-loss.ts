// Site room: what a swap loses in all: the worth of what was sent less that of what is received, by the pools' prices. Fees are a part of it.
import { mulDiv } from "../../protocol/amounts.ts";
import type { Money, QuoteReading } from "../../protocol/model.ts";
import { DEAR_BPS, RUINOUS_BPS } from "../../protocol/quote-advice.ts";
import { toCentiBpsText } from "../fee-figures.ts";

/** What was sent, by the pools' prices: in US dollars (1e8), and in what comes out, null where that has no price. */
export interface SentWorth {
  readonly usd: bigint;
  readonly out: (Money & { readonly usd: bigint }) | null;
}

/** Why a loss is not known. */
export const noPrice = "not every fee and price is known, or they do not fit the quote";

/** Two readings a few seconds apart may differ so much, in hundredths of a basis point; prices that say more gain do not fit the quote. */
const GAIN_LIMIT = 10_000n;

/** Null where a price or the output is not known, and where the prices do not fit the quote. */
export function toLoss({ expectedAmountOut: out }: QuoteReading, sent: SentWorth | null): Money | null {
  if (!sent?.out || out === null || sent.out.base === 0n) return null;
  const base = sent.out.base - out;
  if (toPart(1_000_000n, base, sent.out.base) < -GAIN_LIMIT) return null;
  return { asset: sent.out.asset, base, usd: toPart(sent.out.usd, base, sent.out.base) };
}

/** What is lost and is no fee; null where the fees are not known or not of one asset with the loss. */
export function toImpact(loss: Money | null, fees: Money | null): Money | null {
  if (!loss || !fees || loss.asset !== fees.asset) return null;
  const usd = loss.usd === null || fees.usd === null ? null : loss.usd - fees.usd;
  return { asset: loss.asset, base: loss.base - fees.base, usd };
}

/** Of the worth of what was sent, in hundredths of a basis point; null where it is not known. */
export function toLossCentiBps(part: Money | null, sent: SentWorth | null): bigint | null {
  return !part || !sent?.out || sent.out.base === 0n ? null : toPart(1_000_000n, part.base, sent.out.base);
}

export function toShareText(centiBps: bigint | null): string {
  if (centiBps === null) return "unknown bps";
  // Below a twentieth of one it says "<0.1", which holds below nothing too.
  if (centiBps <= -5n) return `-${toShareText(-centiBps)}`;
  // Live pages set thousands apart themselves.
  return `${toCentiBpsText(centiBps < 0n ? 0n : centiBps).replaceAll(",", "")} bps`;
}

/** By the limits that hold for fees alone: null where the loss is small or not known. */
export function toLossWarning(centiBps: bigint | null): { readonly isRuinous: boolean; readonly text: string } | null {
  if (centiBps === null || centiBps < 100n * BigInt(DEAR_BPS)) return null;
  const isRuinous = centiBps >= 100n * BigInt(RUINOUS_BPS);
  const what = `What you receive is worth ${centiBps / 10_000n} % less than what you send`;
  return {
    isRuinous,
    text: `${what}: ${isRuinous ? "do not send this amount." : "a smaller amount, or streaming, loses less."}`,
  };
}

/** whole · part / all, towards zero; a part may be negative. */
function toPart(whole: bigint, part: bigint, all: bigint): bigint {
  return part < 0n ? -mulDiv(whole, -part, all) : mulDiv(whole, part, all);
}
