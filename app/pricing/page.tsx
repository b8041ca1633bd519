import type { BlockProps } from "@/lib/markdown/render.ts";
import { getFeeChart, getPageMetadata } from "@/lib/site/pages.ts";
import { Document } from "../document.tsx";
import { WebMcp } from "../web-mcp.tsx";
import { CostChart } from "./cost-chart.tsx";

export const metadata = getPageMetadata("/pricing");

export default function PricingPage() {
  return (
    <>
      <Document path="/pricing" components={{ h2: Heading }} />
      <WebMcp />
    </>
  );
}

/** The chart stands between its heading and its table; Markdown has the table alone. */
function Heading(props: BlockProps) {
  return (
    <>
      <h2 {...props} />
      {props.id === "cost-against-size" && <CostChart chart={getFeeChart()} />}
    </>
  );
}
