import { renderHtml } from "@/app/render-html.ts";
import type { Blocks as BlockList } from "@/lib/render/blocks.ts";
import { Blocks } from "../parts/blocks.tsx";
import { StateShapes } from "../parts/verdict.tsx";

/** HTML of an answer for the MCP Apps view. `day`: date (YYYY-MM-DD) for times without a date. */
export function renderAnswer(blocks: BlockList<string>, day: string): Promise<string> {
  return renderHtml(
    <>
      <StateShapes />
      <Blocks blocks={blocks} day={day} />
    </>,
  );
}
