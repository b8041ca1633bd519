// When a document's content last changed, from the dates that `npm run date` keeps. Never the build's clock.
import { dates } from "./dates.ts";
import { findResource, type ResourcePath, type SourceName } from "./resources.ts";

/** A new file has no row until `npm run date` writes it, which makes every text for that. */
const rows: Partial<Record<SourceName | "generated", { readonly updated: string }>> = dates;

/** An instant such as "2026-11-20T07:15:00Z"; null for what is live and so has no date of its own. */
export function updatedAt(path: ResourcePath): string | null {
  const { source, cache, kind } = findResource(path);
  return cache === "live" || kind === "endpoint" ? null : (rows[source ?? "generated"] ?? dates.generated).updated;
}

/** The day alone, for people: "2026-11-20" (UTC). */
export function updatedDay(path: ResourcePath): string | null {
  return updatedAt(path)?.slice(0, 10) ?? null;
}
