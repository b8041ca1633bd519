import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { digitGroups } from "./figure.tsx";

/** A time of `formatInstant` or `formatWhen`, or an integer of at least five digits. */
const marked =
  /(\(?(?:\d{4}-\d{2}-\d{2} )?\d{2}:\d{2}\u00a0UTC[).,]*|(?<![\w.,:-])\d{5,}(?![\w:-]))/;

export function Sentence({ text, day }: { text: string; day?: string | undefined }) {
  return withoutBreaks(text)
    .split(marked)
    .map((part, place) => {
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

/** A script fills in the time before it, by the reader's clock. */
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
