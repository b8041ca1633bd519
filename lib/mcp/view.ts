// The extension MCP Apps: one HTML document in which a host shows the answers of all tools.
import type { Blocks } from "../render/blocks.ts";
import type { ToolAnswer } from "./tools/tool.ts";

export const VIEW_URI = "ui://signpost/answer";

/** In `_meta` of a result: an `AnswerView`. */
export const VIEW_KEY = "signpost/view";

/** An answer for a person. Instants are ISO 8601. */
export interface AnswerView {
  readonly tool: string;
  readonly html: string;
  readonly readAt: string;
  /** The earliest of the answer. After it, the answer is not shown. */
  readonly sendBefore: string | null;
}

export interface ViewOptions {
  /** The document, which shows what it gets as an `AnswerView`. */
  readonly readDocument: () => string;
  /** `day`: of times that are written without a date. */
  readonly render: (blocks: Blocks<string>, day: string) => Promise<string>;
}

export async function viewOf(
  tool: string,
  { blocks, structured }: ToolAnswer,
  { render }: ViewOptions,
): Promise<AnswerView> {
  const readAt = new Date().toISOString();
  const html = await render(blocks, readAt.slice(0, "2026-01-01".length));
  return { tool, html, readAt, sendBefore: earliestSendBefore(structured) };
}

interface Sendable {
  readonly send_before?: string | null;
}

/** Of a quote, or of the addresses of chains. */
function earliestSendBefore(structured: Sendable & { readonly chains?: readonly Sendable[] }) {
  const instants = [structured, ...(structured.chains ?? [])].flatMap(
    ({ send_before: instant }) => instant ?? [],
  );
  return instants.sort()[0] ?? null;
}

/** In `_meta` of each tool. */
export const toolViewMeta = { ui: { resourceUri: VIEW_URI } } as const;

/** In `_meta` of the document, which loads nothing from anywhere. */
export const viewMeta = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
} as const;
