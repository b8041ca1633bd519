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
  /** Path of a page on this site, such as "/status/btc". The first cell of the row links to it. */
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
  /** "page": page heading. "disclosure": opens on a click. "fold": a small "disclosure". */
  readonly as?: "page" | "disclosure" | "fold";
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
  /** Name of the box for screen readers. Left out for a swap, where a heading names the box. */
  readonly label?: string;
  /** The first word of the headline, shown in bold. If left out, all of `text` is bold. */
  readonly word?: string;
  readonly text: string;
  readonly isSample: boolean;
  /** Only for a swap: chooses the icon and sometimes the colour. `text` is then an HTML heading. */
  readonly tone?: Tone;
  /** True if the data in the box may be out of date. */
  readonly isOld?: true;
  /** True for a quote that expires. The script `watch-expiry.ts` then replaces the text. */
  readonly isExpiring?: true;
}

/** One line with a figure: "Total cost" (label), "$1.20" (text), "0.2 % of …" (worth), note. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** The same figure in another unit: an amount in dollars, or a cost as a percentage. */
  readonly worth?: string;
  readonly note?: string | null;
  readonly rank?: Rank;
}

export interface Step {
  readonly id: string;
  readonly name: string;
  /** "held": the step waits until a halt ends. "skipped": the step does not happen in this swap. */
  readonly status: "done" | "now" | "held" | "ahead" | "skipped" | "unknown";
  readonly word: string | null;
  readonly text: string;
}

/** When a quote expires: as an ISO 8601 time, and as milliseconds left when the page was made. */
export interface Expiry {
  readonly instant: string;
  readonly leftMs: number;
}

export interface BarPart extends Fact {
  /** Share of this part in the sum of all parts of the bar, from 0 to 1. */
  readonly share: number;
}

/** A link to a page of this site. `href` is a path such as "/quote?from=BTC". */
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

/** A group of blocks in one HTML element, for layout and scripts. Markdown has no such element. */
export interface Box<Part extends string = never> {
  readonly box: Readonly<Partial<Record<BoxAttribute, string | number>>>;
  readonly tag?: "header" | "section";
  readonly blocks: Blocks<Part>;
}

/**
 * Importance of a block: 1 is the answer, 2 explains the answer, 3 is a detail. A tool text that
 * is too long leaves out rank 3, then rank 2. A block of rank "page" is never in a tool text.
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
  readonly field?: string | null;
  readonly linkId?: string;
}

interface TableBlock {
  readonly table: Table;
  /** False: the table has no name of its own, because a title above already names the table. */
  readonly isNamed?: false;
  /** "cards": a phone shows each row as a card. "tickets": so does every screen. */
  readonly as?: "cards" | "tickets";
}

/**
 * `members`: JSON members that the block shows. If a client asks for members, a tool text leaves
 * out the blocks that show only others. A block without `members` stays. `part`: name of what the
 * page draws in place of the block.
 */
export type ContentBlock<Part extends string> = (
  | TextBlock
  | { readonly list: readonly (Line | ListItem)[]; readonly className?: string }
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

/** A text that explains a figure or a word. A tool text that is too long leaves this out first. */
export const quiet = (text: Line) => ({ text, className: "quiet", rank: 3 as const });

export const box = <Part extends string = never>(
  attributes: Box["box"],
  ...blocks: Blocks<Part>
) => ({ box: attributes, blocks });

export const isListItem = (item: Line | ListItem): item is ListItem =>
  typeof item === "object" && !("type" in item) && "text" in item;
