// Content and age of /status and of chain pages, and the texts about unknown arguments.

import { statusBlocks } from "../../../answers/status/blocks.ts";
import { type StatusContext, signShapeOf } from "../../../answers/status/sign.ts";
import { listNameFaults } from "../../../mcp/tools/argument-names.ts";
import type { NetworkReading } from "../../../protocol/model/network-status.ts";
import { FRESH_MS } from "../../../protocol/safety/freshness.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";

/** Epoch ms. `freshMs` alone is a duration. */
export interface Aging {
  /** Time of the newest block if trading is open, else of the reading. */
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

export const dayOf = (nowMs: number) => toIsoTime(nowMs)?.slice(0, 10) ?? "";

export function statusAging({ clock, trading }: NetworkReading, readMs: number): Aging {
  const agesFromMs = trading.verdict === "open" ? (clock.blockTimeMs ?? readMs) : readMs;
  return { agesFromMs, readMs, freshMs: FRESH_MS };
}

/** Says which arguments are ignored. Otherwise `?chain=BTC` would seem to select a chain. */
export function unknownArguments(query: URLSearchParams, scope = "every chain"): readonly string[] {
  return listNameFaults(query, []).map(({ text }) => `${text} This page shows ${scope}.`);
}
