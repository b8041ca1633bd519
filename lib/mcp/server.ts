// Tools, documents and prompts behind the adapter, with one server object per request. No list ever changes.

import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
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
  /** What a view needs beside the answer. Only who may have a host that shows views gets it. */
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
          mayShowViews(server, context) && {
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

/**
 * A call of the newer era tells what its host can do. One of the older era does not: its host may show views, unless it names no version
 * of the protocol, as a program without a client does.
 */
function mayShowViews({ server }: McpServer, { http }: ServerContext): boolean {
  const capabilities: Members | undefined = server.getClientCapabilities();
  if (capabilities) return VIEWS_EXTENSION in Object(capabilities.extensions);
  return http?.req?.headers.has("mcp-protocol-version") ?? false;
}

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
