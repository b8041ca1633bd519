import { getPageMetadata } from "@/lib/site/pages.ts";
import { Document } from "../document.tsx";
import { WebMcp } from "../web-mcp.tsx";

export const metadata = getPageMetadata("/pricing");

export default function PricingPage() {
  return (
    <>
      <Document path="/pricing" />
      <WebMcp />
    </>
  );
}
