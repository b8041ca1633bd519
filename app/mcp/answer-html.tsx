import { renderHtml } from "@/app/render-html.ts";
import type { Blocks as BlockList } from "@/lib/render/blocks.ts";
import { Blocks } from "../parts/blocks.tsx";
import { StateShapes } from "../parts/verdict.tsx";

/** An answer as the view of MCP Apps shows it. `day`: the date of times without one. */
export function renderAnswer(blocks: BlockList<string>, day: string): Promise<string> {
  return renderHtml(
    <>
      <StateShapes />
      <Blocks blocks={blocks} day={day} />
    </>,
  );
}
