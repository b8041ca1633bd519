// This folder holds the servers to compare with. They stand for other people's sites and import nothing of ours.
// FastMCP over HTTP, stateless, with JSON answers. Arguments: port.
import { FastMCP } from "fastmcp";
import { tools } from "./tools.mjs";

const server = new FastMCP({ name: "peer", version: "1.0.0" });
for (const { name, description, annotations, inputSchema, answer } of tools) {
  server.addTool({ name, description, annotations, parameters: inputSchema, execute: async () => answer });
}
await server.start({
  transportType: "httpStream",
  httpStream: { port: Number(process.argv[2]), host: "127.0.0.1", stateless: true, enableJsonResponse: true },
});
process.stdout.write("ready\n");
