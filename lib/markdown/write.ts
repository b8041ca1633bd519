// Writes nodes as Markdown. remark escapes text, so that no text becomes markup or ends a cell.

import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { type Line, type MarkdownBlock, paragraph } from "./nodes.ts";

/**
 * Matches a text with characters that may need escaping. Other text is written as it is, because
 * remark's own search for such characters makes writing three times as slow.
 */
const markupPattern = /[^a-z0-9 ,;%$'"?…/.():-]|^[\s.:)/-]|^\d+(?:\.\s|\.$|\))|[\s:]$|www\.|:\//i;

/**
 * What follows `&` in a character reference such as `&amp;`. Only such a `&` is escaped. By default
 * remark also escapes the `&` of a link such as `?from=BTC&to=ETH`.
 */
const CHARACTER_REFERENCE = "#?[A-Za-z0-9]+;";

const processor = remark()
  // By default remark adds spaces until all cells of a column are equally wide. No spaces are added
  // if each cell counts as three characters wide.
  .use(remarkGfm, { stringLength: () => 3 })
  .data("settings", {
    bullet: "-",
    unsafe: [
      {
        character: "&",
        after: CHARACTER_REFERENCE,
        inConstruct: ["phrasing", "destinationRaw", "destinationLiteral"],
      },
      // Escapes the dot of every `www.`, so that no text becomes a link. By default remark escapes
      // this dot only before a letter, a digit, `_`, `-` or `.`, but `www.\*` becomes a link too.
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
