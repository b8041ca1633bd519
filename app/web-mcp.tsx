import { webMcpLoader } from "@/lib/site/pages/webmcp-loader.ts";

/** For agents inside the page. */
export function WebMcp() {
  return <script>{webMcpLoader}</script>;
}
