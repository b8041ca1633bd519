// Markdown room: Markdown → React. Raw HTML in the source is dropped by remark-rehype, so prose can never inject markup.

import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ComponentProps, ComponentType, JSX, ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import rehypeSlug from "rehype-slug";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkRehype from "remark-rehype";
import { labelTables, toText } from "./table-labels.ts";

const parser = remark().use(remarkGfm).use(remarkRehype).use(rehypeSlug).use(labelTables);

export type Components = { [Name in keyof JSX.IntrinsicElements]?: ComponentType<ComponentProps<Name>> };

export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** The second-level headings of a document, with the anchors that `renderMarkdown` gives them. */
export function toOutline(markdown: string): readonly Heading[] {
  const tree = parser.runSync(parser.parse(markdown));
  return tree.children.flatMap((node) =>
    node.type === "element" && node.tagName === "h2" ? [{ id: String(node.properties.id), text: toText(node) }] : [],
  );
}

/** Renders a whole document; `components` replaces elements by name (a table by its scrolling frame, say). */
export function renderMarkdown(markdown: string, components: Components = {}): ReactNode {
  const tree = parser.runSync(parser.parse(markdown));
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, components, ignoreInvalidStyle: true, passKeys: false });
}
