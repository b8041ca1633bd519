import { publishMcp } from "@/lib/runtime/mcp-endpoint.ts";
import { listGuides } from "@/lib/site/prose/guides.ts";
import { renderAnswer } from "./answer-html.tsx";

// The prose loads only when a client asks for a guide: few do, and loading takes the most time.
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
