// Nodes → Markdown. remark escapes: no text becomes markup, leaves its cell or ends its code.

import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { type Line, type MarkdownBlock, paragraph } from "./nodes.ts";

/** A text without a match skips remark's own search for markup, which is three times as slow. */
const markupPattern = /[^a-z0-9 ,;%$'"?…/.():-]|^[\s.:)/-]|^\d+(?:\.\s|\.$|\))|[\s:]$|www\.|:\//i;

/** Only `&` before this is escaped. By default remark escapes it even in `?from=BTC&to=ETH`. */
const CHARACTER_REFERENCE = "#?[A-Za-z0-9]+;";

const processor = remark()
  // All cells count as three wide: no cell is padded, and each column has `---` below its head.
  .use(remarkGfm, { stringLength: () => 3 })
  .data("settings", {
    bullet: "-",
    unsafe: [
      {
        character: "&",
        after: CHARACTER_REFERENCE,
        inConstruct: ["phrasing", "destinationRaw", "destinationLiteral"],
      },
      // remark escapes this dot only before a letter, but its parser also makes a link of `www.\*`.
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
