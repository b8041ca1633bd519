// Where `npm run build` and `npm run dev` write the views of MCP Apps, the worker and the style of parts, and how these are read.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { config } from "../../config.ts";
import { type ViewName, withLinks } from "../../mcp/views/views.ts";
import { absoluteUrl } from "../registry/links.ts";

/** Relative to the project. `next.config.ts` includes the folder in the deployment. */
export function viewsFolder(distDir: string): string {
  return join(".signpost", `views${distDir}`);
}

export const viewFile = (distDir: string, name: ViewName) => join(viewsFolder(distDir), `${name}.html`);

/** @throws Error if the views were not built. */
export function readView(name: ViewName): string {
  const html = readFileSync(join(process.cwd(), viewFile(config().distDir, name)), "utf8");
  return withLinks(html, {
    quote: absoluteUrl("/quote"),
    status: absoluteUrl("/status"),
    track: absoluteUrl("/track"),
  });
}

export const workerFile = (distDir: string) => join(viewsFolder(distDir), "offline-worker.js");

/** @throws Error if it was not built. */
export function readOfflineWorker(): string {
  return readFileSync(join(process.cwd(), workerFile(config().distDir)), "utf8");
}

export const partStyleFile = (distDir: string) => join(viewsFolder(distDir), "part.css");

let partStyle: string | undefined;

/** The style of a part in its frame. @throws Error if it was not built. */
export function readPartStyle(): string {
  partStyle ??= readFileSync(join(process.cwd(), partStyleFile(config().distDir)), "utf8");
  return partStyle;
}
