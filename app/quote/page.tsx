import { getAssetsUrl } from "@/lib/site/pages/pages.ts";
import { AssetPicker } from "../parts/asset-picker.tsx";
import { createMetadata, type QuestionProps } from "../question.tsx";
import { QuestionPage } from "../question-page.tsx";
import { ExpiryWatch } from "./expiry-watch.tsx";
import { readQuotePart } from "./quote-part.tsx";

export const dynamic = "force-dynamic";
export const generateMetadata = createMetadata("/quote");

export default function QuotePage(props: QuestionProps) {
  return (
    <QuestionPage path="/quote" read={readQuotePart} {...props}>
      <ExpiryWatch />
      <AssetPicker assetsUrl={getAssetsUrl()} />
    </QuestionPage>
  );
}
