// Where `npm run build` and `npm run dev` write the views of MCP Apps, and how the endpoint reads them.
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
