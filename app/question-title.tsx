"use client";
import type { QuestionPart } from "./question.tsx";

/** What the head says of an answer, and of its card where it is shared. In the browser it is the document's: that of a filled shell is nowhere else. */
export function QuestionTitle({ title, card, icon }: Omit<QuestionPart, "content">) {
  const isServer = typeof document === "undefined";
  const shown = (selector: string, name: string) =>
    isServer ? null : (document.head.querySelector(selector)?.getAttribute(name) ?? null);
  return (
    <>
      <title>{isServer ? title : document.title}</title>
      <meta property="og:title" content={shown("meta[property='og:title']", "content") ?? card} />
      {icon !== undefined && <link rel="icon" href={shown("link[rel=icon]", "href") ?? icon} />}
    </>
  );
}
