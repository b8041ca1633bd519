import { swapIcon } from "@/lib/site/live/state-icon.ts";
import type { SwapView } from "@/lib/site/live/track/view.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { Instant } from "../parts/instant.tsx";
import { Note } from "../parts/note.tsx";
import { Reason } from "./reason.tsx";
import { Steps } from "./steps.tsx";
import { SwapSign, When } from "./swap-sign.tsx";
import { Details, Fees, Lookups, Payments } from "./tables.tsx";

/** One swap. `watchSwap` refreshes its parts and relies on their ids and order. `title`: the page's, while the swap stands like this. */
export function Swap({ swap, quote, title }: { swap: SwapView; quote: string; title: string }) {
  const { reason, steps } = swap;
  return (
    <div
      id="swap"
      className="swap"
      data-title={title}
      data-query={swap.self.slice(swap.self.indexOf("?"))}
      data-poll={swap.pollSeconds ?? undefined}
      data-icon={swapIcon(swap)}
    >
      <div id="stale" role="status" hidden suppressHydrationWarning>
        <Note>
          <p>
            {trackWords.notCurrent} <Instant at={swap.readAt} />.
          </p>
        </Note>
      </div>
      <div id="parts">
        <div id="board" data-part="mark" role="status">
          <SwapSign swap={swap} />
        </div>
        <div id="when" data-part="quiet">
          <When swap={swap} again={swap.self} />
        </div>
        <div className="columns">
          <section>
            <h2>{trackWords.steps}</h2>
            {steps.length === 0 ? <p>{trackWords.noSteps}</p> : <Steps steps={steps} />}
          </section>
          <div className="side">
            <div id="reason" data-part="mark">
              {reason && <Reason reason={reason} quote={quote} />}
            </div>
            <section>
              <h2>{trackWords.payments}</h2>
              <div id="payments" data-part="mark">
                <Payments rows={swap.payments} />
              </div>
              <div id="lookups" data-part="quiet">
                <Lookups lookups={swap.lookups} />
              </div>
              <p className="quiet">{swap.explorers}</p>
            </section>
          </div>
          <section>
            <h2>{trackWords.fees}</h2>
            <div id="fees" data-part="mark">
              {swap.fees.length === 0 ? <p>{trackWords.noFees}</p> : <Fees rows={swap.fees} />}
            </div>
          </section>
        </div>
        <section>
          <h2>{trackWords.details}</h2>
          <div id="details" data-part="quiet">
            <Details rows={swap.details} />
          </div>
        </section>
      </div>
      <div className="comeback">
        <p>
          {trackWords.address} <code>{swap.address}</code>
        </p>
      </div>
      <p id="asks" className="quiet" hidden suppressHydrationWarning>
        {trackWords.asks}
      </p>
    </div>
  );
}
