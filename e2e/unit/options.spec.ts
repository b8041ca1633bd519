// The one place where a list's options become HTML: whatever they say, they stay text.
import { expect, test } from "@playwright/test";
import { toOptions } from "../../app/parts/options.ts";

test("an option cannot end its attribute or its element", () => {
  const hostile = `"><script>alert(1)</script>&amp;`;
  const { __html } = toOptions([{ value: hostile, label: hostile }], hostile);
  const text = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;";
  expect(__html).toBe(`<option value="${text}" selected>${text}</option>`);
});

test("the chosen one alone is selected, and none where nothing is chosen", () => {
  const options = ["BTC", "ETH"].map((value) => ({ value, label: value }));
  expect(toOptions(options, "ETH").__html.match(/ selected/g)).toHaveLength(1);
  expect(toOptions(options).__html).not.toContain("selected");
});
