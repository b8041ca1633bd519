// The envelope that every answer begins with, and its `error`. Facts that could not be verified are null or `unknown`.
import * as z from "zod";
import { type Envelope, type Failure, warningCodes } from "../../protocol/model/envelope.ts";
import type { Clock } from "../../protocol/model/verdicts.ts";
import { toSeconds } from "../../protocol/safety/freshness.ts";
import { askAgainText, hintText } from "../../protocol/safety/sentences.ts";
import { type NetworkName, networkNames } from "../../protocol/values/chains.ts";
import { toIsoTime } from "../../protocol/values/instants.ts";
import { NamesShape, NumberShape, outputRegistry, TextShape } from "./shapes.ts";

export const EnvelopeShape = z.object({
  network: z.enum(networkNames),
  source: z.enum(["live", "sample"]),
  as_of: z
    .object({ height: NumberShape, block_time: TextShape, age_seconds: NumberShape })
    .register(outputRegistry, { advertised: {} }),
  freshness: z.enum(["fresh", "stale", "unknown"]),
  warnings: z
    .array(z.object({ code: z.enum(warningCodes), text: z.string() }))
    .register(outputRegistry, { advertised: {} }),
  advice: z.string(),
  error: z
    .object({
      code: z.string(),
      hint: z.string(),
      retry_after_seconds: NumberShape,
      argument: z.string().optional(),
      candidates: NamesShape.optional(),
    })
    .optional()
    .register(outputRegistry, { advertised: {} }),
});
export type EnvelopeAnswer = z.output<typeof EnvelopeShape>;

/** The judged envelope → the answer's first members. `error` is there only if the reading failed. */
export function envelopeAnswer(reading: Envelope): EnvelopeAnswer {
  const { clock, failure } = reading;
  return {
    network: reading.network,
    source: reading.source,
    as_of: {
      height: clock.height,
      block_time: toIsoTime(clock.blockTimeMs),
      age_seconds: clock.ageMs === null ? null : toSeconds(clock.ageMs),
    },
    freshness: clock.freshness,
    warnings: reading.warnings.map(({ code, text }) => ({ code, text })),
    advice: reading.advice,
    ...(failure && {
      error: {
        code: failure.code,
        hint: hintText(failure),
        retry_after_seconds: failure.retryAfterSeconds,
        ...(failure.argument !== undefined && { argument: failure.argument }),
        ...(failure.candidates?.length && { candidates: [...failure.candidates] }),
      },
    }),
  };
}

/** An envelope without a reading: the input was invalid, or this server failed. */
export function unreadEnvelope(network: NetworkName, failure: Failure): EnvelopeAnswer {
  const clock: Clock = { freshness: "unknown", height: null, blockTimeMs: null, ageMs: null, reason: null };
  const source = network === "sample" ? "sample" : "live";
  const advice = `${source === "sample" ? "Sample data: do not send. " : ""}Nothing was read. See error.`;
  return envelopeAnswer({ network, source, clock, warnings: [], advice, failure });
}

type WarningAnswer = EnvelopeAnswer["warnings"][number];

/** What is so and when, without what it means: the first sentence, and each with the time of a halt. */
function warningFacts({ text }: WarningAnswer): string {
  const sentences = text.split(/(?<=\.) /);
  return sentences.filter((sentence, at) => at === 0 || /(?:UTC\)|at block \d+)\.$/.test(sentence)).join(" ");
}

/** How a text tells a warning, ever shorter. None leaves out not to send. */
export const warningForms: readonly ((warning: WarningAnswer) => string)[] = [
  ({ text }) => text,
  warningFacts,
  (warning) => (/do not send/i.test(warning.text) ? warningFacts(warning) : `Warning: ${warning.code}.`),
];

/** The envelope as text: one line, and a second one for the error. */
export function envelopeLines(envelope: EnvelopeAnswer, warningText = ({ text }: WarningAnswer) => text): string[] {
  const { as_of: asOf, error, warnings, advice } = envelope;
  const more = warnings.flatMap((warning) => (advice.includes(warning.text) ? [] : warningText(warning)));
  const told = warnings.reduce((sentences, one) => sentences.replace(one.text, () => warningText(one)), advice);
  // Codes side by side share the word.
  const codesInRow = /Warning: \w+\.(?: Warning: \w+\.)+/g;
  const advised = [told, ...more].join(" ").replace(codesInRow, (codes) => codes.replaceAll(". Warning: ", ", "));
  const source = envelope.source === "sample" ? "sample data, no real network" : `${envelope.network} (live)`;
  const block =
    asOf.height === null
      ? "no block read"
      : `block ${asOf.height} of ${asOf.block_time}, age ${asOf.age_seconds} s, ${envelope.freshness}`;
  const lines = [`${source}, ${block}. ${advised}`];
  if (error) {
    // Hints of lib/protocol may say these already. Nothing is said twice.
    const isSaid = (words: RegExp) => words.test(error.hint);
    const isListed = error.candidates === undefined || error.hint.includes(` ${error.candidates.join(", ")}.`);
    const retry =
      error.retry_after_seconds === null || isSaid(/ask again in/i)
        ? ""
        : ` ${askAgainText(error.retry_after_seconds)}`;
    const candidates = isListed ? "" : ` Candidates: ${JSON.stringify(error.candidates)}.`;
    const warning = isSaid(/do not send/i) ? "" : " Do not send funds based on this answer.";
    const argument =
      error.argument === undefined || isSaid(new RegExp(`\\b${error.argument}\\b`)) ? "" : ` (${error.argument})`;
    lines.push(`error ${error.code}${argument}: ${error.hint}${retry}${candidates}${warning}`);
  }
  return lines;
}
