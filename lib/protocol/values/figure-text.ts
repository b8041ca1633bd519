// Figures as people read them: dollars, amounts, percent, spans, ages and times. JSON has exact forms of its own; `toIsoTime` is that of times.
// Every page, Markdown twin and sentence writes its figures here, so that one figure has one form.
// An instant of an upstream outside 1970 to 9999 is null, so that no RangeError is thrown.
import { decimalsOf, divRound, FIXED_DECIMALS, formatUnits } from "./amounts.ts";
import { assetName, tickerOf } from "./assets.ts";
import type { Preset } from "./chains.ts";

/** In place of a figure that nobody stated, or that could not be read. */
export const NOT_KNOWN = "not known";

/** "the newest block" → "The newest block". */
export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const DOLLAR = 10n ** BigInt(FIXED_DECIMALS);
const CENT = DOLLAR / 100n;
/** A wallet shows no more. */
const AMOUNT_DIGITS = 8;

/** Half up to so many significant digits. What somebody must have at least is never shown too small, what at most never too large. */
interface Rounding {
  readonly digits?: number;
  readonly bound?: "least" | "most";
}

/** A figure that is text already: as somebody typed it, or with all its digits. */
export const withDollarSign = (figure: string) => `$${figure}`;

/** From dollars in 1e8: "$4,242.66", "-$1.20", "< $0.01". */
export function formatDollars(usd: bigint | null | undefined): string {
  if (usd == null) return NOT_KNOWN;
  if (usd <= -CENT) return `-${formatDollars(-usd)}`;
  if (usd !== 0n && usd < CENT) return "< $0.01";
  const cents = divRound(usd, CENT);
  return `${formatWholeDollars(cents / 100n)}.${twoDigits(cents)}`;
}

/** From whole dollars: "$20,000". */
export function formatWholeDollars(dollars: bigint): string {
  return `$${groupDigits(String(dollars))}`;
}

type Amount = { readonly base: bigint; readonly asset: string };

/** "1,195.49 BTC", "0.05 ETH on Base": with the chain where `preset` is given and the ticker does not tell it. */
export function formatAmount(
  money: Amount | null | undefined,
  preset?: Preset,
  rounding?: Rounding,
): string {
  if (!money) return NOT_KNOWN;
  const { base, asset } = money;
  const name = preset ? assetName(asset, preset) : tickerOf(asset);
  return `${formatNumber(base, decimalsOf(asset), rounding)} ${name}`;
}

/** Base units as "1,195.49". Whole units are never cut. */
function formatNumber(base: bigint, decimals: number, rounding: Rounding = {}): string {
  if (base < 0n) return `-${formatNumber(-base, decimals, rounding)}`;
  const { digits = AMOUNT_DIGITS, bound } = rounding;
  const unit = 10n ** BigInt(Math.max(0, Math.min(base.toString().length - digits, decimals)));
  const more = bound === "least" ? unit - 1n : bound === "most" ? 0n : unit / 2n;
  return groupDigits(formatUnits(((base + more) / unit) * unit, decimals));
}

/** From hundredths of a basis point: "0.16 %", "3 %", "< 0.01 %". */
export function formatPercent(centiBps: bigint | null | undefined): string {
  if (centiBps == null) return NOT_KNOWN;
  if (centiBps <= -100n) return `-${formatPercent(-centiBps)}`;
  if (centiBps !== 0n && centiBps < 100n) return "< 0.01 %";
  const bps = divRound(centiBps, 100n);
  const whole = groupDigits(String(bps / 100n));
  return bps % 100n === 0n ? `${whole} %` : `${whole}.${twoDigits(bps)} %`;
}

/** From basis points, which JSON has: 16 → "0.16 %". */
export function formatBpsAsPercent(bps: number | null | undefined): string {
  return formatPercent(bps == null ? null : BigInt(Math.round(bps * 100)));
}

/** From basis points, rounded down: 9_899 → "98 %". */
export function formatWholePercent(bps: number): string {
  return formatBpsAsPercent(100 * Math.floor(bps / 100));
}

/** A wait, rounded up: "0.45 seconds", "1 minute", "90 seconds", "12 minutes", "3 hours 5 minutes", "2 days 4 hours". */
export function formatDuration(seconds: number): string {
  return seconds < 60
    ? unitCount(Number(seconds.toFixed(2)), "second")
    : formatSeconds(seconds, Math.ceil);
}

/** An age, or what is left, rounded down: "48 seconds", "14 minutes", "3 hours 5 minutes". */
export function formatSpan(seconds: number): string {
  return formatSeconds(Math.max(0, seconds), Math.floor);
}

/** "2 minutes ago". */
export function formatAge(seconds: number): string {
  return `${formatSpan(seconds)} ago`;
}

/** "2026-11-20 03:12 UTC", rounded down. */
export function formatInstant(timeMs: number | null): string {
  const iso = toIsoTime(timeMs);
  return iso === null ? NOT_KNOWN : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** "03:12 UTC", rounded down: of an instant that stands beside it with its date. */
export function formatClock(timeMs: number | null): string {
  return formatInstant(timeMs).replace(/^\S+ (?=\d\d:)/, "");
}

/** "in 10 minutes (07:01 UTC)", "17 hours ago (2026-11-20 14:00 UTC)": the largest unit, since the time stands beside it; its date on another day than `nowMs`. */
export function formatWhen(timeMs: number | null, nowMs: number): string {
  const instant = formatInstant(timeMs);
  if (timeMs === null || instant === NOT_KNOWN) return NOT_KNOWN;
  const [day] = formatInstant(nowMs).split(" ");
  const clock = instant.replace(`${day} `, "");
  return `${formatDistance(timeMs, nowMs)} (${clock})`;
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
  const whole = round(seconds);
  if (whole < 120 && whole !== 60) return unitCount(whole, "second");
  const minutes = round(whole / 60);
  if (minutes < 120 && minutes !== 60) return unitCount(minutes, "minute");
  if (minutes < 48 * 60) return twoUnits(Math.floor(minutes / 60), "hour", minutes % 60, "minute");
  const hours = round(minutes / 60);
  return twoUnits(Math.floor(hours / 24), "day", hours % 24, "hour");
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return `${unitCount(large, largeUnit)}${small === 0 ? "" : ` ${unitCount(small, smallUnit)}`}`;
}

function unitCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function twoDigits(hundredths: bigint): string {
  return String(hundredths % 100n).padStart(2, "0");
}

/** "1,195.49". */
export function groupDigits(text: string): string {
  return text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
}

/** 9999-12-31T23:59:59Z: ISO 8601 has four digits for a year. */
const LAST_MS = 253_402_300_799_000;

/** Epoch milliseconds, or null where they are not an instant between 1970 and 9999. */
export function toInstant(timeMs: number): number | null {
  return Number.isFinite(timeMs) && timeMs >= 0 && timeMs <= LAST_MS ? timeMs : null;
}

/** Epoch milliseconds → "2026-11-20T03:12:30Z", whole seconds rounded down; null for what is no instant. */
export function toIsoTime(timeMs: number | null): string | null {
  const instant = timeMs === null ? null : toInstant(timeMs);
  return instant === null ? null : new Date(instant).toISOString().replace(/\.\d{3}Z$/, "Z");
}
