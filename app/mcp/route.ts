import { publishMcp } from "@/lib/runtime/mcp-endpoint.ts";
import { readGuides } from "@/lib/site/prose/guides.ts";
import { getMarkdown } from "@/lib/site/prose/prose.ts";

const handle = publishMcp(() => readGuides(getMarkdown));

export const dynamic = "force-dynamic";
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
