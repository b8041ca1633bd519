// The styles of a document that Next does not make: files of the pages, in layers.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The last layer wins. `next.config.ts` includes `app/styles` in the deployment. */
type Layers = Readonly<Record<string, readonly string[]>>;

const shared = { tokens: ["tokens"], reset: ["reset"], base: ["base"] } as const;

const partLayers: Layers = {
  ...shared,
  parts: ["verdict", "table", "figure", "pricing"],
  frame: ["framed"],
};

export const viewLayers: Layers = {
  ...shared,
  parts: [
    "verdict",
    "signboard",
    "table",
    "figure",
    "timeline",
    "ways",
    "form",
    "code",
    "note",
    "disclosure",
    "status",
    "track",
    "quote",
    "shares",
  ],
  frame: ["framed", "view"],
};

let partStyle: string | undefined;

export function readPartStyle(): string {
  partStyle ??= readLayers(partLayers);
  return partStyle;
}

export function readLayers(layers: Layers): string {
  return Object.entries(layers)
    .map(([layer, files]) => `@layer ${layer}{${files.map(readStyle).join("\n")}}`)
    .join("\n");
}

function readStyle(name: string): string {
  return readFileSync(
    join(/* turbopackIgnore: true */ process.cwd(), "app", "styles", `${name}.css`),
    "utf8",
  );
}
