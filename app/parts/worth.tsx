import { Sentence } from "./sentence.tsx";

/** What a figure is worth, or another note on it, after the figure. */
export function Worth({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <span className="worth">
      <Sentence text={text} />
    </span>
  );
}
