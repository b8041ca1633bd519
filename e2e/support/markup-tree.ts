// A page's markup as a tree of its readable content.
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { squeeze } from "./markdown-nodes.ts";

export interface Tree {
  readonly tag: string;
  readonly props: Readonly<Record<string, string>>;
  readonly children: readonly (Tree | string)[];
}

/** Leaves out scripts, styles and elements for which `isLeft` is true. */
export function parseMarkup(html: string, isLeft: (tree: Tree) => boolean = () => false): Tree {
  const isRead = (tree: Tree) => !["script", "style"].includes(tree.tag) && !isLeft(tree);
  const createNode = (node: DefaultTreeAdapterTypes.ChildNode): Tree | string | [] => {
    if ("value" in node) return node.value;
    if (!("tagName" in node)) return [];
    const props = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    const tree = { tag: node.tagName, props, children: node.childNodes.flatMap(createNode) };
    return isRead(tree) ? tree : [];
  };
  return { tag: "root", props: {}, children: parseFragment(html).childNodes.flatMap(createNode) };
}

const blocks = new Set("p h1 h2 h3 h4 li td th div ol ul tr table".split(" "));

export function treeText(node: Tree | string): string {
  if (typeof node === "string") return node;
  const text = "hidden" in node.props ? "" : node.children.map(treeText).join("");
  return blocks.has(node.tag) ? ` ${text} ` : text;
}

export function* walk(tree: Tree): Generator<Tree> {
  for (const node of tree.children) {
    if (typeof node === "string") continue;
    yield node;
    yield* walk(node);
  }
}

export function readMarkup(html: string, isLeft?: (tree: Tree) => boolean) {
  const root = parseMarkup(html, isLeft);
  const all = [...walk(root)];
  const of = (...tags: string[]) =>
    all.filter(({ tag }) => tags.includes(tag)).map((tree) => squeeze(treeText(tree)));
  return {
    of,
    headings: of("h1", "h2", "h3", "h4"),
    cells: of("th", "td"),
    links: all.flatMap(({ tag, props }) => (tag === "a" ? (props.href ?? []) : [])),
    text: squeeze(treeText(root)),
  };
}
