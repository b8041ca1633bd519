import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { digitGroups } from "./figure.tsx";

/**
 * A time as `formatInstant` and `formatWhen` write it, with what must stand on its line, or a number of five digits and more that is no
 * part of a decimal or a name.
 */
const marked =
  /(\(?(?:\d{4}-\d{2}-\d{2} )?\d{2}:\d{2}\u00a0UTC[).,]*|(?<![\w.,:-])\d{5,}(?![\w:-]))/;

/** A text with its figures kept whole, its thousands separated and its times machine-readable. `day` is the date of a time without one. */
export function Sentence({ text, day }: { text: string; day?: string | undefined }) {
  return withoutBreaks(text)
    .split(marked)
    .map((part, place) => {
      // The odd parts are the matches.
      if (place % 2 === 0) return part;
      const key = (place + 1) / 2;
      if (part.includes(":")) return <Time key={key} text={part} day={day} />;
      return (
        <span key={key} className="grouped">
          {digitGroups(part)}
        </span>
      );
    });
}

/** A paragraph of such a text. */
export function Paragraph({
  className,
  ...sentence
}: Parameters<typeof Sentence>[0] & { className?: string | undefined }) {
  return (
    <p className={className}>
      <Sentence {...sentence} />
    </p>
  );
}

/** One paragraph for each sentence. */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

/** A list of such texts. */
export function SentenceList(props: {
  texts: readonly string[];
  className?: string;
  day?: string;
}) {
  const { texts, className, day = "" } = props;
  return (
    <ul className={className}>
      {texts.map((text) => (
        <li key={text}>
          <Sentence text={text} day={day} />
        </li>
      ))}
    </ul>
  );
}

/** The time before it by the reader's clock, which a script fills in. */
export const LocalTime = () => <span className="local" data-markdown-ignore="" />;

function Time({ text, day }: { text: string; day: string | undefined }) {
  const [clock, date = day || undefined] = text
    .replace(/\u00a0UTC.*|\(/g, "")
    .split(" ")
    .reverse();
  if (date === undefined) return text;
  const [written, ...rest] = text.split(" ");
  return (
    <time dateTime={`${date}T${clock}Z`}>
      {rest.length > 0 ? [<span key="date">{written}</span>, ` ${rest.join(" ")}`] : text}
    </time>
  );
}
