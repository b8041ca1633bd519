import { type Bar, type BarRun, LEVELS } from "@/lib/site/live/status/bars.ts";

const DAYS = 90;
/** In units of the drawing: a flag on top marks a day with a halt, and below it stands how much of the day was open. */
const HEIGHT = 10;
const FLAG = 2.4;
const STEP = (HEIGHT - FLAG) / LEVELS;

/**
 * Ninety days, the newest at the right. Each run of days that look alike says what happened in it; one with a halt links to its row.
 * The keyboard reaches the rows by their heading: a stop for each mark would be dozens.
 */
export function DayBar({ bar, label }: { bar: Bar; label: string }) {
  const runs = bar.runs.map(runMarkup).join("");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing whose links are its parts has no element of its own
    <svg
      className="days"
      viewBox={`0 0 ${DAYS} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="group"
      aria-label={label}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words and numbers, which as elements would be sent twice
      dangerouslySetInnerHTML={{ __html: runs }}
    />
  );
}

function runMarkup(run: BarRun): string {
  const { open, halted, disputed, title, halt } = run;
  const haltedEnd = FLAG + halted * STEP;
  const marks = [
    `<title>${title}</title>`,
    open < LEVELS ? mark("unwatched", run, FLAG, HEIGHT) : "",
    open > 0 ? mark("open", run, HEIGHT - open * STEP, HEIGHT) : "",
    halted > 0 ? mark("halted", run, 0, haltedEnd) : "",
    disputed > 0 ? mark("disputed", run, halted > 0 ? haltedEnd : FLAG / 2, haltedEnd + disputed * STEP) : "",
  ].join("");
  return halt === null ? `<g>${marks}</g>` : `<a href="#${halt}" tabindex="-1">${marks}</a>`;
}

const short = (value: number) => Number(value.toFixed(2));

function mark(name: string, { start, count }: BarRun, top: number, bottom: number): string {
  return `<path class="${name}" d="M${start} ${short(top)}h${count}v${short(bottom - top)}h-${count}z"/>`;
}
