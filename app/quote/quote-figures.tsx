import type { FigureView } from "@/lib/site/live/quote/view.ts";
import { Sentence } from "../parts/sentence.tsx";
import { Worth } from "../parts/worth.tsx";

/** Such a number is too wide for a phone in the largest size. */
const longNumber = /[\d.,]{12}/;

export function QuoteFigures({ figures }: { figures: readonly FigureView[] }) {
  return (
    <dl className="amounts">
      {figures.map(({ label, text, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-long={longNumber.test(text) ? "" : undefined}>
            <Sentence text={text} /> <Worth text={note} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
