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

interface Row {
  readonly id: string;
  /** Target of links to the row. */
  readonly anchor?: string;
  /** Where the row's name links to, root-relative. */
  readonly path?: string | null;
  readonly cells: readonly Cell[];
}

export interface Table {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
}

interface Section<Part extends string> {
  readonly title: string;
  /** "day": a smaller disclosure, one of several below each other. */
  readonly as?: "page" | "disclosure" | "day";
  /** Id of the heading. */
  readonly id?: string;
  readonly className?: string;
  readonly blocks: Blocks<Part>;
}

/** A framed note in the colour of a state. `title` is a heading in the note. */
interface Note<Part extends string> {
  readonly note: "halted" | "warned" | "unknown";
  readonly title?: string;
  readonly blocks: Blocks<Part>;
}

/** The answer in a few words, on a board of its state's colour. */
export interface BoardSign {
  readonly state: State;
  /** Names the board for screen readers. The sign of a swap is a heading and needs none. */
  readonly label?: string;
  /** Stands in bold before the text. Without a word, the whole text is bold. */
  readonly word?: string;
  readonly text: string;
  readonly isSample: boolean;
  /** Present for a swap: its sign is a heading. */
  readonly tone?: Tone;
  /** The facts of the board may be out of date. */
  readonly isOld?: true;
  /** The text holds until the quote expires; `watch-expiry.ts` says so then. */
  readonly isExpiring?: true;
}

/** "Total cost: $1.20, 0.2 % of the amount sent. On top comes …": label, text, worth and note. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** The same figure in another measure, such as dollars. */
  readonly worth?: string;
  /** Whole sentences. */
  readonly note?: string | null;
}

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

export interface BarPart extends Fact {
  /** Share of the sum, from 0 to 1. */
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
 * 1 is the answer itself, 2 explains it, 3 is a detail. A long tool's text leaves out 3, then 2.
 * "page" is for readers of a page, and never in the text of a tool.
 */
export type Rank = 1 | 2 | 3 | "page";

export interface ListItem {
  readonly text: string;
  /** The shape of the state stands before the text. */
  readonly state?: State;
  readonly rank?: Rank;
}

export interface TextBlock {
  readonly text: Line;
  readonly className?: string;
  /** The text has times: a script adds them in the reader's own time zone. */
  readonly isLocal?: true;
  /** The text links to this field of the form. */
  readonly field?: string | null;
  /** Id of the link in the text. */
  readonly linkId?: string;
}

interface TableBlock {
  readonly table: Table;
  /** False where a title above the table has its name. */
  readonly isNamed?: false;
  readonly as?: "tickets";
}

/**
 * `members`: the members of the structured answer that the block shows. A block without them is in
 * every text of a tool. `part`: a page draws this block by hand, by its name.
 */
export type ContentBlock<Part extends string> = (
  | TextBlock
  | {
      readonly list: readonly (Line | ListItem)[];
      readonly className?: string;
      readonly isLocal?: true;
    }
  | { readonly facts: readonly Fact[] }
  | { readonly bar: readonly BarPart[] }
  | TableBlock
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

/** Explains a figure or a word. A tool's text leaves it out first. */
export const quiet = (text: Line) => ({ text, className: "quiet", rank: 3 as const });

export const box = <Part extends string = never>(
  attributes: Box["box"],
  ...blocks: Blocks<Part>
) => ({ box: attributes, blocks });

/** A node of Markdown may have a `text` too, but always has a `type`. */
export const isListItem = (item: Line | ListItem): item is ListItem =>
  typeof item === "object" && !("type" in item) && "text" in item;
