// The page that stands in without a network: it says of when its state is, and never that this is now.
import { expect, test } from "@playwright/test";
import { offlinePage } from "../../../../lib/site/live/last-state.ts";

const atMs = Date.parse("2026-11-26T14:02:30Z");
const HOUR = 3_600_000;
const state = { atMs, keptMs: atMs + 4_000, lines: ["Litecoin: halted", "13 others: open"] };

for (const [what, kept, nowMs, age] of [
  ["two hours later", state, atMs + 2 * HOUR, "2 hours before this page was opened"],
  ["by a clock that runs ahead", { ...state, keptMs: atMs + HOUR }, atMs + 3 * HOUR, "3 hours before this page"],
  ["by a clock that runs late", { ...state, keptMs: atMs - HOUR }, atMs + HOUR, "2 hours before this page"],
  ["by a clock that was set back since", state, atMs, "how long ago is not known"],
] as const)
  test(`each line has its time, and the state its age: ${what}`, () => {
    const html = offlinePage(kept, nowMs, true);
    expect(html).toContain(`It is as of 2026-11-26 14:02 UTC (${age}`);
    expect(html.match(/<li>.*/g)).toEqual(
      ["Litecoin: halted", "13 others: open"].map((line) => `<li>At 2026-11-26 14:02 UTC: “${line}”</li>`),
    );
  });

test("it says first that nothing is of now, and why, and has no script, shape or colour", () => {
  for (const [kept, isOffline, why] of [
    [state, true, "You are offline"],
    [null, false, "This site cannot be reached"],
  ] as const) {
    const html = offlinePage(kept, atMs + HOUR, isOffline);
    const texts = [...html.matchAll(/<(?:h1|h2|p|a)[^>]*>([^<]+)/g)].map(([, text]) => text);
    expect(texts.slice(0, 3)).toEqual([
      `${why}. Nothing here is of now.`,
      "Do not send funds based on this page.",
      "Try again",
    ]);
    expect(texts[3]).toBe(kept ? "The last state that this device read" : "This device has kept no earlier state.");
    expect(html).not.toMatch(/<(?:script|svg|img|link)\b|data-state|class=|(?<!-)color:|background|\bis open\b/);
  }
});

test("what was kept becomes no markup", () => {
  const html = offlinePage({ ...state, lines: [`<img src="x"> & more`] }, atMs + HOUR, true);
  expect(html).toContain("&#60;img src=&#34;x&#34;&#62; &#38; more");
});
