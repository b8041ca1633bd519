import { getNotFoundLinks, missingTitle } from "@/lib/site/pages/pages.ts";
import { LinkList } from "./parts/link-list.tsx";

export default function NotFound() {
  return (
    <article className="prose text">
      <title>{missingTitle()}</title>
      <h1>Nothing is published here</h1>
      <p className="lost">This address holds no page and no document. Start from one of these:</p>
      <LinkList links={getNotFoundLinks()} />
    </article>
  );
}
