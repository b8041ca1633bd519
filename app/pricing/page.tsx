// The fee guide in React. Its prose is in content/pricing.md, its figures in lib/site/prose.
import { getFeeChart, getPageMetadata, getQuoteAsk } from "@/lib/site/pages/pages.ts";
import { Document } from "../document.tsx";
import { WebMcp } from "../web-mcp.tsx";
import { CostChart } from "./cost-chart.tsx";
import { QuoteAsk } from "./quote-ask.tsx";

export const metadata = getPageMetadata("/pricing");

export default function PricingPage() {
  const chart = getFeeChart();
  // The form comes after its question and the chart before its table. Markdown has only the link and the table.
  const inserts = [
    { behind: "## What would yours cost now?", node: <QuoteAsk {...getQuoteAsk()} /> },
    ...(chart ? [{ behind: "## Cost against size", node: <CostChart chart={chart} /> }] : []),
  ];
  return (
    <>
      <Document path="/pricing" inserts={inserts} />
      <WebMcp />
    </>
  );
}
