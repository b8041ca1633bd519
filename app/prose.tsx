import { renderMarkdown } from "@/lib/markdown/render.ts";
import { keepProse } from "./prose-store.ts";
import { ProseText } from "./prose-text.tsx";

/** Markdown for people. Only for documents that are made once: each text is kept in this process under its id. */
export function Prose({ id, markdown, className }: { id: string; markdown: string; className: string }) {
  keepProse(id, renderMarkdown(markdown));
  return <ProseText id={id} className={className} />;
}
