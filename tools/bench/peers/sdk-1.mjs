// The official SDK, 1.x, over node:http.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { serve } from "./sdk.mjs";

serve(McpServer, StreamableHTTPServerTransport);
