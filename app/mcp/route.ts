import { publishMcp } from "@/lib/runtime/mcp-endpoint.ts";
import { readGuides } from "@/lib/site/prose/guides.ts";

// Loading the prose takes longer than all the rest, and few clients ask for it here.
const handle = publishMcp(() =>
  readGuides(async (path) => (await import("@/lib/site/prose/prose.ts")).getMarkdown(path)),
);

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
