import { getTrackView } from "@/lib/runtime/live-track.ts";
import { pageTitle } from "@/lib/site/pages/pages.ts";
import { QuestionFoot, type QuestionPart } from "../question.tsx";
import { Track } from "./track.tsx";

/** The answer to a question of /track. */
export async function readTrackPart(query: URLSearchParams): Promise<QuestionPart> {
  const { view } = await getTrackView(query);
  const title = pageTitle("/track", view.title);
  const content = (
    <>
      <Track view={view} title={title} />
      <QuestionFoot path="/track" query={query} />
    </>
  );
  return { title, card: pageTitle("/track"), content };
}
