// The style of a part in its frame: files of its page, in layers.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The last layer wins. `next.config.ts` includes `app/styles` in the deployment. */
const layers = {
  tokens: ["tokens"],
  reset: ["reset"],
  base: ["base"],
  parts: ["verdict", "table", "figure", "pricing"],
  frame: ["framed"],
} as const;

let partStyle: string | undefined;

export function readPartStyle(): string {
  partStyle ??= Object.entries(layers)
    .map(([layer, files]) => `@layer ${layer}{${files.map(readStyle).join("\n")}}`)
    .join("\n");
  return partStyle;
}

function readStyle(name: string): string {
  return readFileSync(
    join(/* turbopackIgnore: true */ process.cwd(), "app", "styles", `${name}.css`),
    "utf8",
  );
}
