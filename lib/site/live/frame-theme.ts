// The themes of the frames for other sites.

const frameThemes = ["light", "dark"] as const;
export type FrameTheme = (typeof frameThemes)[number];

/** Null: the reader's system decides. */
export const frameThemeChoices = [null, ...frameThemes] as const;

/** Null if the query has no theme, or one that there is not. */
export const parseTheme = (query: URLSearchParams): FrameTheme | null =>
  frameThemes.find((theme) => theme === query.get("theme")) ?? null;
