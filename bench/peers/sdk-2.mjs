// The official SDK, 2.x, over node:http: stateless, answers as JSON. Arguments: port.
import { createServer } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { registerTools } from "./tools.mjs";

createServer(async (request, response) => {
  const server = new McpServer({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } });
  registerTools(server);
  const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("ready\n"));
