// Shared by pages that answer a request in the query, like /quote: query, metadata, footer.
import type { ReactNode } from "react";
import { getPageMetadata, getTwin, iconMetadata } from "@/lib/site/pages/pages.ts";
import type { QuestionPath } from "@/lib/site/registry/resources.ts";

export interface QuestionProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export interface QuestionPart {
  readonly title: string;
  readonly cardTitle: string;
  readonly icon?: string;
  readonly content: ReactNode;
}

export async function readQuery({ searchParams }: QuestionProps): Promise<URLSearchParams> {
  return new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) =>
      [value ?? []].flat().map((text) => [name, text]),
    ),
  );
}

const SHARED_NOTE = "Figures are new when opened.";

/**
 * Creates Next's metadata of a page with a form. Search engines may index the empty form, but not
 * an answer (an address with a query), because an answer is soon outdated.
 */
export function createMetadata(path: QuestionPath) {
  return async ({ searchParams }: QuestionProps) => {
    const hasQuestion = Object.keys(await searchParams).length > 0;
    const { openGraph, ...metadata } = getPageMetadata(path);
    // For link previews. `QuestionPage` renders og:title, so `title` is removed here. The
    // description of an answer has no figures: sites keep previews, and figures become outdated.
    const socialCard = {
      ...openGraph,
      title: undefined,
      ...(hasQuestion && { description: SHARED_NOTE }),
    };
    return {
      ...metadata,
      openGraph: socialCard,
      ...(path === "/track" && iconMetadata),
      ...(hasQuestion && { robots: { index: false } }),
    };
  };
}

export function QuestionFoot({ path, query }: { path: QuestionPath; query: URLSearchParams }) {
  const markdownPath = getTwin(path);
  return (
    <footer className="meta">
      <a
        href={query.size > 0 ? `${markdownPath}?${query}` : markdownPath}
        {...(query.size > 0 && { rel: "nofollow" })}
      >
        This page as Markdown
      </a>
      .
    </footer>
  );
}
