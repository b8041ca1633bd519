// An answer as one list of blocks, for HTML (`app/parts/blocks.tsx`), Markdown and texts of tools.
import type { Line, MarkdownBlock } from "../markdown/nodes.ts";

export type State = "open" | "halted" | "costly" | "warned" | "unknown" | "scheduled" | "stale";

export interface Cell {
  readonly text: string;
  readonly state?: Exclude<State, "costly">;
  readonly code?: true;
  readonly link?: { readonly name: string; readonly href: string } | null;
}

export interface Table {
  readonly label: string;
  readonly heads: readonly string[];
  /** `anchor`: target of links to the row. `path`: link of the row's name. */
  readonly rows: readonly {
    readonly id: string;
    readonly anchor?: string;
    readonly path?: string | null;
    readonly cells: readonly Cell[];
  }[];
}

/** "day": an item of a list that opens. */
interface Section<Part extends string> {
  readonly title: string;
  readonly as?: "page" | "disclosure" | "day";
  readonly className?: string;
  readonly blocks: Blocks<Part>;
}

/** A state with words of its own. `title` is a heading in the note. */
interface Note<Part extends string> {
  readonly note: "halted" | "warned" | "unknown";
  readonly title?: string;
  readonly blocks: Blocks<Part>;
}

/** The answer in a few words, on a board of its state's colour. */
interface Sign<Part extends string> {
  readonly sign: { readonly state: State; readonly text: string; readonly isSample: boolean };
  readonly blocks: Blocks<Part>;
}

/** A unit of layout or refresh. Markdown ignores it. */
export interface Box<Part extends string = never> {
  readonly box: Readonly<Partial<Record<"id" | "className" | "role" | "data-part", string>>>;
  readonly tag?: "header";
  readonly blocks: Blocks<Part>;
}

/** A line of a list, drawn with the shape of its state. */
export interface StateLine {
  readonly state: State;
  readonly text: string;
}

/** 1 is the answer itself, 2 what explains it. Texts of tools leave out 3, then 2, to be short. */
export type Rank = 1 | 2 | 3;

/**
 * `members`: what the block shows of the structured answer. Without, a text of a tool has it always.
 * `isLocal`: a script adds the reader's own time. `isNamed`: the table repeats the name of its box.
 * `part`: drawn by hand, by this name.
 */
export type ContentBlock<Part extends string> = (
  | { readonly text: Line; readonly className?: string; readonly isLocal?: true }
  | { readonly list: readonly (Line | StateLine)[]; readonly isLocal?: true }
  | { readonly table: Table; readonly isNamed?: false }
  | { readonly code: string; readonly language: string; readonly label: string }
  | Section<Part>
  | Note<Part>
  | Sign<Part>
  | Box<Part>
  | { readonly part: Part; readonly markdown: readonly MarkdownBlock[] }
  | { readonly part: Part; readonly blocks: Blocks<string> }
) & { readonly rank?: Rank; readonly members?: readonly string[] };

export type Blocks<Part extends string = never> = readonly (ContentBlock<Part> | false)[];

export const section = <Part extends string = never>(title: string, ...blocks: Blocks<Part>) => ({
  title,
  blocks,
});

export const disclosure = <Part extends string = never>(
  title: string,
  ...blocks: Blocks<Part>
) => ({
  ...section(title, ...blocks),
  as: "disclosure" as const,
});

export const part = <Name extends string>(name: Name, markdown: readonly MarkdownBlock[]) => ({
  part: name,
  markdown,
});

/** What a figure or a word means: the first to be left out. */
export const quiet = (text: Line) => ({ text, className: "quiet", rank: 3 as const });
