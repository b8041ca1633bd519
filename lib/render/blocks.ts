// An answer as one list of blocks, for HTML (`app/parts/blocks.tsx`), Markdown and texts of tools.
import type { Line, MarkdownBlock } from "../markdown/nodes.ts";
import type { Tone } from "../protocol/model/swap.ts";

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

/** "day": an item of a list that opens. `id`: of the heading. */
interface Section<Part extends string> {
  readonly title: string;
  readonly as?: "page" | "disclosure" | "day";
  readonly id?: string;
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
export interface BoardSign {
  readonly state: State;
  /** What the board is about, for who does not see it. A sign of a swap is its heading. */
  readonly label?: string;
  /** Before the text, in bold; without it, all of the text is. */
  readonly word?: string;
  readonly text: string;
  readonly isSample: boolean;
  /** Of a swap, which has the sign as a heading: how it goes. */
  readonly tone?: Tone;
  /** What the board says may be out of date. */
  readonly isOld?: true;
  /** The text holds until the quote expires; `watch-expiry.ts` says so then. */
  readonly isExpiring?: true;
}

/** "Total cost: $1.20, 0.2 % of the amount sent. On top comes …": label, text, worth and note. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** The same in another measure. */
  readonly worth?: string;
  /** Sentences. */
  readonly note?: string | null;
}

/** Of a swap or another way: where it is, and what happens there. */
export interface Step {
  readonly id: string;
  readonly name: string;
  /** "held": waits for the end of a halt. "skipped": does not happen in this swap. */
  readonly status: "done" | "now" | "held" | "ahead" | "skipped" | "unknown";
  readonly word: string | null;
  readonly text: string;
}

/** Until when a quote holds: `instant` is ISO 8601. */
export interface Expiry {
  readonly instant: string;
  readonly leftMs: number;
}

/** Parts of a sum: `share` from 0 to 1. */
export interface BarPart extends Fact {
  readonly share: number;
}

/** `href` is root-relative. */
export interface LinkView {
  readonly href: string;
  readonly label: string;
}

type BoxAttribute =
  | "id"
  | "className"
  | "role"
  | "aria-label"
  | "data-part"
  | "data-state"
  | "data-sample"
  | "data-expires-at"
  | "data-left-ms"
  | "data-until-expiry";

/** A unit of layout or refresh. Markdown ignores it. */
export interface Box<Part extends string = never> {
  readonly box: Readonly<Partial<Record<BoxAttribute, string | number>>>;
  readonly tag?: "header" | "section";
  readonly blocks: Blocks<Part>;
}

/**
 * 1 is the answer itself, 2 what explains it. Texts of tools leave out 3, then 2, to be short.
 * "page": for who has a page, never in the text of a tool.
 */
export type Rank = 1 | 2 | 3 | "page";

/** A line of a list; with a state, its shape stands before it. */
export interface ListItem {
  readonly text: string;
  readonly state?: State;
  readonly rank?: Rank;
}

/**
 * `members`: what the block shows of the structured answer. Without, a text of a tool has it always.
 * `isLocal`: a script adds the reader's own time. `isNamed`: the table repeats the name of its box.
 * `field`: the text links to this field of the form. `linkId`: of the link in the text.
 * `part`: drawn by hand, by this name.
 */
export type ContentBlock<Part extends string> = (
  | {
      readonly text: Line;
      readonly className?: string;
      readonly isLocal?: true;
      readonly field?: string | null;
      readonly linkId?: string;
    }
  | {
      readonly list: readonly (Line | ListItem)[];
      readonly className?: string;
      readonly isLocal?: true;
    }
  | { readonly facts: readonly Fact[] }
  | { readonly bar: readonly BarPart[] }
  | { readonly table: Table; readonly isNamed?: false; readonly as?: "tickets" }
  | { readonly steps: readonly Step[] }
  | { readonly code: string; readonly language: string; readonly label: string }
  | { readonly quotation: string }
  | { readonly links: readonly LinkView[]; readonly className?: string }
  | { readonly expiry: Expiry }
  | { readonly sign: BoardSign; readonly blocks: Blocks<Part> }
  | Section<Part>
  | Note<Part>
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

export const box = <Part extends string = never>(
  attributes: Box["box"],
  ...blocks: Blocks<Part>
) => ({ box: attributes, blocks });

export const isListItem = (item: Line | ListItem): item is ListItem =>
  typeof item === "object" && !("type" in item) && "text" in item;
