// Figures and times as people read them, in English.
import { divRound, formatPrice, USD_UNITS } from "../protocol/values/amounts.ts";
import type { Preset } from "../protocol/values/chains.ts";
import {
  type Amount,
  amountText,
  groupDigits,
  type Rounding,
} from "../protocol/values/figure-text.ts";
import { toIsoTime } from "../protocol/values/instants.ts";

export const NOT_KNOWN = "not known";

export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const CENT = USD_UNITS / 100n;
export const withDollarSign = (figure: string) => `$${figure}`;

/** `usd` in 1e8 units: "$4,242.66", "-$1.20", "< $0.01". */
export function formatDollars(usd: bigint | null | undefined): string {
  if (usd == null) return NOT_KNOWN;
  if (usd <= -CENT) return `-${formatDollars(-usd)}`;
  if (usd !== 0n && usd < CENT) return "< $0.01";
  const cents = divRound(usd, CENT);
  return `${formatWholeDollars(cents / 100n)}.${twoDigits(cents)}`;
}

/** The price of a whole unit, with six significant digits: "$84,917.71", "$0.155329". */
export const formatUsdPrice = (usd: bigint | null): string =>
  usd === null ? NOT_KNOWN : `$${groupDigits(formatPrice(usd))}`;

export function formatWholeDollars(dollars: bigint): string {
  return `$${groupDigits(String(dollars))}`;
}

/** Without cents: "$1,234". Null becomes "not known". */
export const formatRoundDollars = (usd: bigint | null): string =>
  usd === null ? NOT_KNOWN : formatWholeDollars(divRound(usd, USD_UNITS));

/** "1,195.49 BTC"; with `preset` also "0.05 ETH on Base". */
export const formatAmount = (
  amount: Amount | null | undefined,
  preset?: Preset,
  rounding?: Rounding,
): string => (amount ? amountText(amount, preset, rounding) : NOT_KNOWN);

/** From hundredths of a basis point: "0.16 %", "3 %", "< 0.01 %". */
export function formatPercent(centiBps: bigint | null | undefined): string {
  if (centiBps == null) return NOT_KNOWN;
  if (centiBps <= -100n) return `-${formatPercent(-centiBps)}`;
  if (centiBps !== 0n && centiBps < 100n) return "< 0.01 %";
  const bps = divRound(centiBps, 100n);
  const wholeText = groupDigits(String(bps / 100n));
  return bps % 100n === 0n ? `${wholeText} %` : `${wholeText}.${twoDigits(bps)} %`;
}

/** 16 → "0.16 %". */
export function formatBpsAsPercent(bps: number | null | undefined): string {
  return formatPercent(bps == null ? null : BigInt(Math.round(bps * 100)));
}

/** Rounds down: 9_899 → "98 %". */
export function formatWholePercent(bps: number): string {
  return formatBpsAsPercent(100 * Math.floor(bps / 100));
}

/** Rounds up: "0.45 seconds", "90 seconds", "3 hours 5 minutes", "2 days 4 hours". */
export function formatDuration(seconds: number): string {
  return seconds < 60
    ? unitCount(Number(seconds.toFixed(2)), "second")
    : formatSeconds(seconds, Math.ceil);
}

/** Rounds down: "48 seconds", "14 minutes", "3 hours 5 minutes". */
export function formatSpan(seconds: number): string {
  return formatSeconds(Math.max(0, seconds), Math.floor);
}

export function formatAge(seconds: number): string {
  return `${formatSpan(seconds)} ago`;
}

export function formatInstant(timeMs: number | null): string {
  const isoTime = toIsoTime(timeMs);
  return isoTime === null ? NOT_KNOWN : `${isoTime.slice(0, 10)} ${isoTime.slice(11, 16)} UTC`;
}

/** "03:12 UTC", where the date stands beside it. */
export function formatClock(timeMs: number | null): string {
  return formatInstant(timeMs).replace(/^\S+ (?=\d\d:)/, "");
}

/** "in 10 minutes (07:01 UTC)". With the date where that is not the day of `nowMs`. */
export function formatWhen(timeMs: number | null, nowMs: number): string {
  const instant = formatInstant(timeMs);
  if (timeMs === null || instant === NOT_KNOWN) return NOT_KNOWN;
  const [todayText] = formatInstant(nowMs).split(" ");
  const clockText = instant.replace(`${todayText} `, "");
  return `${formatDistance(timeMs, nowMs)} (${clockText})`;
}

/** "in 20 minutes", "4 seconds ago", "now". */
export function formatDistance(timeMs: number, nowMs: number): string {
  const seconds = Math.trunc((timeMs - nowMs) / 1000);
  if (seconds === 0) return "now";
  const [count, unit] = formatSpan(Math.abs(seconds)).split(" ");
  return seconds > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}

/** Minutes from two minutes on, hours from two hours on, days from two days on. */
function formatSeconds(seconds: number, round: (value: number) => number): string {
  const wholeSeconds = round(seconds);
  if (wholeSeconds < 120 && wholeSeconds !== 60) return unitCount(wholeSeconds, "second");
  const minutes = round(wholeSeconds / 60);
  if (minutes < 120 && minutes !== 60) return unitCount(minutes, "minute");
  if (minutes < 48 * 60) return twoUnits(Math.floor(minutes / 60), "hour", minutes % 60, "minute");
  const hours = round(minutes / 60);
  return twoUnits(Math.floor(hours / 24), "day", hours % 24, "hour");
}

function twoUnits(
  largeCount: number,
  largeUnit: string,
  smallCount: number,
  smallUnit: string,
): string {
  return `${unitCount(largeCount, largeUnit)}${smallCount === 0 ? "" : ` ${unitCount(smallCount, smallUnit)}`}`;
}

function unitCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function twoDigits(hundredths: bigint): string {
  return String(hundredths % 100n).padStart(2, "0");
}
