// What /legal says of crawling and training is what robots.txt signals.
import { expect, test } from "@playwright/test";
import { contentSignalList } from "../../../../lib/site/prose/placeholders.ts";

const rows: readonly (readonly [setting: string, lines: readonly string[]])[] = [
  [
    "search=yes, ai-input=yes, ai-train=yes",
    [
      "- `search=yes`: the documents may be indexed, and shown in search results as links and excerpts.",
      "- `ai-input=yes`: the documents may be read by an AI model to answer a question.",
      "- `ai-train=yes`: the documents may be used to train AI models.",
    ],
  ],
  ["ai-train=no", ["- `ai-train=no`: the documents may not be used to train AI models."]],
];

for (const [setting, lines] of rows) {
  test(setting, () => expect(contentSignalList(setting).trim().split("\n")).toEqual(lines));
}
