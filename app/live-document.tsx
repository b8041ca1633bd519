import { getLiveView } from "@/lib/site/live/live-page.ts";
import { getHead } from "@/lib/site/pages.ts";
import type { LivePagePath } from "@/lib/site/resources.ts";
import { PageHead } from "./page-head.tsx";
import { Prose } from "./prose.tsx";

/** What Next hands to a page: each parameter of the query once, or each of its values. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

export function toSearchParams(query: Awaited<Query>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}

/** A live page: the same reading as its Markdown twin, rendered for people. */
export async function LiveDocument({ path, query }: { path: LivePagePath; query: Query }) {
  const search = toSearchParams(await query);
  const { markdown } = await getLiveView(path, search);
  const { twin } = getHead(path);
  return (
    <article className="prose">
      <PageHead path={path} />
      <Prose markdown={markdown} />
      <footer className="meta">
        <a href={search.size > 0 ? `${twin}?${search}` : twin}>This page as Markdown</a>.
      </footer>
    </article>
  );
}
