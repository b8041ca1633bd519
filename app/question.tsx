// What the pages of questions share: query, metadata, foot. question-page.tsx puts a page together.
import type { ReactNode } from "react";
import { getPageMetadata, getTwin, iconMetadata } from "@/lib/site/pages/pages.ts";
import type { QuestionPath } from "@/lib/site/registry/resources.ts";

/** What Next passes to a page: each parameter of the query with its value or values. */
export interface QuestionProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** All of a page that depends on its question. */
export interface QuestionPart {
  readonly title: string;
  /** The title where the page is shared. */
  readonly card: string;
  /** The address of the tab's icon, on a page that has one of its own. */
  readonly icon?: string;
  readonly content: ReactNode;
}

export async function readQuery({ searchParams }: QuestionProps): Promise<URLSearchParams> {
  return new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, one]),
    ),
  );
}

const SHARED_NOTE = "Figures are new when opened.";

/** Search engines may index the page, but not an answer, which is true only for a moment. */
export function createMetadata(path: QuestionPath) {
  return async ({ searchParams }: QuestionProps) => {
    const isAsked = Object.keys(await searchParams).length > 0;
    const { openGraph, ...metadata } = getPageMetadata(path);
    // The page names its card. Nothing else of an answer stands there: it would age.
    const card = { ...openGraph, title: undefined, ...(isAsked && { description: SHARED_NOTE }) };
    // Where an answer has an icon of its own, the page names it.
    return {
      ...metadata,
      openGraph: card,
      ...(path === "/track" && iconMetadata),
      ...(isAsked && { robots: { index: false } }),
    };
  };
}

/** The link to the Markdown of the same answer. */
export function QuestionFoot({ path, query }: { path: QuestionPath; query: URLSearchParams }) {
  const twin = getTwin(path);
  return (
    <footer className="meta">
      <a
        href={query.size > 0 ? `${twin}?${query}` : twin}
        {...(query.size > 0 && { rel: "nofollow" })}
      >
        This page as Markdown
      </a>
      .
    </footer>
  );
}
