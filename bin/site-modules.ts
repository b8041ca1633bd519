// Loads the site's modules outside Next. Their entry points are marked as server-only, and this process is a server.
import { resolve } from "node:path";
import { createJiti } from "jiti";

const onServer = resolve("node_modules", "server-only", "empty.js");

/** Makes the text of every document, as the built site would. `version` can replace the site's own. */
export function importBodies(version?: string): Promise<typeof import("../lib/runtime/bodies.ts")> {
  const manifest = version && { virtualModules: { "../package.json": { default: { version } } } };
  const jiti = createJiti(import.meta.url, { alias: { "server-only": onServer }, ...manifest });
  return jiti.import("../lib/runtime/bodies.ts");
}
