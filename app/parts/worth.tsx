import { Sentence } from "./sentence.tsx";

export function Worth({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <span className="worth">
      <Sentence text={text} />
    </span>
  );
}
