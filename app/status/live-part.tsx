import type { Blocks as BlockList } from "@/lib/render/blocks.ts";
import { refreshedParts } from "@/lib/site/live/read-part.ts";
import type { Aging } from "@/lib/site/live/status/page.ts";
import { Blocks } from "../parts/blocks.tsx";

export interface LivePartProps {
  readonly part: keyof typeof refreshedParts;
  readonly blocks: BlockList;
  readonly day: string;
  readonly aging: Aging;
}

/**
 * A part of the page that the browser script `watchStatus` replaces with newer data. The script
 * computes the data's age from `data-observed` and `data-read` (epoch ms). Data that is older than
 * `data-fresh` (ms) is marked as out of date.
 */
export function LivePart({ part, blocks, day, aging }: LivePartProps) {
  const { observedMs, readMs, freshMs } = aging;
  return (
    <div id={refreshedParts[part]}>
      <p className="unseen" role="status" data-say="" />
      <div className="status" data-observed={observedMs} data-read={readMs} data-fresh={freshMs}>
        <Blocks blocks={blocks} day={day} />
        <p className="old" data-old="" data-markdown-ignore="" hidden>
          This page is out of date. It shows a state that is <span data-age="" /> old. Do not send
          funds based on it. It asks again by itself.
        </p>
      </div>
    </div>
  );
}
