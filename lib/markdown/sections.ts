// Markdown room: a document cut at its second-level headings, so that a page can set its parts apart. Nothing is lost: joined, the parts are the document.
import { remark } from "remark";
import remarkGfm from "remark-gfm";

const parser = remark().use(remarkGfm);

/** The part before the first `##`, then one part a heading. A `##` inside a code block cuts nothing. */
export function toSections(markdown: string): readonly string[] {
  const cuts = parser
    .parse(markdown)
    .children.flatMap((node) =>
      node.type === "heading" && node.depth === 2 && node.position?.start.offset ? [node.position.start.offset] : [],
    );
  return [0, ...cuts].map((start, index) => markdown.slice(start, cuts[index]));
}

/** The document before and behind a line; the first part ends with it. @throws Error when there is no such line. */
export function splitBehind(markdown: string, line: string): readonly [before: string, behind: string] {
  const start = markdown.indexOf(`\n${line}\n`);
  if (start < 0) throw new Error(`the document has no line "${line}"`);
  const end = start + line.length + 2;
  return [markdown.slice(0, end), markdown.slice(end)];
}
