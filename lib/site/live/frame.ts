// What the frames for other sites share: the arguments, and what a frame shows.
import { listNameFaults } from "../../mcp/tools/argument-names.ts";
import type { Blocks, LinkView } from "../../render/blocks.ts";
import { frameWords } from "../../say/frame.en.ts";

type FrameTheme = "light" | "dark";
const frameThemes: readonly string[] = ["light", "dark"] satisfies FrameTheme[];

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
  readonly ownQuery: URLSearchParams;
  readonly faults: readonly string[];
}

export function readFrameQuery(query: URLSearchParams, ownNames: readonly string[]): FrameQuery {
  const themeText = query.get("theme");
  const isTheme = themeText === null || frameThemes.includes(themeText);
  const ownQuery = new URLSearchParams(query);
  ownQuery.delete("theme");
  return {
    theme: isTheme ? (themeText as FrameTheme | null) : null,
    ownQuery,
    faults: [
      ...listNameFaults(query, [...ownNames, "theme"]).map(({ text }) => text),
      ...(isTheme ? [] : [frameWords.noTheme]),
    ],
  };
}
