import type { ReactNode } from "react";
import { renderHtml } from "@/app/render-html.ts";
import { getStatusView } from "@/lib/runtime/live-status.ts";
import { PART_CHAIN, refreshedParts } from "@/lib/site/live/read-part.ts";
import type { StatusView } from "@/lib/site/live/status/view.ts";
import { findChain } from "@/lib/site/registry/chain-pages.ts";
import { StatusDocument } from "./status-document.tsx";

export async function renderStatusNow(given: URLSearchParams): Promise<string> {
  const query = new URLSearchParams(given);
  const chain = findChain(query.get(PART_CHAIN) ?? "")?.code ?? null;
  query.delete(PART_CHAIN);
  return renderHtml(<StatusNow {...(await getStatusView(query, chain))} />);
}

export function StatusNow({ view }: { view: StatusView }) {
  return (
    <RefreshedPart part="/status/now" {...view}>
      <StatusDocument view={view} />
    </RefreshedPart>
  );
}

interface RefreshedPartProps extends Pick<StatusView, "aging"> {
  readonly part: keyof typeof refreshedParts;
  readonly children: ReactNode;
}

export function RefreshedPart({
  part,
  aging: { agesFromMs, readMs, freshMs },
  children,
}: RefreshedPartProps) {
  return (
    <div id={refreshedParts[part]}>
      <p className="unseen" role="status" data-say="" />
      <div className="status" data-observed={agesFromMs} data-read={readMs} data-fresh={freshMs}>
        {children}
        <p className="old" data-old="" data-markdown-ignore="" hidden>
          This page is out of date. It shows a state that is <span data-age="" /> old. Do not send
          funds based on it. It asks again by itself.
        </p>
      </div>
    </div>
  );
}
