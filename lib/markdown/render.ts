// Markdown room: Markdown → React. Raw HTML in the source is dropped by remark-rehype, so prose can never inject markup.
import type { Element } from "hast";
import { toHtml } from "hast-util-to-html";
import { type ComponentType, createElement, type JSX, type ReactNode } from "react";
import rehypeSlug from "rehype-slug";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkRehype from "remark-rehype";
import { labelTables, toText } from "./table-labels.ts";

const parser = remark().use(remarkGfm).use(remarkRehype).use(rehypeSlug).use(labelTables);

/** What a component is given of the block that it replaces. */
export interface BlockProps {
  readonly id?: string;
  readonly start?: number;
  readonly style?: Readonly<Record<string, string>>;
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

export type Components = { readonly [Name in keyof JSX.IntrinsicElements]?: ComponentType<BlockProps> };

export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** The second-level headings of a document, with the anchors that `renderMarkdown` gives them. */
export function toOutline(markdown: string): readonly Heading[] {
  return toBlocks(markdown).flatMap((block) =>
    block.tagName === "h2" ? [{ id: String(block.properties.id), text: toText(block) }] : [],
  );
}

/**
 * Renders a whole document; `components` replaces its blocks by name (a table by its scrolling frame, say). What stands
 * within a block is one string of escaped HTML: Next sends every page twice, and a tree of elements is four times as long.
 */
export function renderMarkdown(markdown: string, components: Components = {}): ReactNode {
  return toBlocks(markdown).map((block, index) => {
    const { id, start, labels } = block.properties;
    const props: BlockProps & { key: number } = {
      key: index,
      ...(typeof id === "string" ? { id } : {}),
      ...(typeof start === "number" ? { start } : {}),
      ...(typeof labels === "string" ? { style: JSON.parse(labels) } : {}),
      dangerouslySetInnerHTML: { __html: toHtml(block.children) },
    };
    return createElement(components[block.tagName as keyof Components] ?? block.tagName, props);
  });
}

function toBlocks(markdown: string): readonly Element[] {
  return parser.runSync(parser.parse(markdown)).children.filter((node) => node.type === "element");
}
