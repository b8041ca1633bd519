import { renderHtml } from "@/app/render-html.ts";
import { getTrackView } from "@/lib/runtime/live-track.ts";
import { iconPath, swapIcon } from "@/lib/site/live/state-icon.ts";
import { pageTitle } from "@/lib/site/pages/pages.ts";
import { hrefOf } from "@/lib/site/registry/links.ts";
import { QuestionFoot, type QuestionPart } from "../question.tsx";
import { Swap } from "./swap.tsx";
import { Track } from "./track.tsx";

export async function readTrackPart(query: URLSearchParams): Promise<QuestionPart> {
  const { view } = await getTrackView(query);
  const title = pageTitle("/track", view.title);
  const content = (
    <>
      <Track view={view} title={title} />
      <QuestionFoot path="/track" query={query} />
    </>
  );
  const icon = view.swap === null ? hrefOf("/logo.svg") : iconPath(swapIcon(view.swap));
  return { title, card: pageTitle("/track"), icon, content };
}

/** The body of /track/now; empty where the question names no swap. */
export async function renderTrackNow(query: URLSearchParams): Promise<string> {
  const { view } = await getTrackView(query);
  const { swap, links, title } = view;
  return swap === null
    ? ""
    : renderHtml(<Swap swap={swap} links={links} title={pageTitle("/track", title)} />);
}
