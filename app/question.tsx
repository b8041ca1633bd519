import { getHead, getPageMetadata } from "@/lib/site/pages/pages.ts";
import type { LivePagePath } from "@/lib/site/registry/resources.ts";

/** What Next passes to a page: each parameter of the query with its value or values. */
export interface QuestionProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function readQuery({ searchParams }: QuestionProps): Promise<URLSearchParams> {
  return new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}

/** Search engines may index the page, but not an answer, which is true only for a moment. */
export function createMetadata(path: LivePagePath) {
  return async ({ searchParams }: QuestionProps) => {
    const isAsked = Object.keys(await searchParams).length > 0;
    return { ...getPageMetadata(path), ...(isAsked && { robots: { index: false } }) };
  };
}

/** The link to the Markdown of the same answer. */
export function QuestionFoot({ path, query }: { path: LivePagePath; query: URLSearchParams }) {
  const { twin } = getHead(path);
  return (
    <footer className="meta">
      <a href={query.size > 0 ? `${twin}?${query}` : twin} {...(query.size > 0 && { rel: "nofollow" })}>
        This page as Markdown
      </a>
      .
    </footer>
  );
}
