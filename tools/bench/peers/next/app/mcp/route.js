import { createMcpHandler } from "@vercel/mcp-adapter";
import { registerTools } from "../../../tools.mjs";

const handle = createMcpHandler(registerTools, {
  serverInfo: { name: "peer", version: "1.0.0" },
  capabilities: { tools: {} },
});

export const dynamic = "force-dynamic";
export { handle as POST };
