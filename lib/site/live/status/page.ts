// /status and the pages of chains: content, age, and what is said of unknown arguments.

import { statusBlocks } from "../../../answers/status/blocks.ts";
import { type StatusContext, signShapeOf } from "../../../answers/status/sign.ts";
import { listNameFaults } from "../../../mcp/tools/argument-names.ts";
import type { NetworkReading } from "../../../protocol/model/network-status.ts";
import { FRESH_MS } from "../../../protocol/safety/freshness.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";

/** Epoch milliseconds, except `freshMs`. */
export interface Aging {
  /** The block's time, or the reading's time if the advice is not to send. */
  readonly agesFromMs: number;
  readonly readMs: number;
  readonly freshMs: number;
}

export function statusPage(reading: NetworkReading, context: StatusContext) {
  return {
    icon: signShapeOf(reading, context),
    day: dayOf(context.nowMs),
    aging: statusAging(reading, context.nowMs),
    blocks: statusBlocks(reading, context),
  };
}

/** The UTC date of the page, whose times are written without a date. */
export const dayOf = (nowMs: number) => toIsoTime(nowMs)?.slice(0, 10) ?? "";

export function statusAging({ clock, trading }: NetworkReading, readMs: number): Aging {
  const agesFromMs = trading.verdict === "open" ? (clock.blockTimeMs ?? readMs) : readMs;
  return { agesFromMs, readMs, freshMs: FRESH_MS };
}

/** Says that arguments were ignored, so that the page does not seem to be about one. */
export function unknownArguments(query: URLSearchParams, scope = "every chain"): readonly string[] {
  return listNameFaults(query, []).map(({ text }) => `${text} This page shows ${scope}.`);
}
