import { Document } from "@/app/document.tsx";
import { getConsole } from "@/lib/site/pages/console.ts";
import { getPageMetadata } from "@/lib/site/pages/pages.ts";
import { Console } from "./console.tsx";

export const metadata = getPageMetadata("/developers/mcp");

export default function McpPage() {
  const inserts = [{ afterLine: "## Try a call", node: <Console {...getConsole()} /> }];
  return <Document path="/developers/mcp" inserts={inserts} foldedFrom="Connect by hand" />;
}
