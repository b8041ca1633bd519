import { publishMcp } from "@/lib/mcp/register.ts";
import { toGuides } from "@/lib/site/guides.ts";
import { getMarkdown } from "@/lib/site/prose.ts";

const handle = publishMcp(() => toGuides(getMarkdown));

export const dynamic = "force-dynamic";
// The tools' own deadline is 8 s.
export const maxDuration = 15;
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
