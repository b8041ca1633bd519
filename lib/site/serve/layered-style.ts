// Reads the stylesheets of the pages, in cascade layers, for documents that Next does not render.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FramedBy } from "../registry/resources.ts";

type Layers = Readonly<Record<string, readonly string[]>>;

const sharedLayers = { tokens: ["tokens"], reset: ["reset"], base: ["base"] } as const;

/** By who may show the frame: the table of the fee guide, and the frames for other sites. */
const frameLayers: Readonly<Record<FramedBy, Layers>> = {
  site: {
    ...sharedLayers,
    parts: ["verdict", "table", "figure", "pricing"],
    frame: ["framed"],
  },
  anyone: {
    ...sharedLayers,
    parts: ["verdict", "signboard", "figure", "note", "disclosure"],
    frame: ["framed", "embed"],
  },
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

const frameStyles: Partial<Record<FramedBy, string>> = {};

export function getFrameStyle(framedBy: FramedBy): string {
  frameStyles[framedBy] ??= readLayers(frameLayers[framedBy]);
  return frameStyles[framedBy];
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
