// FastMCP over HTTP, stateless, answers as JSON. Arguments: port.
import { FastMCP } from "fastmcp";
import { z } from "zod";
import { tools } from "./tools.mjs";

const server = new FastMCP({ name: "peer", version: "1.0.0" });
for (const { name, description, annotations, shape, answer } of tools) {
  server.addTool({ name, description, annotations, parameters: z.object(shape), execute: async () => answer });
}
await server.start({
  transportType: "httpStream",
  httpStream: { port: Number(process.argv[2]), host: "127.0.0.1", stateless: true, enableJsonResponse: true },
});
process.stdout.write("ready\n");
