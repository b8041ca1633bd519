// Loads the site's modules outside Next. Their entry points are marked as server-only, and this process is a server.
import { resolve } from "node:path";
import { createJiti } from "jiti";

const onServer = resolve("node_modules", "server-only", "empty.js");

function createImporter(version?: string) {
  const manifest = version && { virtualModules: { "../package.json": { default: { version } } } };
  return createJiti(import.meta.url, { alias: { "server-only": onServer }, ...manifest });
}

/** Makes the text of every stable document, as the built site would. `version` can replace the site's own. */
export function importBodies(
  version?: string,
): Promise<typeof import("../lib/runtime/publish-stable.ts")> {
  return createImporter(version).import("../lib/runtime/publish-stable.ts");
}

/** Makes the text of every live document, from the configured network. */
export function importLiveBodies(): Promise<typeof import("../lib/runtime/live-documents.ts")> {
  return createImporter().import("../lib/runtime/live-documents.ts");
}
