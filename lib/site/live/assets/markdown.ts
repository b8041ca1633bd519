// /assets as Markdown, from the same view as the page.
import { heading, paragraph } from "../../../markdown/nodes.ts";
import { writeMarkdown } from "../../../markdown/write.ts";
import { signBlocks, tableBlock } from "../status/markdown.ts";
import { type AssetsView, assetsTitle } from "./view.ts";

/** The page's body, from its H1 on. */
export function assetsMarkdown({ status, table, notes }: AssetsView): string {
  const blocks = [
    ...signBlocks(assetsTitle, status),
    heading(2, table.label),
    ...(table.rows.length === 0 ? [] : [tableBlock(table)]),
    ...notes.map((text) => paragraph(text)),
  ];
  return `${writeMarkdown(blocks)}\n`;
}
