import { Fragment } from "react";
import { readOutline } from "@/lib/markdown/render.ts";
import { splitBehind } from "@/lib/markdown/sections.ts";
import { getProse } from "@/lib/site/pages/pages.ts";
import type { ProsePagePath } from "@/lib/site/registry/resources.ts";
import { PageHead } from "./page-head.tsx";
import { Prose } from "./prose.tsx";
import { ProseFoot } from "./prose-foot.tsx";

/** A page with fewer sections is seen whole without a list of them. */
const MIN_OUTLINE = 4;

interface DocumentProps {
  readonly path: ProsePagePath;
  /** What stands behind the lines of those headings, in their order, and is no part of the Markdown twin. */
  readonly inserts?: readonly { readonly behind: string; readonly node: React.ReactNode }[];
}

/** A prose page: the same body as its Markdown twin, rendered for people. */
export function Document({ path, inserts = [] }: DocumentProps) {
  const { body, updated, twin } = getProse(path);
  const outline = readOutline(body);
  const lines = inserts.map(({ behind }) => behind);
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
        {splitBehind(body, lines).map((markdown, index) => (
          <Fragment key={lines[index] ?? "end"}>
            <Prose className="text" markdown={markdown} />
            {inserts[index]?.node}
          </Fragment>
        ))}
        <ProseFoot updated={updated} twin={twin} />
      </article>
    </div>
  );
}
