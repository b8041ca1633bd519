import { DO_NOT_RESEND } from "@/lib/protocol/swap/advice.ts";
import type { SwapSummary } from "@/lib/site/live/track/swap-summary.ts";
import { Sentence } from "../parts/sentence.tsx";
import { type State, shapes } from "../parts/verdict.tsx";

/** The signboard of a swap: its state, what that means, what to do. Shape and colour only repeat the words. */
export function SwapSign({ swap }: { swap: Omit<SwapSummary, "name" | "fees" | "details" | "explorers" | "lookups"> }) {
  const { tone, headline, resend, explanation, figures, advice, isSample, stale } = swap;
  return (
    <section
      className="signboard"
      data-state={states[tone]}
      data-tone={tone}
      data-old={stale === null ? undefined : ""}
      data-sample={isSample ? "" : undefined}
      aria-labelledby="headline"
    >
      <h2 className="verdict" id="headline">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          {toneShapes[tone]}
        </svg>
        <span>{headline}</span>
      </h2>
      {resend !== null && (
        <p>
          <strong>{DO_NOT_RESEND}</strong> {resend}
        </p>
      )}
      <p>
        <Sentence text={explanation} />
      </p>
      {advice !== "" && (
        <p>
          <Sentence text={advice} />
        </p>
      )}
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

const states: Readonly<Record<SwapSummary["tone"], State>> = {
  done: "open",
  moving: "scheduled",
  held: "halted",
  refund: "unknown",
  stopped: "halted",
  unknown: "unknown",
};

const toneShapes: Readonly<Record<SwapSummary["tone"], React.ReactNode>> = {
  done: shapes.open,
  moving: <path d="M1 6h7V2l7 6-7 6v-4H1z" fill="currentColor" />,
  held: shapes.halted,
  refund: (
    <path
      d="M12.5 14V6.5a4 4 0 0 0-8 0V11M1.2 8.2 4.5 11.8l3.3-3.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
    />
  ),
  stopped: shapes.halted,
  unknown: shapes.unknown,
};
