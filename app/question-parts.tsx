// The answers that fill the shells of pages, as HTML. Next makes the shells only.
import { renderHtml } from "@/lib/runtime/internals/html-renderer.ts";
import type { RenderedPart } from "@/lib/runtime/server/question-shell.ts";
import type { QuestionPath } from "@/lib/site/registry/resources.ts";
import type { QuestionPart } from "./question.tsx";
import { readQuotePart } from "./quote/quote-part.tsx";
import { readTrackPart } from "./track/track-part.tsx";

const readers: Readonly<Record<QuestionPath, (query: URLSearchParams) => Promise<QuestionPart>>> = {
  "/quote": readQuotePart,
  "/track": readTrackPart,
};

/** The answer to a question as the page's HTML has it, made without Next. */
export async function renderQuestion(path: QuestionPath, query: URLSearchParams): Promise<RenderedPart> {
  const { title, card, icon, content } = await readers[path](query);
  const texts = { title, card, ...(icon !== undefined && { icon }), part: content };
  return Object.fromEntries(Object.entries(texts).map(([slot, text]) => [slot, renderHtml(text)])) as RenderedPart;
}
