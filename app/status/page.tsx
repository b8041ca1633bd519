// /status in React. The words and figures are made in lib/site/live/status.
import { getStatusView } from "@/lib/runtime/live-status.ts";
import { statusScript } from "@/lib/site/live/status/script.ts";
import { getHead, getPageMetadata } from "@/lib/site/pages/pages.ts";
import { PageHead } from "../page-head.tsx";
import { StatusDocument } from "./status-document.tsx";
import { Unhydrated } from "./unhydrated.tsx";

export const metadata = getPageMetadata("/status");
export const dynamic = "force-dynamic";

export default async function StatusPage() {
  const { view, history } = await getStatusView();
  const { observedMs, readMs, freshMs } = view.aging;
  return (
    <article>
      <PageHead path="/status" />
      <Unhydrated id="now">
        <p className="unseen" role="status" data-say="" />
        <div className="status" data-observed={observedMs} data-read={readMs} data-fresh={freshMs}>
          <StatusDocument view={view} history={history} />
          <p className="old" data-old="" data-markdown-ignore="" hidden>
            Out of date: the block that this page speaks of is <span data-age="" /> old. It asks again by itself. Do not
            send by what stands here.
          </p>
        </div>
      </Unhydrated>
      <footer className="meta">
        <a href={getHead("/status").twin}>This page as Markdown</a>. <a href="/.well-known/status">Status as JSON</a>.
      </footer>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, so that a content security policy can name its hash */}
      <script dangerouslySetInnerHTML={{ __html: statusScript }} />
    </article>
  );
}
