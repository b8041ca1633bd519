// The OpenAPI 3.1.0 description: each published resource, and the POST to /mcp.
import { config } from "../../../config.ts";
import type { Exchange, ExchangeName } from "../../../mcp/server-exchange.ts";
import { tools } from "../../../mcp/tools/all.ts";
import { POLL_RULE } from "../../../mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../../mcp/tools/json-schema.ts";
import { MAX_BODY_BYTES } from "../../../mcp/transport/request-body.ts";
import { VERSION } from "../../../version.ts";
import { chainFormEnds } from "../../registry/chain-paths.ts";
import { absoluteUrl, listLinks } from "../../registry/links.ts";
import { getPublished, type Scope } from "../../registry/published.ts";
import {
  findResource,
  isLivePage,
  isToolAnswer,
  type ResourcePath,
  resources,
} from "../../registry/resources.ts";
import { updatedAt } from "../../registry/updated.ts";
import { cacheHeaderOf, getResponses, headers, type Json, ref } from "./parts.ts";
import { type SchemaName, schemaComponents, schemaOf } from "./schemas.ts";

/** Never changes. The version of the software is in the text of `servers`. */
export const DESCRIPTION_VERSION = "1.0.0";

const tags: Readonly<Record<Tag | "mcp", string>> = {
  catalogs: "Machine-readable descriptions of this service.",
  documents: "Guides and rules as HTML and Markdown.",
  live: "What the network said at the moment of the request, judged and dated to its block.",
  mcp: "The read-only MCP endpoint.",
};

type GetExchanges = () => Promise<Readonly<Record<ExchangeName, Exchange>>>;

export async function openApiDocument(scope: Scope, getExchanges: GetExchanges): Promise<string> {
  const { siteUrl, swapUrl, siteName, contactEmail, preset, network } = config();
  const publishedPaths = getPublished(scope);
  const pathEntries: [string, Json][] = [];
  const sharedResponses = getResponses(scope);
  for (const path of publishedPaths) {
    if (path === "/mcp") pathEntries.push([path, mcpPathItem(await getExchanges())]);
    else pathEntries.push([path, getPathItem(path)]);
  }
  if (scope !== "website") pathEntries.push(["/status/{chain}", chainPathItem()]);
  const pathItems = shareResponses(Object.fromEntries(pathEntries), sharedResponses);
  const pathsJson = JSON.stringify(pathItems);
  const document = {
    openapi: "3.1.0",
    info: {
      title: siteName,
      version: DESCRIPTION_VERSION,
      description: `Read-only discovery surface of ${preset.protocol} (network: ${network}). /llms.txt is the short index. Operations are GET, but the POST to /mcp; HEAD answers as GET. Pages are Markdown when text/markdown is preferred.`,
      contact: contactEmail
        ? { name: siteName, email: contactEmail }
        : { name: siteName, url: absoluteUrl("/legal") },
      license: { name: "Public documentation" },
    },
    servers: [
      { url: scope === "swap" ? swapUrl : siteUrl, description: `Software version ${VERSION}` },
    ],
    externalDocs: {
      description: `${preset.protocol} developer documentation: node API and indexer API`,
      url: preset.apiDocsUrl,
    },
    security: [],
    tags: Object.entries(tags)
      .filter(([name]) => pathsJson.includes(`"tags":["${name}"]`))
      .map(([name, description]) => ({ name, description })),
    paths: pathItems,
    components: keepUsedComponents(pathsJson, {
      schemas: schemaComponents(),
      headers,
      responses: sharedResponses,
      parameters: pageParameters(),
    }),
  };
  return `${JSON.stringify(document)}\n`;
}

function keepUsedComponents(pathsJson: string, components: Readonly<Record<string, Json>>): Json {
  const listReferences = (json: string) => json.match(/#\/components\/\w+\/\w+/g) ?? [];
  // The loop over a Set also visits members that are added during the loop.
  const references = new Set(listReferences(pathsJson));
  for (const reference of references) {
    const [kind = "", name = ""] = reference.split("/").slice(2);
    const componentJson = JSON.stringify(components[kind]?.[name] ?? null);
    for (const innerReference of listReferences(componentJson)) references.add(innerReference);
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, byName]) => [
      kind,
      Object.fromEntries(
        Object.entries(byName).filter(([name]) => references.has(`#/components/${kind}/${name}`)),
      ),
    ]),
  );
}

type PathItem = Readonly<Record<string, Json>>;

function shareResponses(paths: Readonly<Record<string, Json>>, sharedResponses: Json): Json {
  const operations = Object.values(paths).flatMap((item) => Object.values(item as PathItem));
  const useCounts = new Map<string, number>();
  for (const { responses } of operations) {
    for (const response of Object.values(responses as Json)) {
      const responseJson = JSON.stringify(response);
      useCounts.set(responseJson, (useCounts.get(responseJson) ?? 0) + 1);
    }
  }
  const namesByJson = new Map<string, string>();
  const shareResponse = (response: Json, newName: string): Json => {
    const responseJson = JSON.stringify(response);
    if ("$ref" in response || useCounts.get(responseJson) === 1) return response;
    const sharedName = namesByJson.get(responseJson) ?? newName;
    namesByJson.set(responseJson, sharedName);
    sharedResponses[sharedName] = response;
    return ref("responses", sharedName);
  };
  const withSharedResponses = (operation: Json): Json => {
    const operationName = String(operation.operationId).replace(/^get/, "");
    const responseEntries = Object.entries(operation.responses as Readonly<Record<string, Json>>);
    return {
      ...operation,
      responses: Object.fromEntries(
        responseEntries.map(([status, response]) => [
          status,
          shareResponse(response, `${operationName}_${status}`),
        ]),
      ),
    };
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item as PathItem).map(([method, operation]) => [
          method,
          withSharedResponses(operation),
        ]),
      ),
    ]),
  );
}

type Exchanges = Readonly<Record<ExchangeName, Exchange>>;

const rateHeaders = {
  "Cache-Control": ref("headers", "NoStore"),
  RateLimit: ref("headers", "RateLimit"),
  "RateLimit-Policy": ref("headers", "RateLimitPolicy"),
};

const statusTexts: Readonly<Record<number, string>> = {
  200: "The JSON-RPC response. A tool that cannot answer says so in a result with isError, not in the status.",
  202: "Nothing but notifications: accepted, without a body.",
  400: "Refused, and the error says why. 400: the body is not JSON in UTF-8 (-32700), or no message or batch that is taken here (-32600). 413: the body is too large. 415: it is not application/json, or it is compressed.",
  403: "The Host, or the Origin under it, is not served here.",
  405: "Not POST: a JSON-RPC error, with the methods in Allow.",
  429: "Over the rate limit: a JSON-RPC error that says when to come again.",
};

const refusedStatuses = [400, 413, 415];

function mcpPathItem(exchanges: Exchanges): Json {
  const mcpResponseFor = (status: number) =>
    mcpResponse(refusedStatuses.includes(status) ? refusedStatuses : [status], exchanges);
  const acceptedExamples = Object.entries(exchanges)
    .filter(([, { status, message }]) => status < 300 && message !== null)
    .map(([name, { summary, message }]) => [name, { summary, value: message }]);
  return {
    get: {
      operationId: "getMcp",
      tags: ["mcp"],
      summary: "Not offered",
      description:
        "There is no GET stream: POST JSON-RPC messages to this address. Metadata is in the MCP server card.",
      responses: { "405": mcpResponseFor(405) },
    },
    post: {
      operationId: "postMcp",
      tags: ["mcp"],
      summary: resources["/mcp"].title,
      description: `Send one JSON-RPC 2.0 message (MCP Streamable HTTP, stateless). Tools: ${tools.map((tool) => tool.name).join(", ")}.`,
      requestBody: {
        description: `One JSON-RPC message of at most ${MAX_BODY_BYTES.toLocaleString("en")} bytes.`,
        required: true,
        content: {
          "application/json": {
            schema: ref("schemas", "JsonRpcMessage"),
            examples: Object.fromEntries(acceptedExamples),
          },
        },
      },
      responses: Object.fromEntries(
        [200, 202, 400, 403, 413, 415, 429].map((status) => [
          String(status),
          mcpResponseFor(status),
        ]),
      ),
    },
  };
}

function mcpResponse(statuses: readonly number[], exchanges: Exchanges): Json {
  const answeredExchanges = Object.entries(exchanges).filter(
    ([, { status, answer }]) => statuses.includes(status) && answer !== null,
  );
  const [status = 200] = statuses;
  const mcpMediaType = (mediaType: Exchange["mediaType"], schema: Json): Json => {
    const exampleEntries = answeredExchanges
      .filter(([, exchange]) => exchange.mediaType === mediaType)
      .map(([name, { summary, answer }]) => [name, { summary, value: answer }]);
    if (exampleEntries.length === 0) return {};
    return { [mediaType]: { schema, examples: Object.fromEntries(exampleEntries) } };
  };
  const content = {
    ...mcpMediaType("application/json", ref("schemas", "JsonRpcResponse")),
    ...mcpMediaType("text/event-stream", { type: "string" }),
  };
  return {
    description: statusTexts[status],
    headers: {
      ...(status === 403 || status === 405
        ? { "Cache-Control": ref("headers", "NoStore") }
        : rateHeaders),
      ...(answeredExchanges.length > 0 ? { "Content-Length": ref("headers", "WholeLength") } : {}),
      ...(status === 405 ? { Allow: ref("headers", "AllowPost") } : {}),
      ...(status === 429 ? { "Retry-After": ref("headers", "RetryAfter") } : {}),
    },
    ...(answeredExchanges.length > 0 ? { content } : {}),
  };
}

type Tag = "catalogs" | "documents" | "live";

const pageTools: Partial<
  Record<ResourcePath, readonly [tool: string, examples: Readonly<Record<string, string>>]>
> = {
  "/quote": ["get_swap_quote", { from: "BTC", to: "ETH", amount: "1" }],
  "/track": [
    "get_swap_status",
    { txid: "0006000600060006000600060006000600060006000600060006000600060006" },
  ],
};

export function exampleQuery(path: ResourcePath): string {
  const [, examples] = pageTools[path.replace(/\.json$/, "") as ResourcePath] ?? [];
  return isToolAnswer(path) && examples ? `?${new URLSearchParams(examples)}` : "";
}

function getPathItem(path: ResourcePath): Json {
  const { title, kind, mediaType, cache, twin } = findResource(path);
  const isPage = kind === "page";
  const parameters = parametersOf(path);
  const content = { [bareMediaType(mediaType)]: mediaTypeObject(path) };
  if (twin) content["text/markdown"] = mediaTypeObject(twin as ResourcePath);
  const headers = responseHeaders(path);
  const operationName = nameOfPath(path);
  return {
    get: {
      operationId: `get${operationName}`,
      tags: [tagOf(path)],
      summary: title,
      description: operationDescription(path),
      ...(parameters.length > 0 ? { parameters } : {}),
      responses: {
        "200": { description: "The resource.", headers, content },
        ...(cache === "live" ? {} : { "304": ref("responses", "Unchanged") }),
        "405": ref("responses", "NotAllowed"),
        ...(isPage ? { "406": ref("responses", "NotAcceptable") } : {}),
        ...(parameters.length > 0 ? { "400": ref("responses", "Refused") } : {}),
        ...(isToolAnswer(path) ? { "503": ref("responses", "NoAnswerNow") } : {}),
        ...(isLivePage(path)
          ? { "414": ref("responses", "QueryTooLong"), "429": ref("responses", "OverLimit") }
          : {}),
      },
    },
  };
}

const problemContent = { "application/problem+json": { schema: ref("schemas", "Problem") } };

function chainPathItem(): Json {
  const { get } = getPathItem("/status") as { readonly get: { readonly responses: Json } };
  return {
    get: {
      ...get,
      operationId: "getStatus_Chain",
      summary: "Status of one chain",
      description: `Live: the same of one chain. Also with ${Object.values(chainFormEnds).join(", ")} behind it.`,
      parameters: [
        { name: "chain", in: "path", required: true, schema: { type: "string" }, example: "btc" },
      ],
      responses: {
        ...get.responses,
        "404": { description: "The network has no such chain.", content: problemContent },
        "503": ref("responses", "NoAnswerNow"),
      },
    },
  };
}

function operationDescription(path: ResourcePath): string {
  const { description, page, aliasOf, tool } = findResource(path);
  if (aliasOf) return `The same bytes as ${aliasOf}.`;
  if (page) return `The Markdown of ${page}.`;
  return tool === "get_swap_status" ? `${description} ${POLL_RULE}` : description;
}

function tagOf(path: ResourcePath): Tag {
  const { cache, kind } = findResource(path);
  if (cache === "live") return "live";
  return kind === "generated" ? "catalogs" : "documents";
}

function mediaTypeObject(path: ResourcePath): Json {
  const { aliasOf, mediaType } = findResource(path);
  const schemaName: SchemaName | undefined = schemaOf[(aliasOf ?? path) as keyof typeof schemaOf];
  return {
    schema: schemaName
      ? ref("schemas", schemaName)
      : { type: /[/+]json/.test(mediaType) ? "object" : "string" },
  };
}

function responseHeaders(path: ResourcePath): Json {
  const { cache, kind, mediaType, page } = findResource(path);
  const isPage = kind === "page";
  const hasMarkdown = isPage || mediaType.startsWith("text/markdown");
  return {
    "Cache-Control": ref("headers", cacheHeaderOf[cache]),
    // The HTML of a live page is streamed, so only the Markdown has a length.
    "Content-Length": ref(
      "headers",
      isPage && cache === "live" ? "MarkdownLength" : "ContentLength",
    ),
    ...(cache === "live" ? {} : { ETag: ref("headers", "ETag") }),
    ...(updatedAt(path) === null ? {} : { "Last-Modified": ref("headers", "LastModified") }),
    ...(listLinks(path).length > 0 ? { Link: ref("headers", "Link") } : {}),
    ...(isPage || (cache === "live" && page !== undefined)
      ? { "Content-Location": ref("headers", "ContentLocation") }
      : {}),
    ...(isPage ? { Vary: ref("headers", "Vary") } : {}),
    ...(hasMarkdown && cache !== "live"
      ? {
          "x-markdown-tokens": ref("headers", "MarkdownTokens"),
          "x-original-tokens": ref("headers", "OriginalTokens"),
        }
      : {}),
  };
}

function parametersOf(path: ResourcePath): Json[] {
  const { page: pageOfTwin } = findResource(path);
  const pagePath = (pageOfTwin ?? path.replace(/\.json$/, "")) as ResourcePath;
  if (!pageTools[pagePath]) return [];
  if (isToolAnswer(path)) return listParameters(pagePath, true);
  return listParameters(pagePath, false).map(({ name }) => ref("parameters", name));
}

function pageParameters(): Json {
  const pagePaths = Object.keys(pageTools) as ResourcePath[];
  return Object.fromEntries(
    pagePaths
      .flatMap((page) => listParameters(page, false))
      .map((parameter) => [parameter.name, parameter]),
  );
}

function listParameters(page: ResourcePath, isJson: boolean): (Json & { readonly name: string })[] {
  const [toolName, examples] = pageTools[page] ?? [];
  const tool = tools.find(({ name }) => name === toolName);
  if (!tool || !examples)
    throw new Error(`${page} reads the arguments of an unknown tool: ${toolName}`);
  const { properties, required = [] } = inputJsonSchema(tool.inputSchema);
  const parameterSchema = (name: string, toolSchema: Json): Json => {
    if (!isJson) return typedTextSchema;
    return name === "streaming" ? streamingSchema : toolSchema;
  };
  return Object.keys(isJson ? properties : examples).map((name) => {
    const { description, ...toolSchema } = properties[name] ?? {};
    return {
      name,
      in: "query",
      ...(description !== undefined && { description }),
      ...(isJson && required.includes(name) && { required: true }),
      schema: parameterSchema(name, toolSchema),
      ...(examples[name] !== undefined && { example: examples[name] }),
    };
  });
}

const typedTextSchema = { type: "string" };
/** A URL query writes `streaming` as memos do ("1/0"). The MCP tool takes an object instead. */
const streamingSchema = { type: "string", pattern: "^(single|rapid|\\d{1,6}(/\\d{1,6})?)$" };

function bareMediaType(mediaType: string): string {
  return mediaType.replace(/; charset=utf-8$/, "");
}

/**
 * A path as a name, such as "WellKnown_AiCatalogJson". An underscore for each slash between
 * segments keeps the names of two paths distinct.
 */
function nameOfPath(path: string): string {
  const segments = path.split("/").filter(Boolean).map(toPascalCase);
  return segments.join("_") || "Home";
}

function toPascalCase(segment: string): string {
  const words = segment.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}
