// The views of MCP Apps: a tool's structured answer as the reading that it was made from, so a view says what the site's page says.
// What an answer leaves out stays null or gets the most careful value. This file: what all answers begin with. All of it runs in the browser.
import type { EnvelopeAnswer } from "../../../mcp/tools/envelope.ts";
import type { MoneyAnswer } from "../../../mcp/tools/shapes.ts";
import type { Envelope, Money } from "../../../protocol/model/envelope.ts";
import {
  type Clock,
  type Judgement,
  type Reason,
  type ReasonCode,
  reasonCodes,
  type Verdict,
  withCode,
} from "../../../protocol/model/verdicts.ts";
import { STALE_MS } from "../../../protocol/safety/freshness.ts";
import { clockReasons } from "../../../protocol/safety/reasons.ts";
import { decimalsOf, parseUnits } from "../../../protocol/values/amounts.ts";
import { networkNames, presets } from "../../../protocol/values/chains.ts";

export type ViewAnswer = EnvelopeAnswer & Readonly<Record<string, unknown>>;

/** Whether this is an answer of one of our tools. Its other members are as the server's own schema made them. */
export function isAnswer(value: unknown): value is ViewAnswer {
  const { network, warnings, as_of: asOf, advice } = (value ?? {}) as Partial<ViewAnswer>;
  return (
    networkNames.some((name) => name === network) && Array.isArray(warnings) && !!asOf && typeof advice === "string"
  );
}

export function answeredEnvelope(answer: EnvelopeAnswer): Envelope {
  const { network, source, warnings, advice, error } = answer;
  return {
    network,
    source,
    clock: answeredClock(answer),
    warnings,
    advice,
    failure: error
      ? {
          code: error.code,
          hint: error.hint,
          retryAfterSeconds: error.retry_after_seconds,
          ...(error.argument !== undefined && { argument: error.argument }),
          ...(error.candidates && { candidates: error.candidates }),
        }
      : null,
  };
}

export const presetOf = ({ network }: Pick<EnvelopeAnswer, "network">) => presets[network];

function answeredClock({ freshness, as_of: asOf }: EnvelopeAnswer): Clock {
  const ageMs = asOf.age_seconds === null ? null : asOf.age_seconds * 1000;
  const clock = { freshness, height: asOf.height, blockTimeMs: timeOf(asOf.block_time), ageMs };
  return { ...clock, reason: freshness === "fresh" ? null : clockReason(clock) };
}

const untrusted = withCode("no_clock")("the block clock could not be checked");

function clockReason({ freshness, ageMs, blockTimeMs }: Omit<Clock, "reason">): Reason {
  if (ageMs === null || blockTimeMs === null) return clockReasons.unread;
  if (freshness === "stale") return clockReasons.late(ageMs / 1000);
  return ageMs > STALE_MS ? clockReasons.stopped(ageMs / 1000) : untrusted;
}

/** Epoch milliseconds of an ISO 8601 text. */
export function timeOf(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** When the answer was made, by the server's clock; null where it names no block. */
export function servedMsOf({ as_of: asOf }: Pick<EnvelopeAnswer, "as_of">): number | null {
  const blockMs = timeOf(asOf.block_time);
  return blockMs === null ? null : blockMs + 1000 * (asOf.age_seconds ?? 0);
}

/** A decimal string in whole units of `asset` → base units; null where either is missing. */
export function baseOf(text: string | null, asset: string | null): bigint | null {
  return text === null || asset === null ? null : parseUnits(text, decimalsOf(asset));
}

/** "4242.66" → dollars in 1e8. */
export function usdOf(text: string | null): bigint | null {
  if (text === null) return null;
  const usd = parseUnits(text.replace(/^-/, ""), 8);
  return usd !== null && text.startsWith("-") ? -usd : usd;
}

export function moneyOf(money: MoneyAnswer): Money | null {
  const base = money && baseOf(money.amount, money.asset);
  return money && base !== null ? { asset: money.asset, base, usd: usdOf(money.usd) } : null;
}

/** A verdict as a judgement. `doubt` is why it is unknown. */
export function judgementOf(
  verdict: Verdict,
  haltedBy: readonly string[],
  doubt: Reason,
  stale: Reason | null,
): Judgement {
  if (verdict === "open") return { verdict, haltedBy: [], reason: null };
  if (verdict === "halted") return { verdict, haltedBy, reason: stale };
  return { verdict, haltedBy: [], reason: doubt };
}

const unread = withCode("unreadable");

/** "providers_disagree: our two sources …", as an answer has it. */
export function reasonOf(text: string | null): Reason {
  const [code, ...rest] = (text ?? "").split(": ");
  const known = reasonCodes.find((one: ReasonCode) => one === code);
  return known ? withCode(known)(rest.join(": ")) : unread(text || "it could not be read");
}
