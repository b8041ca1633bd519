import { createMetadata, type QuestionProps } from "../question.tsx";
import { QuestionPage } from "../question-page.tsx";
import { SwapWatch } from "./swap-watch.tsx";
import { readTrackPart } from "./track-part.tsx";

export const dynamic = "force-dynamic";
export const generateMetadata = createMetadata("/track");

export default function TrackPage(props: QuestionProps) {
  return (
    <QuestionPage path="/track" read={readTrackPart} {...props}>
      <SwapWatch />
    </QuestionPage>
  );
}
