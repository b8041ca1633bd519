// The extension MCP Apps: one HTML document in which a host shows the answers of all tools.
import type { Blocks } from "../render/blocks.ts";
import type { ToolAnswer } from "./tools/tool.ts";

export const VIEW_URI = "ui://signpost/answer";

/** Key of the `AnswerView` in `_meta` of a result. */
export const VIEW_KEY = "signpost/view";

/** An answer for a person. Instants are ISO 8601. */
export interface AnswerView {
  readonly tool: string;
  readonly html: string;
  readonly readAt: string;
  /** The earliest `send_before` in the answer. Afterwards the view hides the answer. */
  readonly sendBefore: string | null;
}

export interface ViewOptions {
  /** The HTML document that shows an `AnswerView`. */
  readonly readDocument: () => string;
  /** `day`, such as 2026-01-31, is the date of times that are written without one. */
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

/** A quote has one `send_before`. An answer about addresses has one for each chain. */
function earliestSendBefore(
  structured: SendBeforeMember & { readonly chains?: readonly SendBeforeMember[] },
): string | null {
  const instants = [structured, ...(structured.chains ?? [])].flatMap(
    ({ send_before: instant }) => instant ?? [],
  );
  return instants.sort()[0] ?? null;
}

/** `_meta` of each tool. */
export const toolViewMeta = { ui: { resourceUri: VIEW_URI } } as const;

/** `_meta` of the view's document, which loads nothing from anywhere. */
export const viewMeta = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
} as const;
