import { getAssetsPage } from "@/lib/runtime/live-assets.ts";
import { getPageMetadata, getTwin } from "@/lib/site/pages/pages.ts";
import { PageHead } from "../page-head.tsx";
import { type QuestionProps, readQuery } from "../question.tsx";
import { StatusWatch } from "../status/status-watch.tsx";
import { AssetsNow } from "./assets-now.tsx";

export const metadata = getPageMetadata("/assets");
export const dynamic = "force-dynamic";

export default async function AssetsPage(props: QuestionProps) {
  return (
    <article>
      <PageHead path="/assets" />
      <AssetsNow {...(await getAssetsPage(await readQuery(props)))} />
      <footer className="meta">
        <a href={getTwin("/assets")}>This page as Markdown</a>.{" "}
        <a href="/assets.json">The same as JSON</a>.
      </footer>
      <StatusWatch part="/assets/now" />
    </article>
  );
}
