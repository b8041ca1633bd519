// get_swap_quote: the sign, the costs, how to send until the quote expires, and the other ways.
import { useState } from "react";
import type { SwapQuoteAnswer } from "@/lib/mcp/tools/get-swap-quote.ts";
import { FRESH_MS } from "@/lib/protocol/safety/freshness.ts";
import type { OtherWay } from "@/lib/site/live/quote/ways.ts";
import { servedMsOf, timeOf, type ViewAnswer } from "@/lib/site/live/views/envelope.ts";
import { type AnsweredPair, answeredQuote, isPair, otherWays, quoteReading } from "@/lib/site/live/views/quote.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Costs, Deposit, Part, Ways } from "../quote/quote-details.tsx";
import { QuoteSign } from "../quote/quote-sign.tsx";
import { Sentences } from "../quote/sentences.tsx";
import { Actions, Refused, type Shown } from "./view-parts.tsx";

export function QuoteView(shown: Shown) {
  const answer = shown.answer as ViewAnswer & SwapQuoteAnswer;
  return isPair(answer) ? (
    <Pair key={shown.readMs} shown={shown} answer={answer} />
  ) : (
    <Refused shown={shown} title="Swap quote" lead="No quote." page={shown.links.quote} />
  );
}

/** How long an answer counts that tells no moment after which not to send. */
const UNDATED_MS = FRESH_MS;

/** The server's clock, as far as the device knows it, or the device's own: whichever is later. */
function latestMs({ answer, readMs, nowMs }: Shown): number {
  return Math.max(nowMs, (servedMsOf(answer) ?? readMs) + nowMs - readMs);
}

function Pair({ shown, answer }: { shown: Shown; answer: AnsweredPair }) {
  const { input, links, call, ask } = shown;
  const nowMs = latestMs(shown);
  const [others, setOthers] = useState<readonly OtherWay[]>([]);
  const [isComparing, setComparing] = useState(false);
  const view = answeredQuote(answer, { input, others, nowMs, quoteUrl: links.quote });
  const endMs = timeOf(answer.send_before) ?? (servedMsOf(answer) ?? shown.readMs) + UNDATED_MS;
  const isExpired = nowMs >= endMs;
  const ways = otherWays(answer, input);
  const compare = async () => {
    if (!call) return;
    setComparing(true);
    const read = ways.map(async ({ request, args }): Promise<OtherWay> => {
      const told = await call(args).catch(() => null);
      const other = told && (told.answer as ViewAnswer & SwapQuoteAnswer);
      return { request, quote: other && isPair(other) ? quoteReading(other) : null };
    });
    setOthers(await Promise.all(read));
    setComparing(false);
  };
  const { costs, deposit } = view;
  const canCompare = call !== null && ways.length > 0 && others.length === 0;
  const askAgain = ask && (
    <button type="button" className="inline" onClick={() => ask()}>
      ask again
    </button>
  );
  return (
    <main className="view quote">
      <h1 className="unseen">Swap quote</h1>
      <QuoteSign
        answer={view}
        isSample={answer.source === "sample"}
        isExpired={isExpired}
        again={askAgain ?? "ask again in the conversation"}
      />
      <Actions shown={shown} page={view.permalink} />
      <p className="quiet">
        <code>{answer.from}</code> to <code>{answer.to}</code>
      </p>
      {deposit && !isExpired && <Deposit deposit={deposit} button={<CopyButton />} />}
      {costs && <Costs costs={costs} />}
      {(view.ways.notes.length > 0 || canCompare) && (
        <Part section="ways">
          <Sentences sentences={view.ways.notes} />
          {canCompare && (
            <button type="button" className="button plain" aria-busy={isComparing || undefined} onClick={compare}>
              Compare ways
            </button>
          )}
          {view.ways.cards.length > 0 && <Ways cards={view.ways.cards} />}
        </Part>
      )}
    </main>
  );
}
