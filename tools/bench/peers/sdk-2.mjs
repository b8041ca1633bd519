// The official SDK, 2.x, over node:http.
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { serve } from "./sdk.mjs";

serve(McpServer, NodeStreamableHTTPServerTransport);
