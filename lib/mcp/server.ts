// Tools, documents and prompts behind the adapter, with one server object per request. No list ever changes.

import type { McpServer } from "@modelcontextprotocol/server";
import { createMcpHandler } from "@vercel/mcp-adapter";
import type { Envelope } from "../protocol/model/envelope.ts";
import type { Network } from "../protocol/network.ts";
import { type NetworkName, presets } from "../protocol/values/chains.ts";
import { type Prompt, registerPrompts } from "./prompts/prompts.ts";
import { type McpDocument, type McpView, registerDocuments, registerViews } from "./resources.ts";
import { advertisedSchema, inputJsonSchema, outputJsonSchema } from "./tools/shapes.ts";
import { progressReporter, type Tool } from "./tools/tool.ts";
import type { ReportFault } from "./transport/fault.ts";
import { capabilities, protocolVersions } from "./transport/identity.ts";
import { noteCacheUntil, staticMethods } from "./transport/tool-result-cache.ts";
import { VIEWS_EXTENSION, type ViewName, viewMeta } from "./views/views.ts";

export interface ServerOptions {
  readonly network: Network;
  readonly networkName: NetworkName;
  readonly tools: readonly Tool[];
  /** Static documents. An empty list is not offered. */
  readonly documents?: readonly McpDocument[];
  /** What hosts show beside the answers of tools. An empty list is not offered. */
  readonly views?: readonly McpView[];
  /** What a view needs beside the answer. Nobody gets it who says that their host shows no views. */
  readonly readViewMeta?: (question: ViewQuestion) => Promise<Members>;
  readonly prompts?: readonly Prompt[];
  readonly identity: { readonly name: string; readonly version: string };
  readonly instructions: string;
  readonly reportFault?: ReportFault;
  /** Extra registrations of a conformance suite. The endpoint never sets it; a spec checks that. */
  readonly registerFixtures?: (server: McpServer) => void;
}

type Members = Readonly<Record<string, unknown>>;

export interface ViewQuestion {
  readonly view: ViewName;
  /** What the answer was made from, and the parsed arguments. */
  readonly reading: Envelope;
  readonly input: unknown;
  /** `_meta` of the call. */
  readonly wanted: Members;
}

/** GHSA-46jr-4wx8-v453: without a bound, checking one call with a long array can take seconds. */
const MAX_TOOL_INPUT_ELEMENTS = 64;
const staticHint = { ttlMs: 300_000, cacheScope: "public" } as const;

/** A web handler for JSON-RPC of both eras. The guard calls it. */
export function createMcpServerHandler(options: ServerOptions): (request: Request) => Promise<Response> {
  const { documents = [], prompts = [], views = [] } = options;
  const listed = listTools(options);
  const register = (server: McpServer) => {
    registerTools(server, listed, options);
    registerDocuments(server, documents);
    registerViews(server, views, documents);
    registerPrompts(server, prompts, presets[options.networkName]);
    options.registerFixtures?.(server);
  };
  // The adapter passes `maxToolInputElements` on, but its type does not name it. A spec checks that it works.
  const handlerOptions = {
    serverInfo: options.identity,
    instructions: options.instructions,
    supportedProtocolVersions: [...protocolVersions],
    capabilities: {
      tools: capabilities.tools,
      ...(documents.length + views.length > 0 && { resources: capabilities.resources }),
      ...(prompts.length > 0 && { prompts: capabilities.prompts }),
    },
    maxSubscriptions: 0,
    maxToolInputElements: MAX_TOOL_INPUT_ELEMENTS,
    cacheHints: Object.fromEntries(staticMethods.map((method) => [method, staticHint])),
  };
  return createMcpHandler(register, handlerOptions);
}

/** The tools as `tools/list` shows them. Made once: the schemas are the same for every request. */
function listTools({ tools, views = [] }: ServerOptions) {
  const shown = new Set(views.map(({ name }) => name));
  return tools.map((tool) => ({
    tool,
    listing: {
      title: tool.title,
      description: tool.description,
      annotations: readOnly,
      inputSchema: advertisedSchema(inputJsonSchema(tool.inputSchema)),
      outputSchema: advertisedSchema(outputJsonSchema(tool.outputSchema)),
      ...(tool.view && shown.has(tool.view) && { _meta: viewMeta(tool.view) }),
    },
  }));
}

function registerTools(server: McpServer, listed: ReturnType<typeof listTools>, options: ServerOptions): void {
  for (const { tool, listing } of listed) {
    server.registerTool(tool.name, listing, async (input, context) => {
      const reportProgress = progressReporter(context);
      const { view } = tool;
      const { readViewMeta } = options;
      const wanted = context.mcpReq._meta ?? {};
      const { structured, text, isError, cacheUntilMs, meta } = await tool.run(options.network, input, {
        networkName: options.networkName,
        signal: context.mcpReq.signal,
        ...(reportProgress && { reportProgress }),
        ...(options.reportFault && { reportFault: options.reportFault }),
        ...(view &&
          readViewMeta &&
          mayShowViews(server) && {
            readMeta: (reading, asked) => readViewMeta({ view, reading, input: asked, wanted }),
          }),
      });
      if (cacheUntilMs !== undefined) noteCacheUntil(cacheUntilMs);
      return {
        structuredContent: structured,
        content: [{ type: "text", text }],
        ...(isError && { isError }),
        ...(meta && { _meta: meta }),
      };
    });
  }
}

/** False only for a call that tells what its host can do, and does not name views. Calls of the older era tell nothing. */
function mayShowViews({ server }: McpServer): boolean {
  const capabilities: Members | undefined = server.getClientCapabilities();
  return !capabilities || VIEWS_EXTENSION in ((capabilities.extensions ?? {}) as Members);
}

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
