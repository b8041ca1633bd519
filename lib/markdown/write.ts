// Writes nodes as Markdown. remark escapes text, so that no text becomes markup or ends a cell.

import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { type Line, type MarkdownBlock, paragraph } from "./nodes.ts";

/** Text that may need escaping. Other text skips remark's search, which is three times as slow. */
const markupPattern = /[^a-z0-9 ,;%$'"?…/.():-]|^[\s.:)/-]|^\d+(?:\.\s|\.$|\))|[\s:]$|www\.|:\//i;

/** Only `&` before this is escaped. By default remark escapes `&` even in `?from=BTC&to=ETH`. */
const CHARACTER_REFERENCE = "#?[A-Za-z0-9]+;";

const processor = remark()
  // Each cell counts as three characters wide, so that remark fills no cell with spaces.
  .use(remarkGfm, { stringLength: () => 3 })
  .data("settings", {
    bullet: "-",
    unsafe: [
      {
        character: "&",
        after: CHARACTER_REFERENCE,
        inConstruct: ["phrasing", "destinationRaw", "destinationLiteral"],
      },
      // Escapes each dot of `www.`. remark does so only before a letter, but also links `www.\*`.
      {
        character: ".",
        before: "[Ww]{3}",
        inConstruct: "phrasing",
        notInConstruct: ["autolink", "label", "link"],
      },
    ],
    handlers: {
      root(node, _parent, state, info) {
        state.unsafe = state.unsafe.filter(
          ({ character, after }) => character !== "&" || after === CHARACTER_REFERENCE,
        );
        return state.containerFlow(node, info);
      },
      text: (node, _parent, state, info) =>
        markupPattern.test(node.value) ? state.safe(node.value, info) : node.value,
    },
  })
  .freeze();

export function writeMarkdown(blocks: readonly MarkdownBlock[]): string {
  return processor.stringify({ type: "root", children: [...blocks] }).trimEnd();
}

export function writeLine(line: Line): string {
  return writeMarkdown([paragraph(line)]);
}
