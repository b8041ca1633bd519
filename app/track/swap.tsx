import { formatInstant } from "@/lib/say/figures.en.ts";
import { trackWords } from "@/lib/say/track.en.ts";
import type { OpenSwap } from "@/lib/site/live/track/page.ts";
import { Blocks } from "../parts/blocks.tsx";
import { Note } from "../parts/note.tsx";

/**
 * The state of one swap. Every `pollSeconds` (null: never), the browser script `watchSwap` loads
 * this element again and updates changed parts. If loading fails, the script shows `#stale`.
 */
export function Swap({ swap, title }: { readonly swap: OpenSwap; readonly title: string }) {
  const { self: address, pollSeconds, icon, readAt, blocks } = swap;
  return (
    <div
      id="swap"
      className="swap"
      data-title={title}
      data-query={address.slice(address.indexOf("?"))}
      data-poll={pollSeconds ?? undefined}
      data-icon={icon}
    >
      <div id="stale" role="status" hidden suppressHydrationWarning>
        <Note>
          <p>
            {trackWords.notCurrent}{" "}
            <time className="instant" dateTime={readAt}>
              {formatInstant(Date.parse(readAt))}
            </time>
            .
          </p>
        </Note>
      </div>
      <Blocks blocks={blocks} day={readAt.slice(0, 10)} />
    </div>
  );
}
