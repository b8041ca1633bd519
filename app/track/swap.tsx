import { swapIcon } from "@/lib/site/live/state-icon.ts";
import { swapBlocks } from "@/lib/site/live/track/blocks.ts";
import type { SwapView, TrackView } from "@/lib/site/live/track/view.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { Blocks } from "../parts/blocks.tsx";
import { Instant } from "../parts/instant.tsx";
import { Note } from "../parts/note.tsx";
import { Reason } from "./reason.tsx";
import { Steps } from "./steps.tsx";
import { SwapSign, When } from "./swap-sign.tsx";
import { Payments } from "./tables.tsx";

export function Swap({
  swap,
  links,
  title,
}: {
  swap: SwapView;
  links: TrackView["links"];
  title: string;
}) {
  const { reason, steps, payments, self } = swap;
  const parts = {
    sign: <SwapSign swap={swap} />,
    when: <When swap={swap} again={self} />,
    steps: <Steps steps={steps} />,
    reason: reason && <Reason reason={reason} quote={links.quote} />,
    payments: <Payments rows={payments} />,
  };
  return (
    <div
      id="swap"
      className="swap"
      data-title={title}
      data-query={self.slice(self.indexOf("?"))}
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
      <Blocks blocks={swapBlocks(swap, links)} parts={parts} />
      <p id="asks" className="quiet" hidden suppressHydrationWarning>
        {trackWords.asks}
      </p>
    </div>
  );
}
