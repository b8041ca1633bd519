// The one place where a list's options become HTML: whatever they say, they stay text.
import { expect, test } from "@playwright/test";
import { toOptions } from "../../app/parts/options.ts";

const toHtml = (...list: Parameters<typeof toOptions>) => toOptions(...list).dangerouslySetInnerHTML.__html;

test("an option cannot end its attribute or its element", () => {
  const hostile = `"><script>alert(1)</script>&amp;`;
  const html = toHtml([{ value: hostile, label: hostile }], hostile);
  const text = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;";
  expect(html).toBe(`<option value="${text}" selected>${text}</option>`);
});

test("the chosen one alone is selected, and none where nothing is chosen", () => {
  const options = ["BTC", "ETH"].map((value) => ({ value, label: value }));
  expect(toHtml(options, "ETH").match(/ selected/g)).toHaveLength(1);
  expect(toHtml(options)).not.toContain("selected");
});
