import { renderHtml } from "@/lib/runtime/internals/html-renderer.ts";
import { getTrackView } from "@/lib/runtime/live-track.ts";
import { pageTitle } from "@/lib/site/pages/pages.ts";
import { Swap } from "./swap.tsx";

/** The body of /track/now; empty where the question names no swap. */
export async function renderTrackNow(query: URLSearchParams): Promise<string> {
  const { view } = await getTrackView(query);
  const { swap, links, title } = view;
  return swap === null ? "" : renderHtml(<Swap swap={swap} quote={links.quote} title={pageTitle("/track", title)} />);
}
