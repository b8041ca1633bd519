// Formats amounts, percentages and times as English text.
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

/** `usd`: US dollars times 1e8. Returns text such as "$4,242.66", "-$1.20" or "< $0.01". */
export function formatDollars(usd: bigint | null | undefined): string {
  if (usd == null) return NOT_KNOWN;
  if (usd <= -CENT) return `-${formatDollars(-usd)}`;
  if (usd !== 0n && usd < CENT) return "< $0.01";
  const cents = divRound(usd, CENT);
  return `${formatWholeDollars(cents / 100n)}.${twoDigits(cents)}`;
}

/** Worth of a known amount. `usd`: null if no price is known. */
export const formatWorth = (usd: bigint | null): string =>
  usd === null ? "price not known" : formatDollars(usd);

/** A rough figure in a sentence: "about $2.00", "less than $0.01". */
export const aboutText = (figure: string): string =>
  figure.startsWith("< ") ? inSentence(figure) : `about ${figure}`;

/** The figure as a sentence has it: "$2.00", "less than $0.01". */
export const inSentence = (figure: string): string => figure.replace(/^< /, "less than ");

/** Price with six significant digits, and at least two decimals: "$84,917.71", "$0.155329". */
export const formatUsdPrice = (usd: bigint | null): string =>
  usd === null ? NOT_KNOWN : `$${groupDigits(formatPrice(usd))}`;

export function formatWholeDollars(dollars: bigint): string {
  return `$${groupDigits(String(dollars))}`;
}

export const formatRoundDollars = (usd: bigint | null): string =>
  usd === null ? NOT_KNOWN : formatWholeDollars(divRound(usd, USD_UNITS));

const shortDollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumSignificantDigits: 3,
  roundingMode: "floor",
});

/** Dollars rounded down to three significant digits: "$16.2M", "$480K", "$950". */
export const formatShortDollars = (usd: bigint | null): string =>
  usd === null ? NOT_KNOWN : shortDollars.format(usd / USD_UNITS);

/** Text such as "1,195.49 BTC". With `preset`, the text can name the chain: "0.05 ETH on Base". */
export const formatAmount = (
  amount: Amount | null | undefined,
  preset?: Preset,
  rounding?: Rounding,
): string => (amount ? amountText(amount, preset, rounding) : NOT_KNOWN);

/** `centiBps`: hundredths of a basis point. Returns text such as "0.16 %", "3 %" or "< 0.01 %". */
export function formatPercent(centiBps: bigint | null | undefined): string {
  if (centiBps == null) return NOT_KNOWN;
  if (centiBps <= -100n) return `-${formatPercent(-centiBps)}`;
  if (centiBps !== 0n && centiBps < 100n) return "< 0.01 %";
  const bps = divRound(centiBps, 100n);
  const wholePercentText = groupDigits(String(bps / 100n));
  return bps % 100n === 0n ? `${wholePercentText} %` : `${wholePercentText}.${twoDigits(bps)} %`;
}

export function formatBpsAsPercent(bps: number | null | undefined): string {
  return formatPercent(bps == null ? null : BigInt(Math.round(bps * 100)));
}

/** Basis points as whole percent, rounded down: 9_899 becomes "98 %". */
export function formatWholePercent(bps: number): string {
  return formatBpsAsPercent(100 * Math.floor(bps / 100));
}

/** Duration rounded up, but with two decimals below a minute: "0.45 seconds", "90 seconds". */
export function formatDuration(seconds: number): string {
  return seconds < 60
    ? unitCount(Number(seconds.toFixed(2)), "second")
    : formatSeconds(seconds, Math.ceil);
}

/** Duration rounded down: "48 seconds", "14 minutes", "3 hours 5 minutes". */
export function formatSpan(seconds: number): string {
  return formatSeconds(Math.max(0, seconds), Math.floor);
}

/** Duration for estimates: whole days from ten days on, "21 days", else as `formatSpan`. */
export function formatRoughSpan(seconds: number): string {
  const days = seconds / 86_400;
  return days < 10 ? formatSpan(seconds) : unitCount(Math.round(days), "day");
}

export function formatAge(seconds: number): string {
  return `${formatSpan(seconds)} ago`;
}

export function formatInstant(timeMs: number | null): string {
  const isoTime = toIsoTime(timeMs);
  return isoTime === null ? NOT_KNOWN : `${isoTime.slice(0, 10)} ${isoTime.slice(11, 16)} UTC`;
}

/** The time of day without the date: "03:12 UTC". */
export function formatClock(timeMs: number | null): string {
  return formatInstant(timeMs).replace(/^\S+ (?=\d\d:)/, "");
}

/** Text such as "in 10 minutes (07:01 UTC)". Adds the date unless it is the UTC date of `nowMs`. */
export function formatWhen(timeMs: number | null, nowMs: number): string {
  const clockText = formatInstantOn(timeMs, nowMs);
  if (timeMs === null || clockText === NOT_KNOWN) return NOT_KNOWN;
  return `${formatDistance(timeMs, nowMs)} (${clockText})`;
}

/** "07:01 UTC" on the UTC date of `nowMs`, else with its date: "2026-11-30 07:01 UTC". */
export function formatInstantOn(timeMs: number | null, nowMs: number): string {
  const [todayText] = formatInstant(nowMs).split(" ");
  return formatInstant(timeMs).replace(`${todayText} `, "");
}

export function formatDistance(timeMs: number, nowMs: number): string {
  const seconds = Math.trunc((timeMs - nowMs) / 1000);
  if (seconds === 0) return "now";
  const [count, unit] = formatSpan(Math.abs(seconds)).split(" ");
  return seconds > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}

/** Units: seconds below 2 minutes, minutes below 2 hours, hours below 2 days, then days. */
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
