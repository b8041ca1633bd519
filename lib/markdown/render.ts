// Markdown room: Markdown → React. Raw HTML in the source is dropped by remark-rehype, so prose can never inject markup.
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ComponentProps, ComponentType, JSX, ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import rehypeSlug from "rehype-slug";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkRehype from "remark-rehype";

const parser = remark().use(remarkGfm).use(remarkRehype).use(rehypeSlug);

type Components = { [Name in keyof JSX.IntrinsicElements]?: ComponentType<ComponentProps<Name>> };

/** Renders a whole document; `components` replaces elements by name (a table by its scrolling frame, say). */
export function renderMarkdown(markdown: string, components: Components = {}): ReactNode {
  const tree = parser.runSync(parser.parse(markdown));
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, components, ignoreInvalidStyle: true });
}
