"use client";

/** The title of an answer. In the browser it is the document's: that of a filled shell is nowhere else. */
export function QuestionTitle({ title }: { title: string }) {
  return <title>{typeof document === "undefined" ? title : document.title}</title>;
}
