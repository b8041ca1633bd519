import { renderHtml } from "@/app/render-html.ts";
import { getStatusPage } from "@/lib/runtime/live-status.ts";
import { PART_CHAIN } from "@/lib/site/live/read-part.ts";
import { findChain } from "@/lib/site/registry/chain-pages.ts";
import { LivePart, type LivePartProps } from "./live-part.tsx";

export async function renderStatusNow(partQuery: URLSearchParams): Promise<string> {
  const query = new URLSearchParams(partQuery);
  const chainCode = findChain(query.get(PART_CHAIN) ?? "")?.code ?? null;
  query.delete(PART_CHAIN);
  return renderHtml(<StatusNow {...(await getStatusPage(query, chainCode))} />);
}

export const StatusNow = (page: Omit<LivePartProps, "part">) => (
  <LivePart part="/status/now" {...page} />
);
