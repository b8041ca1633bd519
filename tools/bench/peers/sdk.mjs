// The part that both official SDKs share: a server and a transport per request, JSON answers. Arguments: port.
import { createServer } from "node:http";
import { registerTools } from "./tools.mjs";

export function serve(McpServer, Transport) {
  createServer(async (request, response) => {
    const server = new McpServer({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } });
    registerTools(server);
    const transport = new Transport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.on("close", () => {
      transport.close();
      server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response);
  }).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("ready\n"));
}
