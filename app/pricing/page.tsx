import { getFeeChart, getPageMetadata } from "@/lib/site/pages.ts";
import { Document } from "../document.tsx";
import { WebMcp } from "../web-mcp.tsx";
import { CostChart } from "./cost-chart.tsx";

export const metadata = getPageMetadata("/pricing");

export default function PricingPage() {
  // The chart stands between its heading and its table; Markdown has the table alone.
  const insert = { behind: "## Cost against size", node: <CostChart chart={getFeeChart()} /> };
  return (
    <>
      <Document path="/pricing" insert={insert} />
      <WebMcp />
    </>
  );
}
