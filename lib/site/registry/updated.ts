// When a document's content last changed. `npm run date` writes these dates; the clock of the build is never used.
import { dates } from "./dates.ts";
import { findResource, type ResourcePath, type SourceName } from "./resources.ts";

/** `npm run date` builds every document before it writes the row of a new file, so a row may be missing. */
const rows: Partial<Record<SourceName | "generated", { readonly updated: string }>> = dates;

/** An instant such as "2026-11-20T07:15:00Z"; null for live resources and the endpoint. */
export function updatedAt(path: ResourcePath): string | null {
  const { source, cache, kind } = findResource(path);
  return cache === "live" || kind === "endpoint"
    ? null
    : (rows[source ?? "generated"] ?? dates.generated).updated;
}

/** The day alone: "2026-11-20" (UTC). */
export function updatedDay(path: ResourcePath): string | null {
  return updatedAt(path)?.slice(0, 10) ?? null;
}
