// The ninety days of /status as a view gets them beside an answer: runs of days that look alike, without what a view can compute by itself.

import type { Preset } from "../../../protocol/values/chains.ts";
import type { Bar, BarRun } from "../status/bars.ts";
import { barName, type HistoryView } from "../status/history.ts";

/** How many days, the levels of open, halted and disputed, and what happened in them. */
type CompactRun = readonly [count: number, open: number, halted: number, disputed: number, title: string];
type CompactBar = readonly [share: string, runs: readonly CompactRun[]];
type CompactRow = readonly [chains: readonly string[], trading: CompactBar, signing: CompactBar, watched: string];

type BarHistory = Pick<HistoryView, "firstDay" | "bars">;

export function compactHistory({ firstDay, bars }: BarHistory) {
  return {
    first_day: firstDay,
    rows: bars.map(
      ({ chains, trading, signing, watched }): CompactRow => [
        chains,
        compactBar(trading),
        compactBar(signing),
        watched,
      ],
    ),
  };
}

const compactBar = ({ share, runs }: Bar): CompactBar => [
  share,
  runs.map(({ count, open, halted, disputed, title }) => [count, open, halted, disputed, title]),
];

/** The bars again. Halts have no list in a view, so no run leads to one. Null where there are none. */
export function readHistory(value: unknown, preset: Preset): BarHistory | null {
  const { first_day: firstDay, rows } = (value ?? {}) as Partial<ReturnType<typeof compactHistory>>;
  if (typeof firstDay !== "string" || !Array.isArray(rows) || rows.length === 0) return null;
  return {
    firstDay,
    bars: rows.map(([chains, trading, signing, watched]) => {
      return {
        chains: [...chains],
        name: barName(chains, preset),
        trading: barOf(trading),
        signing: barOf(signing),
        watched,
      };
    }),
  };
}

function barOf([share, compact]: CompactBar): Bar {
  let start = 0;
  const runs = compact.map(([count, open, halted, disputed, title]): BarRun => {
    const run = { start, count, open, halted, disputed, title, halt: null };
    start += count;
    return run;
  });
  return { share, watchedMs: 0, lengthMs: 0, runs };
}
