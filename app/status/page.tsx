// /status in React. The words and figures are made in lib/site/live/status.
import { getStatusView } from "@/lib/runtime/live-status.ts";
import { getPageMetadata, getTwin } from "@/lib/site/pages/pages.ts";
import { PageHead } from "../page-head.tsx";
import { type QuestionProps, readQuery } from "../question.tsx";
import { StatusNow } from "./status-now.tsx";
import { StatusWatch } from "./status-watch.tsx";

export const metadata = getPageMetadata("/status");
export const dynamic = "force-dynamic";

export default async function StatusPage(props: QuestionProps) {
  return (
    <article>
      <PageHead path="/status" />
      <StatusNow {...(await getStatusView(await readQuery(props)))} />
      <footer className="meta">
        <a href={getTwin("/status")}>This page as Markdown</a>. <a href="/.well-known/status">Status as JSON</a>.
      </footer>
      <StatusWatch part="/status/now" />
    </article>
  );
}
