import { publishMcp } from "@/lib/runtime/mcp-endpoint.ts";
import { listGuides } from "@/lib/site/prose/guides.ts";
import { renderAnswer } from "./answer-html.tsx";

// Imports the prose only for a client that reads a guide: few clients do, and the import is slow.
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
