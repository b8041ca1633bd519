import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { digitGroups } from "./figure.tsx";

/** A time of `formatInstant` or `formatWhen`, or an integer of at least five digits. */
const timeOrInteger =
  /(\(?(?:\d{4}-\d{2}-\d{2} )?\d{2}:\d{2}\u00a0UTC[).,]*|(?<![\w.,:-])\d{5,}(?![\w:-]))/;

interface SentenceProps {
  readonly text: string;
  /** Date of times that are written without one. */
  readonly day?: string | undefined;
}

export function Sentence({ text, day }: SentenceProps) {
  return withoutBreaks(text)
    .split(timeOrInteger)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      const key = (index + 1) / 2;
      if (part.includes(":")) return <Time key={key} text={part} day={day} />;
      return (
        <span key={key} className="grouped">
          {digitGroups(part)}
        </span>
      );
    });
}

/** A script fills in the reader's own time for the text before it. */
export const LocalTime = () => <span className="local" data-markdown-ignore="" />;

function Time({ text, day }: SentenceProps) {
  const [clock, date = day || undefined] = text
    .replace(/\u00a0UTC.*|\(/g, "")
    .split(" ")
    .reverse();
  if (date === undefined) return text;
  const [firstWord, ...otherWords] = text.split(" ");
  return (
    <time dateTime={`${date}T${clock}Z`}>
      {otherWords.length > 0
        ? [<span key="date">{firstWord}</span>, ` ${otherWords.join(" ")}`]
        : text}
    </time>
  );
}
