import type { Fact } from "@/lib/render/blocks.ts";
import { Sentence } from "./sentence.tsx";
import { Worth } from "./worth.tsx";

/**
 * Matches a number of 12 or more characters. In the page's largest font, such a number is too wide
 * for a phone, so CSS makes the font smaller.
 */
const longNumberPattern = /[\d.,]{12}/;

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="amounts">
      {facts.map(({ label, text, worth, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-long={longNumberPattern.test(text) ? "" : undefined}>
            <Sentence text={text} /> <Worth text={[worth, note].filter(Boolean).join(". ")} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
