// Content and age of /status and of chain pages, and the texts about unknown arguments.

import { statusBlocks } from "../../../answers/status/blocks.ts";
import { type StatusContext, signShapeOf } from "../../../answers/status/sign.ts";
import { listNameFaults } from "../../../mcp/tools/argument-names.ts";
import type { NetworkReading } from "../../../protocol/model/network-status.ts";
import { FRESH_MS } from "../../../protocol/safety/freshness.ts";
import { dayOf } from "../../../protocol/values/instants.ts";

/** Data for the page's script, which marks old data. Times in epoch ms; `freshMs` is a duration. */
export interface Aging {
  /** The age counts from this time: of the newest block if trading is open, else `readMs`. */
  readonly observedMs: number;
  readonly readMs: number;
  readonly freshMs: number;
}

export function statusPage(reading: NetworkReading, context: StatusContext) {
  return {
    icon: signShapeOf(reading),
    day: dayOf(context.nowMs),
    aging: statusAging(reading, context.nowMs),
    blocks: statusBlocks(reading, context),
  };
}

export function statusAging({ clock, trading }: NetworkReading, readMs: number): Aging {
  const observedMs = trading.verdict === "open" ? (clock.blockTimeMs ?? readMs) : readMs;
  return { observedMs, readMs, freshMs: FRESH_MS };
}

/** Says which arguments are ignored. Otherwise `?chain=BTC` would seem to select a chain. */
export function unknownArguments(query: URLSearchParams, scope = "every chain"): readonly string[] {
  return listNameFaults(query, []).map(({ text }) => `${text} This page shows ${scope}.`);
}
