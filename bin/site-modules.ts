// The site's own modules outside Next: their doors are marked for servers alone, and this is one.
import { resolve } from "node:path";
import { createJiti } from "jiti";

const onServer = resolve("node_modules", "server-only", "empty.js");
const jiti = createJiti(import.meta.url, { alias: { "server-only": onServer } });

/** Makes the text of every document, as the built site does. */
export function importBodies(): Promise<typeof import("../lib/site/bodies.ts")> {
  return jiti.import("../lib/site/bodies.ts");
}
