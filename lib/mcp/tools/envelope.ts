// The envelope that every answer begins with, and its `error`. Facts that could not be verified are null or `unknown`.
import * as z from "zod";
import {
  type Envelope,
  type Failure,
  type Warning,
  type WarningCode,
  warningCodes,
} from "../../protocol/model/envelope.ts";
import type { Clock } from "../../protocol/model/verdicts.ts";
import { toSeconds } from "../../protocol/safety/freshness.ts";
import { askAgainText, hintText } from "../../protocol/safety/sentences.ts";
import { type NetworkName, networkNames } from "../../protocol/values/chains.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { answerTable } from "./answer-table.ts";
import { NamesShape, NumberShape, outputRegistry, TextShape } from "./shapes.ts";

const clockTable = answerTable<Clock>()({
  height: [NumberShape, (clock) => clock.height],
  block_time: [TextShape, (clock) => toIsoTime(clock.blockTimeMs)],
  age_seconds: [NumberShape, (clock) => (clock.ageMs === null ? null : toSeconds(clock.ageMs))],
});
export const warningTable = answerTable<Warning>()({
  code: [z.enum(warningCodes), (warning) => warning.code],
  text: [z.string(), (warning) => warning.text],
});
const errorTable = answerTable<Failure>()({
  code: [z.string(), (failure) => failure.code],
  hint: [z.string(), hintText],
  retry_after_seconds: [NumberShape, (failure) => failure.retryAfterSeconds],
  argument: [z.string().optional(), (failure) => failure.argument],
  candidates: [NamesShape.optional(), ({ candidates }) => (candidates?.length ? [...candidates] : undefined)],
});
/** `error` is there only if the reading failed. */
export const { shape: EnvelopeShape, of: envelopeAnswer } = answerTable<Envelope>()({
  network: [z.enum(networkNames), (reading) => reading.network],
  source: [z.enum(["live", "sample"]), (reading) => reading.source],
  as_of: [clockTable.shape.register(outputRegistry, { advertised: {} }), (reading) => clockTable.of(reading.clock)],
  freshness: [z.enum(["fresh", "stale", "unknown"]), (reading) => reading.clock.freshness],
  warnings: [
    z.array(warningTable.shape).register(outputRegistry, { advertised: {} }),
    (reading) => reading.warnings.map(warningTable.of),
  ],
  advice: [z.string(), (reading) => reading.advice],
  error: [
    errorTable.shape.optional().register(outputRegistry, { advertised: {} }),
    ({ failure }) => (failure === null ? undefined : errorTable.of(failure)),
  ],
});
export type EnvelopeAnswer = z.output<typeof EnvelopeShape>;

/** An envelope without a reading: the input was invalid, or this server failed. */
export function unreadEnvelope(network: NetworkName, failure: Failure): EnvelopeAnswer {
  const clock: Clock = { freshness: "unknown", height: null, blockTimeMs: null, ageMs: null, reason: null };
  const source = network === "sample" ? "sample" : "live";
  const advice = `${source === "sample" ? "Sample data: do not send. " : ""}Nothing was read. See error.`;
  return envelopeAnswer({ network, source, clock, warnings: [], advice, failure });
}

/** How a text tells a warning, ever shorter; null by its code alone. None leaves out not to send. */
export const warningForms: readonly ((warning: Warning) => string | null)[] = [
  ({ text }) => text,
  ({ text, fact }) => fact ?? text,
  ({ text, fact, isForbidding }) => (isForbidding ? (fact ?? text) : null),
];

/** The envelope as text: one line, and a second one for the error. */
export function envelopeLines(
  envelope: EnvelopeAnswer,
  parts: readonly (string | Warning)[],
  failure: Failure | null,
  tell: (warning: Warning) => string | null = ({ text }) => text,
): string[] {
  const { as_of: asOf } = envelope;
  const told: (string | WarningCode[])[] = [];
  for (const part of parts) {
    const text = typeof part === "string" ? part : tell(part);
    const last = told.at(-1);
    // Codes side by side share the word.
    if (typeof part === "string" || text !== null) told.push(text ?? "");
    else if (Array.isArray(last)) last.push(part.code);
    else told.push([part.code]);
  }
  const advice = told.map((one) => (Array.isArray(one) ? `Warning: ${one.join(", ")}.` : one)).join(" ");
  const source = envelope.source === "sample" ? "sample data, no real network" : `${envelope.network} (live)`;
  const block =
    asOf.height === null
      ? "no block read"
      : `block ${asOf.height} of ${asOf.block_time}, age ${asOf.age_seconds} s, ${envelope.freshness}`;
  return [`${source}, ${block}. ${advice}`, ...(failure ? [failureLine(failure)] : [])];
}

/** The hint may say the argument, the candidates or the rest already. Nothing is said twice. */
function failureLine(failure: Failure): string {
  const { code, argument, isUnnamed, candidates, retryAfterSeconds } = failure;
  const says = hintSays(failure);
  const retry = retryAfterSeconds === null || says.wait ? "" : ` ${askAgainText(retryAfterSeconds)}`;
  const listed = says.candidates || !candidates?.length ? "" : ` Candidates: ${JSON.stringify(candidates)}.`;
  const warning = says.notToSend ? "" : " Do not send funds based on this answer.";
  const named = isUnnamed && argument !== undefined ? ` (${argument})` : "";
  return `error ${code}${named}: ${hintText(failure)}${retry}${listed}${warning}`;
}

/** What the hint of a failure says: that doubts and a quote that did not come ask for a later question, what nobody may send to, and all that is legal. */
function hintSays({ code, reason }: Pick<Failure, "code" | "reason">) {
  const wait = reason !== undefined || code === "unavailable";
  const candidates = code === "invalid_chain" || code === "unknown_chain" || code === "invalid_arguments";
  return { wait, candidates, notToSend: wait || code === "halted" || code === "upstream_unavailable" };
}
