// The fee guide in React. Its prose is in content/pricing.md, its figures in lib/site/prose.
import { STALE_MS } from "@/lib/protocol/safety/freshness.ts";
import { getAssetsUrl, getPageMetadata, getQuoteAsk, getSizesFrame } from "@/lib/site/pages/pages.ts";
import { getCostChart } from "@/lib/site/prose/cost-chart.ts";
import { Document } from "../document.tsx";
import { AskWatch } from "../parts/ask-watch.tsx";
import { AssetPicker } from "../parts/asset-picker.tsx";
import { QuoteAsk } from "../parts/quote-ask.tsx";
import { WebMcp } from "../web-mcp.tsx";
import { ChartNow } from "./chart-now.tsx";
import { CostChart } from "./cost-chart.tsx";
import { LiveSizes } from "./live-sizes.tsx";

export const metadata = getPageMetadata("/pricing");

export default function PricingPage() {
  const chart = getCostChart();
  const sizes = getSizesFrame();
  const now = (
    <>
      <LiveSizes {...sizes} staleMs={STALE_MS} />
      <QuoteAsk {...getQuoteAsk()} />
    </>
  );
  // The examples and the form come after their question, and the chart before its sentence. Markdown has only the links and the sentence.
  const inserts = [
    { behind: "## What would yours cost now?", node: now },
    ...(chart
      ? [
          {
            behind: "## Cost against size",
            node: (
              <CostChart chart={chart}>
                <ChartNow address={sizes.address} across={chart.across} up={chart.up} {...chart.key} />
              </CostChart>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Document path="/pricing" inserts={inserts} foldedFrom="Cost by amount" />
      <AskWatch />
      <AssetPicker assetsUrl={getAssetsUrl()} />
      <WebMcp />
    </>
  );
}
