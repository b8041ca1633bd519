// Reads the stylesheets of the pages, in cascade layers, for documents that Next does not render.
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Layers = Readonly<Record<string, readonly string[]>>;

const sharedLayers = { tokens: ["tokens"], reset: ["reset"], base: ["base"] } as const;

const partLayers: Layers = {
  ...sharedLayers,
  parts: ["verdict", "table", "figure", "pricing"],
  frame: ["framed"],
};

export const viewLayers: Layers = {
  ...sharedLayers,
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

let cachedPartStyle: string | undefined;

export function readPartStyle(): string {
  cachedPartStyle ??= readLayers(partLayers);
  return cachedPartStyle;
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
