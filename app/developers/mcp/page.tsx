import { Document } from "@/app/document.tsx";
import { getConsole } from "@/lib/site/pages/console.ts";
import { getPageMetadata } from "@/lib/site/pages/pages.ts";
import { Console } from "./console.tsx";

export const metadata = getPageMetadata("/developers/mcp");

export default function McpPage() {
  // The console stands before the line for a terminal; Markdown has that line alone.
  const inserts = [{ behind: "## Try a call", node: <Console {...getConsole()} /> }];
  return <Document path="/developers/mcp" inserts={inserts} />;
}
