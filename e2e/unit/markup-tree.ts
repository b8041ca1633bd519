// Static markup that React wrote, as a tree: every element of it is closed or void, and every attribute quoted.

export interface Tree {
  readonly tag: string;
  readonly props: Readonly<Record<string, string>>;
  readonly children: (Tree | string)[];
}

const voids = new Set(["br", "hr", "img", "input", "link", "meta"]);
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'" };
const decode = (text: string) => text.replace(/&(lt|gt|amp|quot|#x27);/g, (_, name: string) => entities[name] ?? "");

export function parseMarkup(html: string): Tree {
  const root: Tree = { tag: "root", props: {}, children: [] };
  const open = [root];
  const bare = html.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, "");
  for (const [, close, tag, written = "", text] of bare.matchAll(/<(?:(\/)?([a-z][a-z0-9]*)([^>]*))>|([^<]+)/gi)) {
    const parent = open.at(-1) as Tree;
    if (text !== undefined) parent.children.push(decode(text));
    else if (close) open.pop();
    else if (tag) {
      const attributes = [...written.matchAll(/([^\s="]+)="([^"]*)"/g)];
      const props = Object.fromEntries(attributes.map(([, name = "", value = ""]) => [name, decode(value)]));
      const tree: Tree = { tag, props, children: [] };
      parent.children.push(tree);
      if (!voids.has(tag) && !written.endsWith("/")) open.push(tree);
    }
  }
  if (open.length !== 1) throw new Error(`not closed: ${open.map((tree) => tree.tag).join(" ")}`);
  return root;
}

/** Text as it is read: nothing of what is hidden. */
export function toText(node: Tree | string): string {
  if (typeof node === "string") return node;
  return "hidden" in node.props ? "" : node.children.map(toText).join("");
}

/** All elements below in their order, but nothing within one that `isLeft` out. */
export function* walk(tree: Tree, isLeft: (tree: Tree) => boolean = () => false): Generator<Tree> {
  for (const node of tree.children) {
    if (typeof node === "string" || isLeft(node)) continue;
    yield node;
    yield* walk(node, isLeft);
  }
}
