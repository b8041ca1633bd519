// The site's own modules outside Next: their entry points are marked for servers alone, and this is one.
import { resolve } from "node:path";
import { createJiti } from "jiti";

const onServer = resolve("node_modules", "server-only", "empty.js");

/** Makes the text of every document, as the built site does: as this version of it, or as the one that is named. */
export function importBodies(version?: string): Promise<typeof import("../lib/runtime/bodies.ts")> {
  const manifest = version && { virtualModules: { "../package.json": { default: { version } } } };
  const jiti = createJiti(import.meta.url, { alias: { "server-only": onServer }, ...manifest });
  return jiti.import("../lib/runtime/bodies.ts");
}
