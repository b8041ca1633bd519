"use client";

/** The title of an answer, and of its card where it is shared. In the browser they are the document's: those of a filled shell are nowhere else. */
export function QuestionTitle({ title, card }: { title: string; card: string }) {
  const isServer = typeof document === "undefined";
  const shown = isServer ? null : document.querySelector<HTMLMetaElement>("meta[property='og:title']");
  return (
    <>
      <title>{isServer ? title : document.title}</title>
      <meta property="og:title" content={shown?.content ?? card} />
    </>
  );
}
