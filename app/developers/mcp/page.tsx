// The MCP page in React, with its console. Its prose is in content/developers/mcp.md.
import { Document } from "@/app/document.tsx";
import { getConsole } from "@/lib/site/pages/console.ts";
import { getPageMetadata } from "@/lib/site/pages/pages.ts";
import { Console } from "./console.tsx";

export const metadata = getPageMetadata("/developers/mcp");

export default function McpPage() {
  // The console comes before the `curl` line. Markdown has only that line.
  const inserts = [{ behind: "## Try a call", node: <Console {...getConsole()} /> }];
  return <Document path="/developers/mcp" inserts={inserts} />;
}
