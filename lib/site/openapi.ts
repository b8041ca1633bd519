// Site room: the OpenAPI 3.1.0 description, one operation for each line of the registry and the POST to /mcp.
import { z } from "zod";
import { config } from "../config.ts";
import { tools } from "../mcp/tools/all.ts";
import { toUrl } from "./links.ts";
import { type ResourcePath, resourcePaths, resources, toResource } from "./resources.ts";

type Json = Record<string, unknown>;

/** Version of the description itself, not of the server. */
const DESCRIPTION_VERSION = "1.0.0";

const tags = {
  catalogs: "Machine-readable descriptions of this service.",
  documents: "Guides and rules as HTML and Markdown.",
  mcp: "The read-only MCP endpoint.",
  status: "The live status document.",
} as const;

export function toOpenApi(): string {
  const { siteUrl, siteName, contactEmail, preset, network } = config();
  const document = {
    openapi: "3.1.0",
    info: {
      title: siteName,
      version: DESCRIPTION_VERSION,
      description: `Read-only discovery surface of ${preset.protocol} (network: ${network}). Every operation is a GET but the POST to /mcp. The protocol's own node and indexer APIs are served elsewhere: see externalDocs.`,
      contact: contactEmail ? { email: contactEmail } : { url: toUrl("/legal") },
      license: { name: "Public documentation" },
    },
    servers: [{ url: siteUrl }],
    externalDocs: {
      description: `${preset.protocol} developer documentation: node API and indexer API`,
      url: preset.apiDocsUrl,
    },
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(resourcePaths.map((path) => [path, path === "/mcp" ? toMcpItem() : toGetItem(path)])),
    components: { schemas, headers, responses },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toGetItem(path: ResourcePath): Json {
  const resource = toResource(path);
  const page = resource.kind === "page";
  const live = resource.cache === "live";
  const content: Json = { [resource.mediaType]: toMedia(resource.mediaType) };
  if (page) content["text/markdown; charset=utf-8"] = toMedia("text/markdown");
  const item: Json = {
    get: {
      operationId: toOperationId(path),
      tags: [live ? "status" : resource.kind === "generated" ? "catalogs" : "documents"],
      summary: resource.title,
      description: `${resource.description}${page ? " Markdown when the request prefers text/markdown." : ""}`,
      responses: {
        "200": {
          description: resource.title,
          headers: {
            "Cache-Control": ref("headers", "CacheControl"),
            ...(live ? {} : { ETag: ref("headers", "ETag") }),
            ...(page ? { Vary: ref("headers", "Vary") } : {}),
          },
          content,
        },
        ...(live ? {} : { "304": ref("responses", "NotModified") }),
        ...(page ? { "406": ref("responses", "NotAcceptable") } : {}),
      },
    },
  };
  // With the swap site on a host of its own, its operations name that host.
  const { siteUrl, swapUrl } = config();
  return resource.site === "swap" && swapUrl !== siteUrl ? { servers: [{ url: swapUrl }], ...item } : item;
}

function toMcpItem(): Json {
  const refusal = ref("responses", "McpRefusal");
  return {
    get: {
      operationId: "getMcp",
      tags: ["mcp"],
      summary: "Not offered",
      description:
        "There is no GET stream: POST JSON-RPC messages to this address. Metadata is in the MCP server card.",
      responses: { "405": refusal },
    },
    post: {
      operationId: "postMcp",
      tags: ["mcp"],
      summary: resources["/mcp"].title,
      description: `Send one JSON-RPC 2.0 message (MCP Streamable HTTP, stateless). Tools: ${tools.map((tool) => tool.name).join(", ")}.`,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: ref("schemas", "JsonRpcMessage"),
            example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
          },
        },
      },
      responses: {
        "200": {
          description: "The JSON-RPC response",
          content: {
            "application/json": {
              schema: ref("schemas", "JsonRpcResponse"),
              example: { jsonrpc: "2.0", id: 1, result: {} },
            },
          },
        },
        "202": { description: "A notification was accepted; the body is empty" },
        "400": refusal,
        "403": refusal,
        "413": refusal,
        "415": refusal,
      },
    },
  };
}

function toMedia(mediaType: string): Json {
  return mediaType.includes("json") ? { schema: { type: "object" } } : { schema: { type: "string" } };
}

function ref(kind: "schemas" | "headers" | "responses", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** "/.well-known/ai-catalog.json" → "getWellKnownAiCatalogJson" */
function toOperationId(path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return `get${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("") || "Home"}`;
}

const JsonRpcMessage = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});
const JsonRpcResponse = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
});
const Problem = z.object({
  type: z.string(),
  status: z.int(),
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  hint: z.string(),
  alternates: z.array(z.object({ type: z.string(), href: z.string() })).optional(),
});

function toSchema(schema: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}

const schemas = {
  JsonRpcMessage: toSchema(JsonRpcMessage),
  JsonRpcResponse: toSchema(JsonRpcResponse),
  Problem: toSchema(Problem),
};

const headers = {
  CacheControl: { description: "How long a cache may keep the answer.", schema: { type: "string" } },
  ETag: { description: "Strong validator of the bytes.", schema: { type: "string" } },
  Vary: { description: "Contains Accept: the address has two representations.", schema: { type: "string" } },
};

const responses = {
  NotModified: { description: "The validator still matches; no body." },
  NotAcceptable: {
    description: "The Accept header excludes both representations.",
    content: { "application/problem+json": { schema: ref("schemas", "Problem") } },
  },
  McpRefusal: {
    description: "A JSON-RPC error that says what to do.",
    content: { "application/json": { schema: ref("schemas", "JsonRpcResponse") } },
  },
};
