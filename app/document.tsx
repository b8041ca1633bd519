import { getHead, getProse } from "@/lib/site/pages.ts";
import type { ProsePagePath } from "@/lib/site/resources.ts";
import { PageHead } from "./page-head.tsx";
import { Prose } from "./prose.tsx";

/** A prose page: the same body as its Markdown twin, rendered for people. */
export function Document({ path }: { path: ProsePagePath }) {
  const { body, updated } = getProse(path);
  return (
    <article className="prose">
      <PageHead path={path} />
      <Prose markdown={body} />
      <p className="meta">
        Updated <time dateTime={updated}>{updated.slice(0, 10)}</time>.{" "}
        <a href={getHead(path).twin}>This page as Markdown</a>.
      </p>
    </article>
  );
}
