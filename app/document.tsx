import { Fragment } from "react";
import { listHeadings, splitAtSection, splitBehind } from "@/lib/markdown/render.ts";
import { getPageMetadata, listSiblings } from "@/lib/site/pages/pages.ts";
import { getProse } from "@/lib/site/prose/prose.ts";
import type { ProsePagePath } from "@/lib/site/registry/resources.ts";
import { PageHead } from "./page-head.tsx";
import { Disclosure } from "./parts/disclosure.tsx";
import { Prose } from "./prose.tsx";
import { ProseFoot } from "./prose-foot.tsx";

const MIN_OUTLINE_HEADINGS = 4;

interface Insert {
  readonly afterLine: string;
  readonly node: React.ReactNode;
}

interface DocumentProps {
  readonly path: ProsePagePath;
  readonly inserts?: readonly Insert[];
  /** Text of a heading. This section and all later sections are each in a closed `<details>`. */
  readonly foldedFrom?: string;
}

export function createProsePage(path: ProsePagePath) {
  return { metadata: getPageMetadata(path), render: () => <Document path={path} /> };
}

export function Document({ path, inserts = [], foldedFrom }: DocumentProps) {
  const { body, updated, twin } = getProse(path);
  const headings = listHeadings(body);
  const hasOutline = headings.length >= MIN_OUTLINE_HEADINGS;
  const linesBeforeInserts = inserts.map(({ afterLine }) => afterLine);
  const [openSections, foldedSections] =
    foldedFrom === undefined ? [[body], []] : splitAtSection(body, foldedFrom);
  const foldedHeadings = headings.slice(headings.length - foldedSections.length);
  return (
    <>
      <Siblings path={path} />
      <div className={hasOutline ? "with-outline" : undefined}>
        {hasOutline && (
          <nav className="outline" aria-labelledby="outline">
            <p className="title" id="outline">
              On this page
            </p>
            {/* The outline is closed at first. On wide screens, `::details-content` shows it. */}
            <details>
              <summary>On this page</summary>
              <ol className="sections">
                {headings.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </details>
          </nav>
        )}
        <article className="prose">
          <PageHead path={path} />
          {splitBehind(openSections.join(""), linesBeforeInserts).map((markdown, index) => (
            <Fragment key={linesBeforeInserts[index] ?? "end"}>
              <Prose className="text" markdown={markdown} />
              {inserts[index]?.node}
            </Fragment>
          ))}
          {foldedHeadings.map(({ id, text }, index) => (
            <Disclosure key={id} title={text} id={id}>
              <Prose
                className="text"
                markdown={(foldedSections[index] ?? "").replace(/^.*\n/, "")}
              />
            </Disclosure>
          ))}
          <ProseFoot updated={updated} twin={twin} />
        </article>
      </div>
    </>
  );
}

function Siblings({ path }: Pick<DocumentProps, "path">) {
  const siblingPages = listSiblings(path);
  if (siblingPages.length < 2) return null;
  return (
    <nav className="siblings" aria-label="Pages of this part">
      <ul className="ways-on">
        {siblingPages.map((sibling) => (
          <li key={sibling.path}>
            <a href={sibling.path} aria-current={sibling.path === path ? "page" : undefined}>
              {sibling.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
