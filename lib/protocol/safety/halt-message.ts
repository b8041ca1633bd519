// Turns scheduled halts into a message that names the first three of them.

import { type ComingHalts, type HaltEffect, type Message, message } from "../model/messages.ts";
import { isChange, type Stop } from "../model/stops.ts";
import type { ScheduledHalt } from "../model/verdicts.ts";
import type { Preset } from "../values/chains.ts";
import { keysOfChain } from "./halt-keys.ts";
import { findStop } from "./stops.ts";

const MAX_NAMED_HALTS = 3;

export interface HaltContext {
  readonly chains: readonly string[];
  readonly assets?: readonly string[];
  /** The chain of a swap where a refund is paid, but no payout. */
  readonly refundChain?: string;
  readonly preset: Preset;
  readonly nowMs: number;
}

export const scheduledHaltsMessage = (
  halts: readonly ScheduledHalt[],
  context: HaltContext,
): Message => message("halts_scheduled", nameHalts(halts, context));

export function nameHalts(
  halts: readonly ScheduledHalt[],
  { chains, assets, refundChain, preset, nowMs }: HaltContext,
): ComingHalts {
  const refundHalt = refundChain === undefined ? null : keysOfChain(refundChain).signing.name;
  const haltsWithStop = halts.map((halt) => ({
    ...halt,
    stop: findStop(halt.parameter, chains, preset, assets),
  }));
  return {
    halts: haltsWithStop.slice(0, MAX_NAMED_HALTS).map(({ stop, height, estimatedTimeMs }) => {
      return { stop: stop.name, height, timeMs: estimatedTimeMs };
    }),
    moreCount: Math.max(0, halts.length - MAX_NAMED_HALTS),
    effects: [
      ...new Set(
        haltsWithStop.map(({ stop, parameter }) =>
          parameter === refundHalt ? "refunds" : effectOf(stop),
        ),
      ),
    ],
    nowMs,
  };
}

function effectOf({ stops, name }: Stop): HaltEffect {
  if (isChange(name)) return "change";
  if (!stops.includes("signing")) return "swaps";
  return stops.includes("trading") ? "chain" : "payouts";
}
