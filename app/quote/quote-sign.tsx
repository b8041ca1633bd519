import type { ReactNode } from "react";
import { formatInstant } from "@/lib/protocol/values/figure-text.ts";
import type { State } from "@/lib/render/blocks.ts";
import type { AnswerView } from "@/lib/site/live/quote/answer.ts";
import { Note } from "../parts/note.tsx";
import { Sentence, SentenceList } from "../parts/sentence.tsx";
import { Verdict } from "../parts/verdict.tsx";
import { ExpiredText } from "./expired-text.tsx";
import { QuoteFigures } from "./quote-figures.tsx";

export function QuoteSign(props: {
  answer: Omit<AnswerView, "costs" | "details" | "reverse" | "again">;
  isSample: boolean;
  /** Where no script outside of React watches the time. */
  isExpired?: boolean;
  again?: ReactNode;
}) {
  const { answer, isSample, isExpired = false, again } = props;
  const { payee, verdict, problem, warnings, figures, send, expiry } = answer;
  const state: State = verdict.shape;
  // The pair trades, but there is no quote: the refusal comes first, without a green signboard.
  const isRefused = problem !== null && verdict.isOpen;
  const instant = expiry?.instant ?? null;
  const words = (
    <>
      <strong>{verdict.word}</strong>: {verdict.text}
    </>
  );
  return (
    <div
      className="quote-answer"
      {...(instant !== null && { "data-expires-at": instant, "data-left-ms": expiry?.leftMs })}
      {...(isExpired && { "data-expired": "" })}
    >
      {payee !== null && <p>{payee}</p>}
      {isRefused && <Refused answer={answer} />}
      <section
        className={isRefused ? "quote-plain" : "signboard"}
        data-state={state}
        data-sample={isSample ? "" : undefined}
        aria-label="Answer"
      >
        <p data-until-expiry="" hidden={isExpired}>
          {isRefused ? words : <Verdict state={state}>{words}</Verdict>}
        </p>
        {(instant !== null || isExpired) && (
          <p role="status" data-after-expiry="" hidden={!isExpired}>
            {isExpired && <ExpiredText again={again} />}
          </p>
        )}
        {verdict.grounds !== null && <p className="grounds">{verdict.grounds}</p>}
        {warnings.length > 0 && <SentenceList className="warnings" texts={warnings} />}
        {figures.length > 0 && <QuoteFigures figures={figures} />}
        {send !== null && (
          <p className="advice" data-until-expiry="" hidden={isExpired}>
            {send}
          </p>
        )}
        {expiry && !isExpired && <Expiry expiry={expiry} />}
      </section>
      {!isRefused && <Refused answer={answer} />}
    </div>
  );
}

function Refused({
  answer: { verdict, problem },
}: {
  answer: Pick<AnswerView, "verdict" | "problem">;
}) {
  if (!problem) return null;
  return (
    <Note state={verdict.state === "halted" ? "halted" : "unknown"}>
      <p>{`${problem.title} ${problem.text}`.trim()}</p>
    </Note>
  );
}

function Expiry({
  expiry: { instant, before, after },
}: {
  expiry: NonNullable<AnswerView["expiry"]>;
}) {
  return (
    <p className="expiry" data-until-expiry="">
      {before}
      <time dateTime={instant}>{formatInstant(Date.parse(instant))}</time>
      <span data-left="">
        <Sentence text={after} />
      </span>
    </p>
  );
}
