import { renderHtml } from "@/app/render-html.ts";
import type { Blocks as BlockList } from "@/lib/render/blocks.ts";
import { Blocks } from "../parts/blocks.tsx";
import { StateShapes } from "../parts/verdict.tsx";

/**
 * Renders a tool's answer as HTML. An MCP Apps host shows the HTML in a frame. `day` is the UTC
 * date (YYYY-MM-DD) of the times that a text gives without a date.
 */
export function renderAnswer(blocks: BlockList<string>, day: string): Promise<string> {
  return renderHtml(
    <>
      <StateShapes />
      <Blocks blocks={blocks} day={day} />
    </>,
  );
}
