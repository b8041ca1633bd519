import { publishMcp } from "@/lib/runtime/mcp-endpoint.ts";
import { listGuides } from "@/lib/site/prose/guides.ts";
import { renderAnswer } from "./answer-html.tsx";

// The module with the texts of the guides is imported only when a client reads a guide: the import
// is slow, and few clients read guides.
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
