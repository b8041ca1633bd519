// get_swap_quote: the sign, the costs, how to send until the quote expires, and the other ways.
import { useState } from "react";
import type { SwapQuoteAnswer } from "@/lib/mcp/tools/get-swap-quote.ts";
import { FRESH_MS } from "@/lib/protocol/safety/freshness.ts";
import type { OtherWay } from "@/lib/site/live/quote/ways.ts";
import { servedMsOf, timeOf, type ViewAnswer } from "@/lib/site/live/views/envelope.ts";
import {
  type AnsweredPair,
  answeredQuote,
  isPair,
  linkArguments,
  otherWays,
  quoteArguments,
  quoteReading,
} from "@/lib/site/live/views/quote.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Costs, Deposit, Part, Ways } from "../quote/quote-details.tsx";
import { QuoteSign } from "../quote/quote-sign.tsx";
import { Sentences } from "../quote/sentences.tsx";
import { Actions, Refused, type Shown, showView } from "./shell.tsx";

function QuoteView(shown: Shown) {
  const answer = shown.answer as ViewAnswer & SwapQuoteAnswer;
  return isPair(answer) ? (
    <Pair key={shown.readMs} shown={shown} answer={answer} />
  ) : (
    <Refused shown={shown} title="Swap quote" lead="No quote." page={shown.links.quote} />
  );
}

/** Nobody was told a moment after which not to send: such an answer is old when its block is. */
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
  const endMs = timeOf(answer.send_before) ?? (timeOf(answer.as_of.block_time) ?? shown.readMs) + UNDATED_MS;
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
      {view.figures.length > 0 && answer.order === null && (
        <Part section="ways">
          <Sentences sentences={view.ways.notes} />
          {call && ways.length > 0 && others.length === 0 && (
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

showView({
  tool: "get_swap_quote",
  title: "Swap quote",
  View: QuoteView,
  questionOf: (url, input) =>
    url.pathname === "/quote" && url.search !== "" ? linkArguments(url.searchParams, input) : null,
  argumentsOf: (answer) => quoteArguments(answer as ViewAnswer & SwapQuoteAnswer),
});
