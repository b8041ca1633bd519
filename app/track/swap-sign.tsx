import { drawings, toneLooks, wayDrawings } from "@/lib/site/live/state-icon.ts";
import type { SwapSummary } from "@/lib/site/live/track/swap-summary.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { Instant } from "../parts/instant.tsx";
import { Note } from "../parts/note.tsx";
import { Paragraph, Sentence } from "../parts/sentence.tsx";
import { Shape } from "../parts/verdict.tsx";

export function SwapSign({
  swap,
}: {
  swap: Omit<SwapSummary, "name" | "fees" | "reason" | "details" | "explorers" | "lookups">;
}) {
  const { tone, headline, resend, explanation, figures, advice, isSample, stale } = swap;
  const [icon, state] = toneLooks[tone];
  return (
    <section
      className="signboard"
      data-state={state}
      data-tone={tone}
      data-old={stale === null ? undefined : ""}
      data-sample={isSample ? "" : undefined}
      aria-labelledby="headline"
    >
      <h2 className="verdict" id="headline">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <Shape drawing={{ ...drawings, ...wayDrawings }[icon]} />
        </svg>
        <span>{headline}</span>
      </h2>
      {resend !== null && (
        <p>
          <strong>{resend.fact}</strong> {resend.meaning}
        </p>
      )}
      <Paragraph text={explanation} />
      {advice !== "" && <Paragraph text={advice} />}
      {figures.length > 0 && (
        <dl className="amounts">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>
                {label}
                <span className="unseen">: </span>
              </dt>
              <dd>
                <Sentence text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

export function When({
  swap,
  again,
}: {
  swap: Pick<SwapSummary, "stale" | "readAt" | "pace">;
  again?: string;
}) {
  const { stale, readAt, pace } = swap;
  return (
    <>
      {stale !== null && (
        <Note>
          <p>
            <strong>{trackWords.stale}.</strong> {stale}
          </p>
        </Note>
      )}
      <p className="when">
        {trackWords.readAt} <Instant at={readAt} />. {pace}
        {pace !== "" && again !== undefined && (
          <>
            {" "}
            <a id="again" href={again} rel="nofollow">
              {trackWords.again}
            </a>
          </>
        )}
      </p>
    </>
  );
}
