// When a document's content last changed. `npm run date` writes the dates, a build never does.
import { dates } from "./dates.ts";
import { findResource, type ResourcePath, type SourceName } from "./resources.ts";

/** Partial, because a new file of content/ has no date until `npm run date` writes one. */
const updatedBySource: Partial<Record<SourceName | "generated", { readonly updated: string }>> =
  dates;

/** A time such as "2026-11-20T07:15:00Z". Null for live resources and for /mcp. */
export function updatedAt(path: ResourcePath): string | null {
  const { source, cache, kind } = findResource(path);
  return cache === "live" || kind === "endpoint"
    ? null
    : (updatedBySource[source ?? "generated"] ?? dates.generated).updated;
}

export function updatedDay(path: ResourcePath): string | null {
  return updatedAt(path)?.slice(0, 10) ?? null;
}
