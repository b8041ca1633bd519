import { type Components, toOutline } from "@/lib/markdown/render.ts";
import { getProse } from "@/lib/site/pages.ts";
import type { ProsePagePath } from "@/lib/site/resources.ts";
import { PageHead } from "./page-head.tsx";
import { Prose } from "./prose.tsx";

/** A page with fewer sections is seen whole without a list of them. */
const MIN_OUTLINE = 4;

/**
 * A prose page: the same body as its Markdown twin, rendered for people. `children` stand behind it; `components` replace
 * elements of it by name.
 */
export function Document(props: { path: ProsePagePath; components?: Components; children?: React.ReactNode }) {
  const { path, components, children } = props;
  const { body, updated, twin } = getProse(path);
  const outline = toOutline(body);
  return (
    <div className={outline.length < MIN_OUTLINE ? undefined : "with-outline"}>
      {outline.length >= MIN_OUTLINE && (
        <nav className="outline" aria-labelledby="outline">
          <p className="title" id="outline">
            On this page
          </p>
          <ol className="sections">
            {outline.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <article className="prose">
        <PageHead path={path} />
        <Prose markdown={body} {...(components && { components })} />
        {children}
        <footer className="meta">
          Updated <time dateTime={updated}>{updated.slice(0, 10)}</time>. <a href={twin}>This page as Markdown</a>.
        </footer>
      </article>
    </div>
  );
}
