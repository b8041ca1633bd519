// What the frames for other sites share: the arguments, and what a frame shows.
import type { AnswerContext } from "../../answers/answer-context.ts";
import { listNameFaults } from "../../mcp/tools/argument-names.ts";
import type { Envelope } from "../../protocol/model/envelope.ts";
import type { Blocks, LinkView } from "../../render/blocks.ts";
import { asOfText, sourceTexts } from "../../say/as-of.en.ts";
import { formatInstant } from "../../say/figures.en.ts";
import { frameWords } from "../../say/frame.en.ts";
import { checkedAtText } from "../../say/status.en.ts";
import { type FrameTheme, parseTheme } from "./frame-theme.ts";

interface FrameView {
  /** Null: the reader's system decides. */
  readonly theme: FrameTheme | null;
  readonly blocks: Blocks;
  /** UTC date (YYYY-MM-DD) of the times that texts give without a date. */
  readonly day: string;
  /** The page that tells all, with an absolute address. */
  readonly link: LinkView;
}

/** A frame, or what is wrong with its address: for whoever puts the frame into a page. */
export type FrameAnswer = FrameView | { readonly faults: readonly string[] };

interface FrameQuery extends Pick<FrameView, "theme"> {
  /** The query without the theme. */
  readonly question: URLSearchParams;
  readonly faults: readonly string[];
}

export function parseFrameQuery(
  query: URLSearchParams,
  questionNames: readonly string[],
): FrameQuery {
  const themeText = query.get("theme");
  const theme = parseTheme(query);
  const question = new URLSearchParams(query);
  question.delete("theme");
  return {
    theme,
    question,
    faults: [
      ...listNameFaults(query, [...questionNames, "theme"]).map(({ text }) => text),
      ...(themeText === theme ? [] : [frameWords.noTheme]),
    ],
  };
}

/** Of which block the answer is, and when it was made: a frame stays open. */
export const readTimeBlock = (reading: Envelope, { preset, nowMs }: AnswerContext) => ({
  text: [
    asOfText(reading, preset),
    ...sourceTexts(reading),
    checkedAtText(formatInstant(nowMs)),
  ].join(" "),
  className: "meta",
});
