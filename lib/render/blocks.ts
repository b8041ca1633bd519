// The blocks of an answer, the source of HTML (`app/parts/blocks.tsx`), Markdown and tool texts.
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
  readonly anchor?: string;
  /** Root-relative link of the row's first cell. */
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
  /** "page": the page heading. "disclosure": a folded section. "day": a smaller folded section. */
  readonly as?: "page" | "disclosure" | "day";
  readonly id?: string;
  readonly className?: string;
  readonly blocks: Blocks<Part>;
}

interface Note<Part extends string> {
  readonly note: "halted" | "warned" | "unknown";
  readonly title?: string;
  readonly blocks: Blocks<Part>;
}

/** The headline box: the answer in a few words, in the colour of the state. */
export interface BoardSign {
  readonly state: State;
  /** Name of the box for screen readers. A box with a heading, as for a swap, needs no name. */
  readonly label?: string;
  /** First word, in bold. Without this word, the whole text is bold. */
  readonly word?: string;
  readonly text: string;
  readonly isSample: boolean;
  /** Set only for a swap. The text is then an HTML heading. */
  readonly tone?: Tone;
  /** Set if the data in the box may be out of date. */
  readonly isOld?: true;
  /** Set for a quote that expires. `watch-expiry.ts` then replaces the text. */
  readonly isExpiring?: true;
}

/** "Total cost: $1.20, 0.2 % of the amount sent. On top comes …": label, text, worth and note. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** The same figure in another measure, such as dollars. */
  readonly worth?: string;
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

/** The time when a quote expires. `instant` is ISO 8601. */
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

/** An HTML element for layout or scripts. Markdown writes only the blocks inside. */
export interface Box<Part extends string = never> {
  readonly box: Readonly<Partial<Record<BoxAttribute, string | number>>>;
  readonly tag?: "header" | "section";
  readonly blocks: Blocks<Part>;
}

/**
 * Importance of a block: 1 is the answer, 2 explains the answer, 3 is a detail. A tool text that
 * is too long leaves out 3, then 2. A "page" block is never in a tool text.
 */
export type Rank = 1 | 2 | 3 | "page";

export interface ListItem {
  readonly text: string;
  readonly state?: State;
  readonly rank?: Rank;
}

export interface TextBlock {
  readonly text: Line;
  readonly className?: string;
  /** Set if the text has times. A script adds these times in the reader's time zone. */
  readonly isLocal?: true;
  readonly field?: string | null;
  readonly linkId?: string;
}

interface TableBlock {
  readonly table: Table;
  /** False if a title above the table already names the table. */
  readonly isNamed?: false;
  readonly as?: "tickets";
}

/**
 * `members`: members of the JSON answer that the block shows. Without `members`, the block is in
 * every tool text. `part`: name of an element that the page draws in place of this block.
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

/** A text that explains a figure or a word. A tool text leaves out such blocks first. */
export const quiet = (text: Line) => ({ text, className: "quiet", rank: 3 as const });

export const box = <Part extends string = never>(
  attributes: Box["box"],
  ...blocks: Blocks<Part>
) => ({ box: attributes, blocks });

export const isListItem = (item: Line | ListItem): item is ListItem =>
  typeof item === "object" && !("type" in item) && "text" in item;
