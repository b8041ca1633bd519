import type { ReasonWords } from "@/lib/site/live/track/swap-summary.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { Quoted } from "../parts/note.tsx";

export function Reason({
  reason,
  quote,
}: {
  reason: ReasonWords & { quote?: string | null };
  quote: string;
}) {
  return (
    <section>
      <h2>{reason.heading}</h2>
      <p>{reason.meaning}</p>
      {reason.quote !== undefined && (
        <p>{reason.quote === null ? trackWords.noQuote : trackWords.quote}</p>
      )}
      {reason.quote && <Quoted text={reason.quote} />}
      {reason.cause !== null && (
        <p>
          {trackWords.cause} {reason.cause}
        </p>
      )}
      <p>
        {reason.next} <a href={quote}>{trackWords.newQuote}</a>
      </p>
    </section>
  );
}
