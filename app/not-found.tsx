import { getNotFoundLinks, MISSING_HEADING, MISSING_LEAD } from "@/lib/site/pages/missing.ts";
import { missingTitle } from "@/lib/site/pages/pages.ts";
import { catalogLinks } from "@/lib/site/registry/links.ts";
import { HeadLinks } from "./page-head.tsx";
import { LinkList } from "./parts/link-list.tsx";

export default function NotFound() {
  return (
    <article className="prose text">
      <title>{missingTitle()}</title>
      <HeadLinks links={catalogLinks()} />
      <h1>{MISSING_HEADING}</h1>
      <p>{MISSING_LEAD}</p>
      <LinkList links={getNotFoundLinks()} />
    </article>
  );
}
