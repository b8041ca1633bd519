import { getTrackView } from "@/lib/runtime/live-track.ts";
import { getHead, getPageMetadata } from "@/lib/site/pages/pages.ts";
import { PageHead } from "../page-head.tsx";
import { type Query, toSearchParams } from "../search-params.ts";
import { Track } from "./track.tsx";

export const dynamic = "force-dynamic";

interface Props {
  readonly searchParams: Query;
}

/** Where one swap stands belongs in no index; the page that asks for its id does. */
export async function generateMetadata({ searchParams }: Props) {
  const isAsked = Object.keys(await searchParams).length > 0;
  return { ...getPageMetadata("/track"), ...(isAsked && { robots: { index: false } }) };
}

export default async function TrackPage({ searchParams }: Props) {
  const search = toSearchParams(await searchParams);
  const { view } = await getTrackView(search);
  const { twin } = getHead("/track");
  return (
    <article className="track">
      <PageHead path="/track" answer={view.title} />
      <Track view={view} />
      <footer className="meta">
        <a href={search.size > 0 ? `${twin}?${search}` : twin}>This page as Markdown</a>.
      </footer>
    </article>
  );
}
