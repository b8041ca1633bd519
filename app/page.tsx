import { splitSections } from "@/lib/markdown/render.ts";
import { quotePageWords } from "@/lib/say/quote-form.en.ts";
import {
  getAssetsUrl,
  getBoard,
  getPageMetadata,
  getQuoteAsk,
  getQuoteExamples,
} from "@/lib/site/pages/pages.ts";
import { getProse } from "@/lib/site/prose/prose.ts";
import { LiveStateLine } from "./live-state-line.tsx";
import { PageHead } from "./page-head.tsx";
import { AskWatch } from "./parts/ask-watch.tsx";
import { AssetPicker } from "./parts/asset-picker.tsx";
import { LinkList } from "./parts/link-list.tsx";
import { QuoteAsk } from "./parts/quote-ask.tsx";
import { Prose } from "./prose.tsx";
import { ProseFoot } from "./prose-foot.tsx";
import { WebMcp } from "./web-mcp.tsx";

export const metadata = getPageMetadata("/");

export default function HomePage() {
  const { body, twin, updated } = getProse("/");
  const [intro = "", questions = "", ...otherSections] = splitSections(body);
  return (
    <article className="home">
      <PageHead path="/" />
      <Prose className="hero" markdown={intro} />
      <LiveStateLine {...getBoard()} />
      <QuoteAsk {...getQuoteAsk()} isShort />
      <nav className="examples" aria-label={quotePageWords.examples} data-markdown-ignore="">
        <LinkList links={getQuoteExamples()} noFollow />
      </nav>
      <Prose className="questions" markdown={questions} />
      {otherSections.map((section) => (
        <Prose key={section} className="aside" markdown={section} />
      ))}
      <ProseFoot updated={updated} twin={twin} />
      <AskWatch />
      <AssetPicker assetsUrl={getAssetsUrl()} />
      <WebMcp />
    </article>
  );
}
