import { renderMarkdown } from "@/lib/markdown/render.ts";
import { ProseText } from "./prose-text.tsx";

export function Prose({ markdown, className }: { markdown: string; className: string }) {
  return <ProseText html={renderMarkdown(markdown)} className={className} />;
}
