import { webMcpLoader } from "@/lib/site/pages/webmcp-loader.ts";

/** Loads the tools for agents inside the page. */
export function WebMcp() {
  return <script>{webMcpLoader}</script>;
}
