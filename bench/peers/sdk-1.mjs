// The official SDK, 1.x, over node:http: stateless, answers as JSON. Arguments: port.
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { registerTools } from "./tools.mjs";

createServer(async (request, response) => {
  const server = new McpServer({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } });
  registerTools(server);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("ready\n"));
