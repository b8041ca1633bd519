// /status is easy to read in every state, and says no name of a parameter outside its table.

import { expect, test } from "@playwright/test";
import { adviceText } from "../../../../../lib/protocol/model/envelope.ts";
import { statusMarkdown } from "../../../../../lib/site/live/status/blocks.ts";
import { readingFaults } from "../../../../support/reading.ts";
import { readScene, sceneNames } from "./scenes.ts";

for (const name of sceneNames) {
  test(`status page: ${name}`, async () => {
    const { view, reading } = await readScene(name);
    const markdown = statusMarkdown(view);
    expect(readingFaults(markdown, "page")).toEqual([]);
    expect(markdown.replace(/^\|.*$/gm, "").replace(/`[^`]*`/g, "")).not.toMatch(
      /[a-z]_[a-z]|\bHALT[A-Z]+\b/,
    );
    const told = [adviceText(reading.advice), ...reading.warnings.map(({ text }) => text)].join(
      "\n\n",
    );
    expect(readingFaults(told, "page")).toEqual([]);
  });
}
