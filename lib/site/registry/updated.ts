// When a document's content last changed: written by `npm run date`, never the build's clock.
import { dates } from "./dates.ts";
import { findResource, type ResourcePath, type SourceName } from "./resources.ts";

/** A row may be missing: `npm run date` builds all documents before it writes a new row. */
const updatedBySource: Partial<Record<SourceName | "generated", { readonly updated: string }>> =
  dates;

/** An instant such as "2026-11-20T07:15:00Z"; null for live resources and the endpoint. */
export function updatedAt(path: ResourcePath): string | null {
  const { source, cache, kind } = findResource(path);
  return cache === "live" || kind === "endpoint"
    ? null
    : (updatedBySource[source ?? "generated"] ?? dates.generated).updated;
}

/** The day of `updatedAt` in UTC, such as "2026-11-20". */
export function updatedDay(path: ResourcePath): string | null {
  return updatedAt(path)?.slice(0, 10) ?? null;
}
