// Times of a page as its script shows them to a reader in Chicago at noon.
import { expect, test } from "@playwright/test";
import { showLocalTimes } from "../../lib/site/live/local-times.ts";
import { rowsOf } from "../support/rows.ts";

const RealDate = Date;
/** Six hours behind UTC. */
class ChicagoDate extends Date {
  readonly #local = new RealDate(this.getTime() - 6 * 3_600_000);
  override getTimezoneOffset = () => 360;
  override getFullYear = () => this.#local.getUTCFullYear();
  override getMonth = () => this.#local.getUTCMonth();
  override getDate = () => this.#local.getUTCDate();
  override getHours = () => this.#local.getUTCHours();
  override getMinutes = () => this.#local.getUTCMinutes();
}
const NOON = new ChicagoDate("2026-11-30T18:00Z");
const rows = rowsOf(`
  11:44 UTC, | 2026-11-30T11:44Z | 05:44 on your clock (11:44 UTC),
  2026-11-30 13:00 UTC. | 2026-11-30T13:00Z | 07:00 on your clock (2026-11-30 13:00 UTC).
  2026-12-01 04:00 UTC | 2026-12-01T04:00Z | today 22:00 on your clock (2026-12-01 04:00 UTC)
  (2026-12-01 04:00 UTC). | 2026-12-01T04:00Z | (today 22:00 on your clock, 2026-12-01 04:00 UTC).
  2026-12-02 13:00 UTC | 2026-12-02T13:00Z | 2026-12-02 07:00 on your clock (2026-12-02 13:00 UTC)
  not known | | not known
`);

for (const [text = "", dateTime = "", expected = ""] of rows)
  test(`${text} is shown as ${expected}`, () => {
    const page = globalThis.document;
    globalThis.document = { createElement: () => ({ textContent: "" }) } as never;
    globalThis.Date = ChicagoDate as never;
    const pieces: (string | { textContent: string })[] = [text];
    const element = {
      ...{ dateTime, dataset: {}, textContent: text },
      replaceChildren: (...more: typeof pieces) => pieces.splice(0, 1, ...more),
    };
    showLocalTimes({ querySelectorAll: () => [element] } as never, NOON);
    globalThis.document = page;
    globalThis.Date = RealDate;
    const shown = pieces.map((piece) => (typeof piece === "string" ? piece : piece.textContent));
    expect(shown.join("")).toBe(expected);
  });
