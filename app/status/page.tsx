// /status in React. The words and figures are made in lib/site/live/status.
import { getStatusView } from "@/lib/runtime/live-status.ts";
import { getPageMetadata, getTwin } from "@/lib/site/pages/pages.ts";
import { PageHead } from "../page-head.tsx";
import { type QuestionProps, readQuery } from "../question.tsx";
import { StatusDocument } from "./status-document.tsx";
import { StatusWatch } from "./status-watch.tsx";

export const metadata = getPageMetadata("/status");
export const dynamic = "force-dynamic";

export default async function StatusPage(props: QuestionProps) {
  const { view, history } = await getStatusView(await readQuery(props));
  const { agesFromMs, readMs, freshMs } = view.aging;
  return (
    <article>
      <PageHead path="/status" />
      <div id="now">
        <p className="unseen" role="status" data-say="" />
        <div className="status" data-observed={agesFromMs} data-read={readMs} data-fresh={freshMs}>
          <StatusDocument view={view} history={history} />
          <p className="old" data-old="" data-markdown-ignore="" hidden>
            This page is out of date. It shows a state that is <span data-age="" /> old. Do not send funds based on it.
            It asks again by itself.
          </p>
        </div>
      </div>
      <footer className="meta">
        <a href={getTwin("/status")}>This page as Markdown</a>. <a href="/.well-known/status">Status as JSON</a>.
      </footer>
      <StatusWatch />
    </article>
  );
}
