import type { ComponentProps } from "react";
import { renderMarkdown } from "@/lib/markdown/render.ts";
import { getPage } from "@/lib/site/pages.ts";
import type { PagePath } from "@/lib/site/resources.ts";

/** A prose page: the same body as its Markdown twin, rendered for people. */
export function Document({ path }: { path: PagePath }) {
  const { links, address, body, updated, twin, jsonLd } = getPage(path);
  return (
    <article>
      {/* React hoists these into the head; Next's own metadata drops the slash of the root's canonical address. */}
      {links.map(({ rel, href, type }) => (
        <link key={`${rel} ${href}`} rel={rel} href={href} type={type} />
      ))}
      <meta property="og:url" content={address} />
      {renderMarkdown(body, { table: Table, pre: Code })}
      <p className="meta">
        Updated <time dateTime={updated}>{updated}</time>. <a href={twin}>This page as Markdown</a>.
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped, built from the registry */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
    </article>
  );
}

/** A wide table scrolls in its own box, by keyboard too. */
function Table(props: ComponentProps<"table">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className="scroll" aria-label="Table" tabIndex={0}>
      <table {...props} />
    </section>
  );
}

function Code(props: ComponentProps<"pre">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways and must be reachable by keyboard (WCAG 2.1.1)
  return <pre tabIndex={0} {...props} />;
}
