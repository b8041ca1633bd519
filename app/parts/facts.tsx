import type { Fact } from "@/lib/render/blocks.ts";
import { Sentence } from "./sentence.tsx";
import { Worth } from "./worth.tsx";

/**
 * Matches a number of 12 or more characters. In the page's largest font, such a number is too wide
 * for a phone, so CSS makes the font smaller.
 */
const longNumberPattern = /[\d.,]{12}/;

interface FactsProps {
  readonly facts: readonly Fact[];
  /** See `DrawingOptions` of `blocks.tsx`. */
  readonly day?: string | undefined;
}

export function Facts({ facts, day }: FactsProps) {
  return (
    <dl className="amounts">
      {facts.map(({ label, text, worth, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-long={longNumberPattern.test(text) ? "" : undefined}>
            <Sentence text={text} day={day} />{" "}
            <Worth text={[worth, note].filter(Boolean).join(". ")} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
