// MCP room: the tools behind the adapter, one server object a request. Nothing is kept between requests and no list ever changes.

import type { McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { createMcpHandler } from "@vercel/mcp-adapter";
import type { NetworkName } from "../protocol/chains.ts";
import type { Network } from "../protocol/model.ts";
import type { ReportFault } from "./fault.ts";
import { protocolVersions } from "./identity.ts";
import { type JsonSchema, toInputJsonSchema, toOutputJsonSchema } from "./json-schema.ts";
import type { Tool } from "./tool.ts";

export interface ServerOptions {
  readonly network: Network;
  readonly networkName: NetworkName;
  readonly tools: readonly Tool[];
  readonly identity: { readonly name: string; readonly version: string };
  readonly instructions: string;
  readonly reportFault?: ReportFault;
}

/** GHSA-46jr-4wx8-v453: without a bound, one call can carry an array that takes seconds to check. */
const MAX_TOOL_INPUT_ELEMENTS = 64;
const listHint = { ttlMs: 300_000, cacheScope: "public" } as const;

/** A web handler for JSON-RPC of both eras; the guard stands in front of it. */
export function createMcpServerHandler(options: ServerOptions): (request: Request) => Promise<Response> {
  const registered = options.tools.map((tool) => ({
    tool,
    inputSchema: toAdvertised(toInputJsonSchema(tool.inputSchema)),
    outputSchema: toAdvertised(toOutputJsonSchema(tool.outputSchema)),
  }));
  const register = (server: McpServer) => {
    for (const { tool, inputSchema, outputSchema } of registered) {
      server.registerTool(
        tool.name,
        { title: tool.title, description: tool.description, inputSchema, outputSchema, annotations: readOnly },
        async (input, context) => {
          const { structured, text, isError } = await tool.run(options.network, input, {
            networkName: options.networkName,
            signal: context.mcpReq.signal,
            ...(options.reportFault && { reportFault: options.reportFault }),
          });
          return { structuredContent: structured, content: [{ type: "text", text }], ...(isError && { isError }) };
        },
      );
    }
  };
  // `maxToolInputElements` is a server option that the adapter's type does not name but passes on; a spec holds it.
  const handlerOptions = {
    serverInfo: options.identity,
    instructions: options.instructions,
    supportedProtocolVersions: [...protocolVersions],
    capabilities: { tools: { listChanged: false } },
    maxSubscriptions: 0,
    maxToolInputElements: MAX_TOOL_INPUT_ELEMENTS,
    cacheHints: { "server/discover": listHint, "tools/list": listHint },
  };
  return createMcpHandler(register, handlerOptions);
}

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;

/** A schema that only advertises: the tool parses its own input and output, so that a refusal carries a code and a hint. */
function toAdvertised(schema: JsonSchema): StandardSchemaWithJSON<unknown, unknown> {
  const converted = () => schema;
  return {
    "~standard": {
      version: 1,
      vendor: "signpost",
      validate: (value) => ({ value }),
      jsonSchema: { input: converted, output: converted },
    },
  };
}
