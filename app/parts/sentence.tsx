import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { digitGroups } from "./figure.tsx";

/** Matches a time of `formatInstant` or `formatWhen`, or an integer of five or more digits. */
const timeOrIntegerPattern =
  /(\(?(?:\d{4}-\d{2}-\d{2} )?\d{2}:\d{2}\u00a0UTC[).,]*|(?<![\w.,:-])\d{5,}(?![\w:-]))/;

interface SentenceProps {
  readonly text: string;
  readonly day?: string | undefined;
}

export function Sentence({ text, day }: SentenceProps) {
  return withoutBreaks(text)
    .split(timeOrIntegerPattern)
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const key = (index + 1) / 2;
      if (piece.includes(":")) return <Time key={key} text={piece} day={day} />;
      return (
        <span key={key} className="grouped">
          {digitGroups(piece)}
        </span>
      );
    });
}

function Time({ text, day }: SentenceProps) {
  const [timeOfDay, date = day || undefined] = text
    .replace(/\u00a0UTC.*|\(/g, "")
    .split(" ")
    .reverse();
  if (date === undefined) return text;
  const [firstWord, ...otherWords] = text.split(" ");
  return (
    <time dateTime={`${date}T${timeOfDay}Z`}>
      {otherWords.length > 0
        ? [<span key="date">{firstWord}</span>, ` ${otherWords.join(" ")}`]
        : text}
    </time>
  );
}
