// What a server component lays out, as a tree of plain elements: for components without hooks, no browser is needed to read them.
import { Fragment, isValidElement, type ReactNode } from "react";

export interface Tree {
  readonly tag: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly (Tree | string)[];
}

export function toTree(node: ReactNode): (Tree | string)[] {
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (typeof node === "string" || typeof node === "number" || typeof node === "bigint") return [String(node)];
  if (!isValidElement(node)) return [...(node as Iterable<ReactNode>)].flatMap(toTree);
  const props = node.props as { readonly children?: ReactNode };
  const type: unknown = node.type;
  if (typeof type === "function") return toTree((type as (props: object) => ReactNode)(props));
  if (type === Fragment) return toTree(props.children);
  return [{ tag: String(type), props: node.props as Tree["props"], children: toTree(props.children) }];
}

/** Text as it is read: nothing of what is hidden, of forms' choices or of scripts. */
export function toText(node: Tree | string): string {
  if (typeof node === "string") return node;
  if (node.props.hidden || ["script", "style", "datalist"].includes(node.tag)) return "";
  return node.children.map(toText).join("");
}

/** All elements in their order, but nothing within one that `isLeft` out. */
export function* walk(
  nodes: readonly (Tree | string)[],
  isLeft: (tree: Tree) => boolean = () => false,
): Generator<Tree> {
  for (const node of nodes) {
    if (typeof node === "string" || isLeft(node)) continue;
    yield node;
    yield* walk(node.children, isLeft);
  }
}
