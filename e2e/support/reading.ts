// Measures how easy a Markdown text is to read: sentence length, Flesch reading ease, and words to
// avoid. For a page, use its Markdown twin.
import { flesch } from "flesch";
import type { Nodes } from "mdast";
import { syllable } from "syllable";
import { parseMarkdown, squeeze } from "./markdown-nodes.ts";
import { wordRules } from "./word-list.ts";

/** `page`: texts of pages and tools. `document`: all other texts, with longer sentences. */
export type Reader = "page" | "document";

const MAX_WORDS = { page: 20, document: 25 } as const;
const MIN_EASE = 60;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** Text of a node. Inline code counts as the word "Code". Code blocks are left out. */
function textOf(node: Nodes): string {
  if (node.type === "inlineCode") return "Code";
  if (node.type === "break") return " ";
  if ("children" in node) return node.children.map(textOf).join("");
  return node.type === "text" ? node.value : "";
}

const wordsBySentence = new Map<string, readonly string[]>();
function listWords(text: string): readonly string[] {
  const list =
    wordsBySentence.get(text) ??
    [...words.segment(text)].flatMap((segment) => (segment.isWordLike ? [segment.segment] : []));
  wordsBySentence.set(text, list);
  return list;
}

const listSentences = (text: string) =>
  [...sentences.segment(text.replace(/\bCode(?:, Code)+\b/g, "Code"))]
    .map(({ segment }) => squeeze(segment))
    .filter((sentence) => listWords(sentence).length > 0);

function readBlocks(markdown: string) {
  const nodes = parseMarkdown(
    markdown.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/\n## Sitemap\n[\s\S]*$/, "\n"),
  );
  const of = (...types: Nodes["type"][]) =>
    nodes.filter(({ type }) => types.includes(type)).map((node) => squeeze(textOf(node)));
  return { prose: of("paragraph"), others: of("heading", "tableCell") };
}

/** Flesch reading ease: 100 is very easy, 60 is plain English. Null if there is no sentence. */
export const readingEase = (markdown: string) =>
  easeOf(readBlocks(markdown).prose.flatMap(listSentences));

function easeOf(prose: readonly string[]): number | null {
  const all = prose.flatMap(listWords);
  if (all.length === 0) return null;
  const syllables = all.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  const ease = flesch({ sentence: prose.length, word: all.length, syllable: syllables });
  return Math.round(ease * 10) / 10;
}

/** Problems of a text, one line each. Empty if the text is easy to read. */
export function readingFaults(markdown: string, reader: Reader): string[] {
  const { prose, others } = readBlocks(markdown);
  const read = prose.flatMap(listSentences);
  const all = [...read, ...others.flatMap(listSentences)];
  const long = all
    .filter((sentence) => listWords(sentence).length > MAX_WORDS[reader])
    .map(
      (sentence) =>
        `${listWords(sentence).length} words, at most ${MAX_WORDS[reader]}: ${sentence}`,
    );
  const wrong = all.flatMap((sentence) =>
    wordRules.flatMap(({ not, use }) => {
      const found = not.exec(sentence)?.[0];
      return found === undefined ? [] : [`not "${found}" but ${use}: ${sentence}`];
    }),
  );
  const ease = easeOf(read);
  const hard =
    ease !== null && ease < MIN_EASE ? [`reading ease ${ease}, at least ${MIN_EASE}`] : [];
  return [...hard, ...new Set([...long, ...wrong])];
}
