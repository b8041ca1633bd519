// Cuts the frame out of a page: header, footer and stylesheets, without title, content and scripts.
import { type DefaultTreeAdapterTypes, parse, serialize } from "parse5";

/** The HTML around the content of a page. */
interface PageFrame {
  readonly beforeTitle: string;
  readonly beforeContent: string;
  readonly afterContent: string;
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** A private character, which no page has. */
const CUT = "\u{E000}";

/** @throws Error if the page has not exactly one `<title>` and one `<main>`. */
export function cutFrame(html: string): PageFrame {
  const document = parse(html);
  cutNodes(document);
  const [beforeTitle, beforeContent, afterContent, ...rest] = serialize(document).split(CUT);
  if (beforeTitle === undefined || beforeContent === undefined || afterContent === undefined)
    throw new Error("The page needs a title and a main element");
  if (rest.length > 0) throw new Error("The page has several titles or main elements");
  return { beforeTitle, beforeContent, afterContent };
}

function cutNodes(parent: Parent): void {
  parent.childNodes = parent.childNodes
    .filter((node) => !isScript(node))
    .map((node) => (node.nodeName === "title" ? cutIn(parent) : node));
  for (const node of parent.childNodes) {
    if (!("tagName" in node)) continue;
    if (node.tagName === "main") node.childNodes = [cutIn(node)];
    else if (node.tagName !== "svg") cutNodes(node);
  }
}

const cutIn = (parentNode: Parent): Node => ({ nodeName: "#text", value: CUT, parentNode });

/** A script, or a hint to load one. */
function isScript(node: Node): boolean {
  if (!("tagName" in node)) return false;
  const { tagName, attrs } = node;
  return (
    tagName === "script" ||
    (tagName === "link" && attrs.some(({ name, value }) => name === "as" && value === "script"))
  );
}
