import { resolve } from "node:path";
import { createJiti } from "jiti";

const emptyModule = resolve("node_modules", "server-only", "empty.js");

function createImporter(version?: string) {
  const manifestOption = version && {
    virtualModules: { "../package.json": { default: { version } } },
  };
  return createJiti(import.meta.url, {
    alias: { "server-only": emptyModule, "@": resolve(".") },
    jsx: { runtime: "automatic" },
    ...manifestOption,
  });
}

export function importBodies(
  version?: string,
): Promise<typeof import("../lib/runtime/publish-stable.ts")> {
  return createImporter(version).import("../lib/runtime/publish-stable.ts");
}

export function importLiveBodies(): Promise<typeof import("../lib/runtime/live-documents.ts")> {
  return createImporter().import("../lib/runtime/live-documents.ts");
}

export function importImages(): Promise<typeof import("../lib/site/pages/social-image.tsx")> {
  return createImporter().import("../lib/site/pages/social-image.tsx");
}

export function importListings(): Promise<typeof import("../lib/site/documents/listings.ts")> {
  return createImporter().import("../lib/site/documents/listings.ts");
}

export function importRefusedPages(): Promise<typeof import("../app/refused/refused-pages.tsx")> {
  return createImporter().import("../app/refused/refused-pages.tsx");
}

export function importRefusedFrames(): Promise<typeof import("../app/refused/refused-frames.tsx")> {
  return createImporter().import("../app/refused/refused-frames.tsx");
}
