import { publishMcp } from "@/lib/runtime/mcp-endpoint.ts";
import { listGuides } from "@/lib/site/prose/guides.ts";
import { renderAnswer } from "./answer-html.tsx";

// Loading the prose takes longer than all the rest, and few clients ask for it here.
const handle = publishMcp({
  getDocuments: () =>
    listGuides(async (path) => (await import("@/lib/site/prose/prose.ts")).getMarkdown(path)),
  renderAnswer,
});

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
