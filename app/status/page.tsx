import { getStatusPage } from "@/lib/runtime/live-status.ts";
import { iconPath } from "@/lib/site/live/state-icon.ts";
import { getPageMetadata, getTwin, iconMetadata } from "@/lib/site/pages/pages.ts";
import { PageHead } from "../page-head.tsx";
import { type QuestionProps, readQuery } from "../question.tsx";
import { StatusNow } from "./status-now.tsx";
import { StatusWatch } from "./status-watch.tsx";

export const metadata = { ...getPageMetadata("/status"), ...iconMetadata };
export const dynamic = "force-dynamic";

export default async function StatusPage(props: QuestionProps) {
  const page = await getStatusPage(await readQuery(props));
  return (
    <article>
      <PageHead path="/status" />
      <link rel="icon" href={iconPath(page.icon)} />
      <StatusNow {...page} />
      <footer className="meta">
        <a href={getTwin("/status")}>This page as Markdown</a>.{" "}
        <a href="/.well-known/status">Status as JSON</a>.
      </footer>
      <StatusWatch part="/status/now" />
    </article>
  );
}
