import { getNotFoundLinks, missingTitle } from "@/lib/site/pages/pages.ts";

export default function NotFound() {
  return (
    <article className="prose text">
      <title>{missingTitle()}</title>
      <h1>Nothing is published here</h1>
      <p className="lost">This address holds no page and no document. Start from one of these:</p>
      <ul>
        {getNotFoundLinks().map(({ href, title }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </article>
  );
}
