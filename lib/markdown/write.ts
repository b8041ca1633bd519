// Nodes → Markdown. remark-stringify escapes: no text can become markup, leave its cell or end its code.

import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { type Line, type MarkdownBlock, paragraph } from "./nodes.ts";

/** Text that could be read as markup. Most texts have none, and remark takes three times as long to find that out. */
const mayHoldMarkup = /[^a-z0-9 ,;%$'"?…/.():-]|^[\s.:)/-]|^\d+(?:\.\s|\.$|\))|[\s:]$|www\.|:\//i;

/** A character reference ends with a semicolon. By itself remark escapes each `&`, even in `?from=BTC&to=ETH`. */
const REFERENCE = "#?[A-Za-z0-9]+;";

const processor = remark()
  // Every cell counts as three wide: no cell is padded, and each column has `---` below its head.
  .use(remarkGfm, { stringLength: () => 3 })
  .data("settings", {
    bullet: "-",
    unsafe: [
      {
        character: "&",
        after: REFERENCE,
        inConstruct: ["phrasing", "destinationRaw", "destinationLiteral"],
      },
      // By itself remark escapes this dot only before a letter, but its parser also makes a link of `www.\*`.
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
          ({ character, after }) => character !== "&" || after === REFERENCE,
        );
        return state.containerFlow(node, info);
      },
      text: (node, _parent, state, info) =>
        mayHoldMarkup.test(node.value) ? state.safe(node.value, info) : node.value,
    },
  })
  .freeze();

/** Without a newline at the end, so it can be filled into prose. */
export function writeMarkdown(blocks: readonly MarkdownBlock[]): string {
  return processor.stringify({ type: "root", children: [...blocks] }).trimEnd();
}

/** One line, to be filled into a sentence. */
export function writeLine(line: Line): string {
  return writeMarkdown([paragraph(line)]);
}
