// Splits a document into parts that a page shows apart. Joined again, the parts are the document.
import { remark } from "remark";
import remarkGfm from "remark-gfm";

const parser = remark().use(remarkGfm);

/** The part before the first `##`, then one part for each `##`. A `##` in a code block does not count. */
export function splitSections(markdown: string): readonly string[] {
  const cuts = parser
    .parse(markdown)
    .children.flatMap((node) =>
      node.type === "heading" && node.depth === 2 && node.position?.start.offset ? [node.position.start.offset] : [],
    );
  return [0, ...cuts].map((start, index) => markdown.slice(start, cuts[index]));
}

/** The sections before the one with this heading, and those from it on. @throws Error if it is missing. */
export function splitAtSection(
  markdown: string,
  heading: string,
): readonly [before: readonly string[], from: readonly string[]] {
  const sections = splitSections(markdown);
  const first = sections.findIndex((section) => section.startsWith(`## ${heading}\n`));
  if (first < 0) throw new Error(`the document has no section "${heading}"`);
  return [sections.slice(0, first), sections.slice(first)];
}

/** Splits after each of these lines, in this order. @throws Error if one is missing. */
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
