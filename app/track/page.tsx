// /track in React. The words and figures are made in lib/site/live/track.
import { getTrackView } from "@/lib/runtime/live-track.ts";
import { pageTitle } from "@/lib/site/pages/pages.ts";
import { PageHead } from "../page-head.tsx";
import { createMetadata, QuestionFoot, type QuestionProps, readQuery } from "../question.tsx";
import { Track } from "./track.tsx";

export const dynamic = "force-dynamic";
export const generateMetadata = createMetadata("/track");

export default async function TrackPage(props: QuestionProps) {
  const query = await readQuery(props);
  const { view } = await getTrackView(query);
  return (
    <article className="track">
      <PageHead path="/track" answer={view.title} />
      <Track view={view} title={pageTitle("/track", view.title)} />
      <QuestionFoot path="/track" query={query} />
    </article>
  );
}
