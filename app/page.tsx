import type { BlockProps } from "@/lib/markdown/render.ts";
import { toSections } from "@/lib/markdown/sections.ts";
import { getBoard, getPageMetadata, getProse } from "@/lib/site/pages.ts";
import { LiveSignboard } from "./live-signboard.tsx";
import { PageHead } from "./page-head.tsx";
import { Prose } from "./prose.tsx";
import { WebMcp } from "./web-mcp.tsx";

export const metadata = getPageMetadata("/");

/** The prose of its Markdown twin, cut at its headings, with the state of the network set between. */
export default function HomePage() {
  const { body, twin, updated } = getProse("/");
  const [intro = "", questions = "", ...rest] = toSections(body);
  return (
    <article className="home">
      <PageHead path="/" />
      <header className="hero">
        <Prose markdown={intro} />
      </header>
      <LiveSignboard {...getBoard()} />
      <section>
        <Prose markdown={questions} components={{ ul: Ways }} />
      </section>
      {rest.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a document never change places
        <section key={index} className="aside">
          <Prose markdown={section} />
        </section>
      ))}
      <footer className="meta">
        Updated <time dateTime={updated}>{updated.slice(0, 10)}</time>. <a href={twin}>This page as Markdown</a>.
      </footer>
      <WebMcp />
    </article>
  );
}

function Ways(props: BlockProps) {
  return <ul {...props} className="ways" />;
}
