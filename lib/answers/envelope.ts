// JSON members that begin every answer. A value that could not be verified is null or `unknown`.

import * as z from "zod";
import {
  type Envelope,
  type Failure,
  type Warning,
  warningCodes,
} from "../protocol/model/envelope.ts";
import type { Clock } from "../protocol/model/verdicts.ts";
import { toSeconds } from "../protocol/safety/freshness.ts";
import { networkNames } from "../protocol/values/chains.ts";
import { toIsoTime } from "../protocol/values/instants.ts";
import { adviceText, hintText, messageText } from "../say/message-text.ts";
import { answerTable } from "./answer-table.ts";
import { NamesShape, NumberShape, outputRegistry, TextShape } from "./shapes.ts";

const clockTable = answerTable<Clock>()({
  height: [NumberShape, (clock) => clock.height],
  block_time: [TextShape, (clock) => toIsoTime(clock.blockTimeMs)],
  age_seconds: [NumberShape, (clock) => (clock.ageMs === null ? null : toSeconds(clock.ageMs))],
});
const warningTable = answerTable<Warning>()({
  code: [z.enum(warningCodes), (warning) => warning.code],
  text: [z.string(), (warning) => messageText(warning.message)],
});
const errorTable = answerTable<Failure>()({
  code: [z.string(), (failure) => failure.code],
  hint: [z.string(), hintText],
  retry_after_seconds: [NumberShape, (failure) => failure.retryAfterSeconds],
  argument: [z.string().optional(), (failure) => failure.argument],
  candidates: [
    NamesShape.optional(),
    ({ candidates }) => (candidates?.length ? [...candidates] : undefined),
  ],
});
export const { shape: EnvelopeShape, of: envelopeAnswer } = answerTable<Envelope>()({
  network: [z.enum(networkNames), (reading) => reading.network],
  source: [z.enum(["live", "sample"]), (reading) => reading.source],
  as_of: [
    clockTable.shape.register(outputRegistry, { advertised: {} }),
    (reading) => clockTable.of(reading.clock),
  ],
  freshness: [z.enum(["fresh", "stale", "unknown"]), (reading) => reading.clock.freshness],
  warnings: [
    z.array(warningTable.shape).register(outputRegistry, { advertised: {} }),
    (reading) => reading.warnings.map(warningTable.of),
  ],
  advice: [z.string(), (reading) => adviceText(reading.advice)],
  error: [
    errorTable.shape.optional().register(outputRegistry, { advertised: {} }),
    ({ failure }) => (failure === null ? undefined : errorTable.of(failure)),
  ],
});
export type ErrorAnswer = z.output<typeof errorTable.shape>;
export type EnvelopeAnswer = z.output<typeof EnvelopeShape>;
