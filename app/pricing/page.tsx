import { STALE_MS } from "@/lib/protocol/safety/freshness.ts";
import {
  getAssetsUrl,
  getPageMetadata,
  getQuoteAsk,
  getSizesFrame,
} from "@/lib/site/pages/pages.ts";
import { Document } from "../document.tsx";
import { AskWatch } from "../parts/ask-watch.tsx";
import { AssetPicker } from "../parts/asset-picker.tsx";
import { QuoteAsk } from "../parts/quote-ask.tsx";
import { WebMcp } from "../web-mcp.tsx";
import { LiveSizes } from "./live-sizes.tsx";

export const metadata = getPageMetadata("/pricing");

export default function PricingPage() {
  const liveElements = (
    <>
      <LiveSizes {...getSizesFrame()} staleMs={STALE_MS} />
      <QuoteAsk {...getQuoteAsk()} />
    </>
  );
  return (
    <>
      <Document
        path="/pricing"
        inserts={[{ afterLine: "## What would yours cost now?", node: liveElements }]}
        foldedFrom="How a swap runs"
      />
      <AskWatch />
      <AssetPicker assetsUrl={getAssetsUrl()} />
      <WebMcp />
    </>
  );
}
