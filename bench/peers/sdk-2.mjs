// The official SDK, 2.x, over node:http: stateless, both protocol eras. Arguments: port.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { registerTools } from "./tools.mjs";

const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } });
    registerTools(server);
    return server;
  }),
);
createServer(handle).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("ready\n"));
