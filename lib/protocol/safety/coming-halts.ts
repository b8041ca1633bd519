// Scheduled halts that start before a deposit would be swapped. They are a warning, never a verdict.

import type { ScheduledHalt } from "../model/verdicts.ts";
import { toIsoTime } from "../values/instants.ts";
import type { Evidence } from "./evidence.ts";
import { ALL_CHAINS_KEYS, assetHaltKeys, chainHaltKeys, HALT_TRADING, tradingHaltKey } from "./halt-keys.ts";
import { findScheduled } from "./halt-parameters.ts";

const NAMED_HALTS = 3;
export const COMING_HALT_MEANS = "A deposit that is not swapped before it waits or is refunded less fees.";

/** Halts of trading on these chains and of these layer-1 assets that are scheduled up to an instant, soonest first. */
export function findComingHalts(
  evidence: Evidence,
  of: { readonly chains: readonly string[]; readonly assets: readonly string[] },
  untilMs: number,
): ScheduledHalt[] {
  const chainKeys = [...new Set(of.chains)].flatMap((chain) => [tradingHaltKey(chain), ...chainHaltKeys(chain)]);
  const keys = [
    HALT_TRADING,
    ...ALL_CHAINS_KEYS,
    ...chainKeys,
    ...of.assets.flatMap((asset) => assetHaltKeys(evidence.preset.haltRule, asset)),
  ];
  return findScheduled(evidence, keys)
    .filter(({ estimatedTimeMs }) => estimatedTimeMs !== null && estimatedTimeMs <= untilMs)
    .sort((a, b) => a.height - b.height);
}

/** "HALTBTCTRADING at height 28140000, about 2026-11-20T11:08:00Z"; null where none comes. */
export function scheduledHaltsText(halts: readonly ScheduledHalt[]): string | null {
  if (halts.length === 0) return null;
  const named = halts
    .slice(0, NAMED_HALTS)
    .map(
      ({ parameter, height, estimatedTimeMs }) =>
        `${parameter} at height ${height}, about ${toIsoTime(estimatedTimeMs)}`,
    );
  const more = halts.length > NAMED_HALTS ? `; ${halts.length - NAMED_HALTS} more` : "";
  return `A halt of trading is scheduled: ${named.join("; ")}${more}. ${COMING_HALT_MEANS}`;
}
