// The extension MCP Apps: one HTML document in which a host shows the answers of all tools.
import type { Blocks } from "../render/blocks.ts";
import type { ToolAnswer } from "./tools/tool.ts";

export const VIEW_URI = "ui://signpost/answer";

export const VIEW_KEY = "signpost/view";

export interface AnswerView {
  readonly tool: string;
  readonly html: string;
  readonly readAt: string;
  /**
   * The earliest `send_before` of the answer (ISO 8601): funds must be sent before that time. After
   * it, the view hides the answer. Null if the answer has none.
   */
  readonly sendBefore: string | null;
}

export interface ViewOptions {
  readonly readDocument: () => string;
  /** `day` (YYYY-MM-DD) is the UTC date of all times that `blocks` gives without a date. */
  readonly render: (blocks: Blocks<string>, day: string) => Promise<string>;
}

export async function renderView(
  tool: string,
  { blocks, structured }: ToolAnswer,
  { render }: ViewOptions,
): Promise<AnswerView> {
  const readAt = new Date().toISOString();
  const html = await render(blocks, readAt.slice(0, "2026-01-01".length));
  return { tool, html, readAt, sendBefore: earliestSendBefore(structured) };
}

interface SendBeforeMember {
  readonly send_before?: string | null;
}

function earliestSendBefore(
  structured: SendBeforeMember & { readonly chains?: readonly SendBeforeMember[] },
): string | null {
  const sendBeforeTimes = [structured, ...(structured.chains ?? [])].flatMap(
    ({ send_before: instant }) => instant ?? [],
  );
  return sendBeforeTimes.sort()[0] ?? null;
}

export const toolViewMeta = { ui: { resourceUri: VIEW_URI } } as const;

export const viewMeta = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
} as const;
