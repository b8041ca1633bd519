// Markdown → HTML. remark-rehype drops raw HTML, so that prose cannot bring in markup.
import type { Element } from "hast";
import { toHtml } from "hast-util-to-html";
import rehypeSlug from "rehype-slug";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkRehype from "remark-rehype";
import { elementText, frameBlocks } from "./frames.ts";
import { withoutBreaks } from "./unbroken.ts";

const parser = remark().use(remarkGfm).use(remarkRehype).use(rehypeSlug);

export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** The second-level headings of a document, with the anchors that `renderMarkdown` gives them. */
export function readOutline(markdown: string): readonly Heading[] {
  return parser
    .runSync(parser.parse(markdown))
    .children.flatMap((node) =>
      node.type === "element" && node.tagName === "h2"
        ? [{ id: String(node.properties.id), text: elementText(node) }]
        : [],
    );
}

/** A whole document as HTML. */
export function renderMarkdown(markdown: string): string {
  const tree = parser.runSync(parser.parse(markdown));
  for (const child of tree.children) {
    if (child.type !== "element") continue;
    limitLinks(child);
    keepUnits(child);
  }
  return toHtml(frameBlocks(tree));
}

/**
 * Keeps links to pages, to fragments and to mailboxes. Removes the address of any other link, for example javascript:. A crawler should not
 * follow one with a query: its answer is computed.
 */
function limitLinks(element: Element): void {
  const { href } = element.properties;
  if (typeof href === "string" && !/^(https?:|mailto:|[/#?.])/i.test(href)) delete element.properties.href;
  else if (typeof href === "string" && href.includes("?")) element.properties.rel = ["nofollow"];
  for (const child of element.children) if (child.type === "element") limitLinks(child);
}

/** Code stays as it is: somebody may copy it. */
function keepUnits({ tagName, children }: Element): void {
  if (tagName === "code") return;
  for (const child of children) {
    if (child.type === "text") child.value = withoutBreaks(child.value);
    else if (child.type === "element") keepUnits(child);
  }
}
