import type { AnswerView } from "@/lib/site/live/quote-view.ts";

/** What is read first: the verdict of the pair, what to do, what comes out and until when. */
export function QuoteAnswer({ answer }: { answer: AnswerView }) {
  const { verdict, freshness, problem, advice, figures, expiry } = answer;
  const instant = expiry?.instant ?? null;
  return (
    <section
      className="answer"
      aria-label="Answer"
      data-state={verdict.state}
      data-freshness={freshness}
      {...(instant !== null && { "data-expires-at": instant, "data-left-ms": expiry?.leftMs })}
    >
      <p className="verdict">
        <strong>{verdict.state}</strong>: {verdict.text}
      </p>
      {problem && (
        <p className="problem">
          {problem.title} {problem.text}
        </p>
      )}
      <p className="advice" data-until-expiry="">
        {advice}
      </p>
      <p className="expired" data-after-expiry="" role="status" hidden>
        This quote has expired by this device's clock. Do not send on it; <a href={answer.again.href}>ask again</a>.
      </p>
      {figures.length > 0 && (
        <ul className="figures">
          {figures.map(({ label, text, usd }) => (
            <li key={label}>
              <span className="label">{label}: </span>
              <span className="figure">{text}</span>
              {usd && <span className="worth">, {usd}</span>}
            </li>
          ))}
        </ul>
      )}
      {expiry && <p className="expiry">{expiry.text}</p>}
    </section>
  );
}
