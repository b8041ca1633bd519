import { type Bar, type BarRun, LEVELS } from "@/lib/site/live/status/bars.ts";

const DAYS = 90;
/** In units of the drawing: a flag on top marks a day with a halt, and below it stands how much of the day was open. */
const HEIGHT = 10;
const FLAG = 2.4;
const STEP = (HEIGHT - FLAG) / LEVELS;

/** Ninety days, the newest at the right. Each run of days that look alike says what happened in it; one with a halt links to its row. */
export function DayBar({ bar, label }: { bar: Bar; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing whose links are its parts has no element of its own
    <svg className="days" viewBox={`0 0 ${DAYS} ${HEIGHT}`} preserveAspectRatio="none" role="group" aria-label={label}>
      {bar.runs.map((run) => (
        <Run key={run.start} run={run} />
      ))}
    </svg>
  );
}

function Run({ run }: { run: BarRun }) {
  const { open, halted, disputed, title, halt } = run;
  const marks = (
    <>
      <title>{title}</title>
      {open < LEVELS && <path className="unwatched" d={area(run, FLAG, HEIGHT)} />}
      {open > 0 && <path className="open" d={area(run, HEIGHT - open * STEP, HEIGHT)} />}
      {halted > 0 && <path className="halted" d={area(run, 0, FLAG + halted * STEP)} />}
      {disputed > 0 && (
        <path
          className="disputed"
          d={area(run, halted > 0 ? FLAG + halted * STEP : FLAG / 2, FLAG + (halted + disputed) * STEP)}
        />
      )}
    </>
  );
  return halt === null ? <g>{marks}</g> : <a href={`#${halt}`}>{marks}</a>;
}

const short = (value: number) => Number(value.toFixed(2));

function area({ start, count }: BarRun, top: number, bottom: number): string {
  return `M${start} ${short(top)}h${count}v${short(bottom - top)}h-${count}z`;
}
