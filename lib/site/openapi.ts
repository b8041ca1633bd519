// Site room: the OpenAPI 3.1.0 description, one operation for each published line of the registry and the POST to /mcp.
import { config } from "../config.ts";
import { tools } from "../mcp/tools/all.ts";
import { toUrl } from "./links.ts";
import { headers, ref, responses } from "./openapi-parts.ts";
import { type SchemaName, schemaOf, toSchemaComponents } from "./openapi-schemas.ts";
import { getPublished, type Scope } from "./published.ts";
import { type BodyPath, type ResourcePath, resources, toResource } from "./resources.ts";

type Json = Record<string, unknown>;

/** Version of the description itself, not of the server. */
const DESCRIPTION_VERSION = "1.0.0";

const tags = {
  catalogs: "Machine-readable descriptions of this service.",
  documents: "Guides and rules as HTML and Markdown.",
  mcp: "The read-only MCP endpoint.",
  status: "The live status document.",
} as const;

/** `examples`: the real body of a JSON resource, or null where an example would be live or the description itself. */
export async function toOpenApi(scope: Scope, getExample: (path: BodyPath) => Promise<unknown>): Promise<string> {
  const { siteUrl, swapUrl, siteName, contactEmail, preset, network } = config();
  const items = await Promise.all(
    getPublished(scope).map(async (path) => [path, path === "/mcp" ? toMcpItem() : await toGetItem(path, getExample)]),
  );
  const used = new Set(JSON.stringify(items).match(/#\/components\/[a-z]+\/\w+/gi));
  const keep = (kind: string, all: Json): Json =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`)));
  const keptResponses = keep("responses", responses);
  for (const found of JSON.stringify(keptResponses).match(/#\/components\/[a-z]+\/\w+/gi) ?? []) used.add(found);
  const document = {
    openapi: "3.1.0",
    info: {
      title: siteName,
      version: DESCRIPTION_VERSION,
      description: `Read-only discovery surface of ${preset.protocol} (network: ${network}). Every operation is a GET but the POST to /mcp. The protocol's own node and indexer APIs are served elsewhere: see externalDocs.`,
      contact: contactEmail ? { name: siteName, email: contactEmail } : { name: siteName, url: toUrl("/legal") },
      license: { name: "Public documentation" },
    },
    servers: [{ url: scope === "swap" ? swapUrl : siteUrl }],
    externalDocs: {
      description: `${preset.protocol} developer documentation: node API and indexer API`,
      url: preset.apiDocsUrl,
    },
    security: [],
    tags: Object.entries(tags)
      .filter(([name]) => scope !== "swap" || name !== "mcp")
      .map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(items),
    components: {
      schemas: keep("schemas", toSchemaComponents()),
      headers: keep("headers", headers),
      responses: keptResponses,
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

async function toGetItem(path: ResourcePath, getExample: (path: BodyPath) => Promise<unknown>): Promise<Json> {
  const resource = toResource(path);
  const page = resource.kind === "page";
  const live = resource.cache === "live";
  const link = page || resource.kind === "prose";
  const content: Json = { [toType(resource.mediaType)]: await toMedia(path, getExample) };
  if (page) content["text/markdown"] = { schema: { type: "string" } };
  return {
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
            ...(link ? { Link: ref("headers", "Link") } : {}),
            ...(page ? { Vary: ref("headers", "Vary") } : {}),
          },
          content,
        },
        ...(live ? {} : { "304": ref("responses", "NotModified") }),
        "405": ref("responses", "MethodNotAllowed"),
        ...(page ? { "406": ref("responses", "NotAcceptable") } : {}),
      },
    },
  };
}

async function toMedia(path: ResourcePath, getExample: (path: BodyPath) => Promise<unknown>): Promise<Json> {
  const original = (toResource(path).aliasOf ?? path) as keyof typeof schemaOf;
  const name: SchemaName | undefined = schemaOf[original];
  if (!name) return { schema: { type: "string" } };
  const example = await getExample(original);
  return { schema: ref("schemas", name), ...(example === null ? {} : { example }) };
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
        description: "One JSON-RPC message of at most 65,536 bytes.",
        required: true,
        content: {
          "application/json": {
            schema: ref("schemas", "JsonRpcMessage"),
            example: { jsonrpc: "2.0", id: 1, method: "ping" },
          },
        },
      },
      responses: {
        "200": {
          description: "The JSON-RPC response.",
          headers: { "Cache-Control": ref("headers", "CacheControl") },
          content: {
            "application/json": {
              schema: ref("schemas", "JsonRpcResponse"),
              example: { jsonrpc: "2.0", id: 1, result: {} },
            },
          },
        },
        "202": { description: "A notification was accepted; the body is empty." },
        "400": refusal,
        "403": refusal,
        "413": refusal,
        "415": refusal,
        "429": ref("responses", "RateLimited"),
      },
    },
  };
}

/** Media type without parameters but the profile, as OpenAPI keys its content. */
function toType(mediaType: string): string {
  return mediaType.replace(/; charset=utf-8$/, "");
}

/** "/.well-known/ai-catalog.json" → "getWellKnown_AiCatalogJson": one underscore a slash, so that no two paths share an id. */
function toOperationId(path: string): string {
  const segments = path.split("/").filter(Boolean).map(toPascalCase);
  return `get${segments.join("_") || "Home"}`;
}

function toPascalCase(segment: string): string {
  const words = segment.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}
