// The type of a live page's content.

/** One reading as a live page shows it. HTML and Markdown are rendered from the same view. */
export interface LiveView<View> {
  /** Time of the reading's block, epoch milliseconds; null when no block was verified. */
  readonly observedAtMs: number | null;
  readonly view: View;
}
