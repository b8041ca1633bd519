// A text in which the lines of another text are counted, not repeated: so a sentence stands once.

interface OtherText {
  readonly name: string;
  readonly lines: readonly string[];
  /** Fewer lines in a row stay as they are. */
  readonly leastRun: number;
}

/** Its words alone: HTML and Markdown differ in their punctuation. */
export const wordsOf = (line: string): string =>
  line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N}%$<≈]+/gu, " ")
    .trim();

/** A run of lines that another text has in the same order is one line. */
export function foldedLines(
  lines: readonly string[],
  others: readonly OtherText[],
  toComparable = (line: string) => line,
): string {
  const comparable = lines.map(toComparable);
  const known = others.map((other) => ({ ...other, lines: other.lines.map(toComparable) }));
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const runs = known.map((other) => ({ ...other, run: longestRun(comparable, at, other.lines) }));
    const longest = runs
      .filter(({ run, leastRun }) => run >= leastRun)
      .reduce<(typeof runs)[number] | null>(
        (best, other) => (best && best.run >= other.run ? best : other),
        null,
      );
    out.push(longest ? `[${countText(longest.run)} of ${longest.name}]` : (lines[at] as string));
    at += longest?.run ?? 1;
  }
  return out.join("\n");
}

const countText = (count: number) => (count === 1 ? "1 line" : `${count} lines`);

/** How many lines from `at` stand in the other text, one after the other. */
function longestRun(lines: readonly string[], at: number, other: readonly string[]): number {
  const runs = other.map((_, from) => {
    let run = 0;
    while (at + run < lines.length && lines[at + run] === other[from + run]) run += 1;
    return run;
  });
  return Math.max(0, ...runs);
}
