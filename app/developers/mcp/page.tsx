import { Document } from "@/app/document.tsx";
import { getPageMetadata } from "@/lib/site/pages.ts";

export const metadata = getPageMetadata("/developers/mcp");

export default function McpPage() {
  return <Document path="/developers/mcp" />;
}
