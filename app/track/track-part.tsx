import { renderHtml } from "@/app/render-html.ts";
import { getTrackPage } from "@/lib/runtime/live-track.ts";
import { iconPath } from "@/lib/site/live/state-icon.ts";
import { pageTitle } from "@/lib/site/pages/pages.ts";
import { hrefOf } from "@/lib/site/registry/links.ts";
import { QuestionFoot, type QuestionPart } from "../question.tsx";
import { Swap } from "./swap.tsx";
import { Track } from "./track.tsx";

export async function readTrackPart(query: URLSearchParams): Promise<QuestionPart> {
  const { page } = await getTrackPage(query);
  const title = pageTitle("/track", page.title);
  const content = (
    <>
      <Track page={page} title={title} />
      <QuestionFoot path="/track" query={query} />
    </>
  );
  const icon = page.swap === null ? hrefOf("/logo.svg") : iconPath(page.swap.icon);
  return { title, cardTitle: pageTitle("/track"), icon, content };
}

export async function renderTrackNow(query: URLSearchParams): Promise<string> {
  const { swap, title } = (await getTrackPage(query)).page;
  return swap === null ? "" : renderHtml(<Swap swap={swap} title={pageTitle("/track", title)} />);
}
