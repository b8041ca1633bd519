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

/** The document cut behind each of these lines, which come in this order; a part ends with its line. @throws Error when one is not there. */
export function splitBehind(markdown: string, lines: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let rest = markdown;
  for (const line of lines) {
    const start = rest.indexOf(`\n${line}\n`);
    if (start < 0) throw new Error(`the document has no line "${line}"`);
    const end = start + line.length + 2;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}
