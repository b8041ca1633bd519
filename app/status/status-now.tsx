import { renderHtml } from "@/lib/runtime/internals/html-renderer.ts";
import { getStatusView } from "@/lib/runtime/live-status.ts";
import { refreshedParts } from "@/lib/site/live/refreshed-part.ts";
import { StatusDocument } from "./status-document.tsx";

/** The body of /status/now. */
export async function renderStatusNow(query: URLSearchParams): Promise<string> {
  return renderHtml(<StatusNow {...(await getStatusView(query))} />);
}

/** What an open page replaces. */
export function StatusNow({ view, history }: Awaited<ReturnType<typeof getStatusView>>) {
  const { agesFromMs, readMs, freshMs } = view.aging;
  return (
    <div id={refreshedParts["/status/now"]}>
      <p className="unseen" role="status" data-say="" />
      <div className="status" data-observed={agesFromMs} data-read={readMs} data-fresh={freshMs}>
        <StatusDocument view={view} history={history} />
        <p className="old" data-old="" data-markdown-ignore="" hidden>
          This page is out of date. It shows a state that is <span data-age="" /> old. Do not send funds based on it. It
          asks again by itself.
        </p>
      </div>
    </div>
  );
}
