// What both representations of a live page are made from.

/** One reading as a live page shows it: the HTML and the Markdown twin are rendered from the same view. */
export interface LiveView<View> {
  /** Time of the block that the reading speaks of, epoch milliseconds; null where none was verified. */
  readonly observedAtMs: number | null;
  readonly view: View;
}
