// What the content signals of robots.txt mean, in words. A use that the setting does not name is left open, and so not listed.
import { code, line, list } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";

const uses: Readonly<Record<string, string>> = {
  search: "be indexed, and shown in search results as links and excerpts",
  "ai-input": "be read by an AI model to answer a question",
  "ai-train": "be used to train AI models",
};

/** "search=yes, ai-train=no" → a list with one sentence for each. */
export function contentSignalList(setting: string): string {
  const items = setting.split(", ").flatMap((signal) => {
    const [name = "", answer] = signal.split("=");
    const use = uses[name];
    return use === undefined ? [] : [line`${code(signal)}: the documents may ${answer === "yes" ? "" : "not "}${use}.`];
  });
  return writeMarkdown([list(items)]);
}
