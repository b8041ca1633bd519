// get_swap_quote: the sign, the costs, how to send until the quote expires, and the other ways.
import { FRESH_MS } from "@/lib/protocol/safety/freshness.ts";
import { servedMsOf } from "@/lib/site/live/views/answer.ts";
import type { PlainViews } from "@/lib/site/live/views/plain.ts";
import { WAYS_KEY } from "@/lib/site/registry/message-costs.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Costs, Deposit, Ways } from "../quote/quote-details.tsx";
import { QuoteSign } from "../quote/quote-sign.tsx";
import { Actions, type Shown } from "./view-parts.tsx";

/** How long an answer counts that tells no moment after which not to send. */
const UNDATED_MS = FRESH_MS;

/** The server's clock, as far as the device knows it, or the device's own: whichever is later. */
function latestMs({ answer, readMs, nowMs }: Shown): number {
  return Math.max(nowMs, (servedMsOf(answer) ?? readMs) + nowMs - readMs);
}

export function QuoteView(shown: Shown<PlainViews["quote"]>) {
  const { view, answer, input, readMs, isAsking, ask } = shown;
  const { costs, deposit, expiry, canCompare, ways } = view;
  const endMs = expiry ? Date.parse(expiry.instant) : (servedMsOf(answer) ?? readMs) + UNDATED_MS;
  const isExpired = latestMs(shown) >= endMs;
  const compare = canCompare && ask && (() => ask(input, { [WAYS_KEY]: true }));
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
        <code>{String(answer.from)}</code> to <code>{String(answer.to)}</code>
      </p>
      {deposit && !isExpired && <Deposit deposit={deposit} button={<CopyButton />} />}
      {costs && <Costs costs={costs} />}
      <Ways ways={ways}>
        {compare && (
          <button type="button" className="button plain" aria-busy={isAsking || undefined} onClick={compare}>
            Compare ways
          </button>
        )}
      </Ways>
    </main>
  );
}
