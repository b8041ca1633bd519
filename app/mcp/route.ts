import { handleMcp } from "../../lib/mcp/register.ts";

export const dynamic = "force-dynamic";
// The tools' own deadline is 8 s.
export const maxDuration = 15;
export {
  handleMcp as DELETE,
  handleMcp as GET,
  handleMcp as HEAD,
  handleMcp as OPTIONS,
  handleMcp as PATCH,
  handleMcp as POST,
  handleMcp as PUT,
};
