// The GET operation of a published resource. Its headers and parameters come from the registry and the tools.
import { tools } from "../../../mcp/tools/all.ts";
import { POLL_RULE } from "../../../mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../../mcp/tools/shapes.ts";
import { chainFormEnds } from "../../registry/chain-paths.ts";
import { listLinks } from "../../registry/links.ts";
import { findResource, isLivePage, isToolAnswer, type ResourcePath } from "../../registry/resources.ts";
import { updatedAt } from "../../registry/updated.ts";
import { cacheHeaderOf, type Json, ref } from "./parts.ts";
import { type SchemaName, schemaOf } from "./schemas.ts";

export type Tag = "catalogs" | "documents" | "live";

/** The query parameters of a live page are arguments of a tool. Each has an example value. */
const queries: Partial<Record<ResourcePath, readonly [tool: string, examples: Readonly<Record<string, string>>]>> = {
  "/quote": ["get_swap_quote", { from: "BTC", to: "ETH", amount: "1" }],
  "/track": ["get_swap_status", { txid: "0006000600060006000600060006000600060006000600060006000600060006" }],
};

/** The query of an example, where a path without one is no question. */
export function exampleQuery(path: ResourcePath): string {
  const [, examples] = queries[path.replace(/\.json$/, "") as ResourcePath] ?? [];
  return isToolAnswer(path) && examples ? `?${new URLSearchParams(examples)}` : "";
}

export function getPathItem(path: ResourcePath): Json {
  const { title, kind, mediaType, cache, twin, feedOf } = findResource(path);
  const isPage = kind === "page";
  const parameters = parametersOf(path);
  const content = { [bareMediaType(mediaType)]: mediaTypeObject(path) };
  if (twin) content["text/markdown"] = mediaTypeObject(twin as ResourcePath);
  const headers = responseHeaders(path);
  const name = nameOfPath(path);
  return {
    get: {
      operationId: `get${name}`,
      tags: [tagOf(path)],
      summary: title,
      description: operationDescription(path),
      ...(parameters.length > 0 ? { parameters } : {}),
      responses: {
        "200": { description: "The resource.", headers, content },
        ...(cache === "live" ? {} : { "304": ref("responses", "Unchanged") }),
        "405": ref("responses", "NotAllowed"),
        ...(isPage ? { "406": ref("responses", "NotAcceptable") } : {}),
        ...(isToolAnswer(path)
          ? {
              "400": unanswered(headers, content),
              "503": unanswered(headers, content, true),
            }
          : {}),
        ...(feedOf === undefined ? {} : { "400": { description: "The query was not understood.", content: problem } }),
        ...(isLivePage(path) ? { "414": ref("responses", "QueryTooLong"), "429": ref("responses", "OverLimit") } : {}),
      },
    },
  };
}

const problem = { "application/problem+json": { schema: ref("schemas", "Problem") } };

/** The page of one chain is described as the page of all. */
export function chainPathItem(): Json {
  const { get } = getPathItem("/status") as { readonly get: { readonly responses: Json } };
  return {
    get: {
      ...get,
      operationId: "getStatus_Chain",
      summary: "Status of one chain",
      description: `Live: the same of one chain. Also with ${Object.values(chainFormEnds).join(", ")} behind it.`,
      parameters: [{ name: "chain", in: "path", required: true, schema: { type: "string" }, example: "btc" }],
      responses: { ...get.responses, "404": { description: "The network has no such chain.", content: problem } },
    },
  };
}

/** A twin and an alias name the resource that describes them. */
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
  const name: SchemaName | undefined = schemaOf[(aliasOf ?? path) as keyof typeof schemaOf];
  return { schema: name ? ref("schemas", name) : { type: /[/+]json/.test(mediaType) ? "object" : "string" } };
}

function responseHeaders(path: ResourcePath): Json {
  const { cache, kind, mediaType, page } = findResource(path);
  const isPage = kind === "page";
  const isMarkdown = isPage || mediaType.startsWith("text/markdown");
  return {
    "Cache-Control": ref("headers", cacheHeaderOf[cache]),
    // The HTML of a live page is streamed, so it has no length.
    "Content-Length": ref("headers", isPage && cache === "live" ? "MarkdownLength" : "ContentLength"),
    ...(cache === "live" ? {} : { ETag: ref("headers", "ETag") }),
    ...(updatedAt(path) === null ? {} : { "Last-Modified": ref("headers", "LastModified") }),
    ...(listLinks(path).length > 0 ? { Link: ref("headers", "Link") } : {}),
    ...(isPage || (cache === "live" && page !== undefined)
      ? { "Content-Location": ref("headers", "ContentLocation") }
      : {}),
    ...(isPage ? { Vary: ref("headers", "Vary") } : {}),
    ...(isMarkdown && cache !== "live"
      ? { "x-markdown-tokens": ref("headers", "MarkdownTokens"), "x-original-tokens": ref("headers", "OriginalTokens") }
      : {}),
  };
}

/** An error of a tool has the shape of its answer. */
function unanswered(headers: Json, content: Json, isLater = false): Json {
  return {
    description: isLater ? "Nothing could be checked now: ask the same again later." : "The question has no answer.",
    headers: isLater ? { ...headers, "Retry-After": ref("headers", "RetryAfter") } : headers,
    content,
  };
}

/** A page asks for what is missing, and its forms for the same; the JSON of a tool takes all of its arguments. */
function parametersOf(path: ResourcePath): Json[] {
  const { page: twinOf, feedOf } = findResource(path);
  const page = (twinOf ?? feedOf ?? path.replace(/\.json$/, "")) as ResourcePath;
  if (!queries[page]) return [];
  if (isToolAnswer(path)) return listParameters(page, true);
  return listParameters(page, false).map(({ name }) => ref("parameters", name));
}

/** The parameters that the forms of a page share. */
export function pageParameters(): Json {
  const pages = Object.keys(queries) as ResourcePath[];
  return Object.fromEntries(pages.flatMap((page) => listParameters(page, false)).map((one) => [one.name, one]));
}

/** `isTool`: all arguments of the tool, as it takes them. */
function listParameters(page: ResourcePath, isTool: boolean): (Json & { readonly name: string })[] {
  const [name, examples] = queries[page] ?? [];
  const tool = tools.find((one) => one.name === name);
  if (!tool || !examples) throw new Error(`${page} reads the arguments of an unknown tool: ${name}`);
  const { properties, required = [] } = inputJsonSchema(tool.inputSchema);
  return (isTool ? Object.keys(properties) : Object.keys(examples)).map((parameter) => {
    const { description, ...schema } = properties[parameter] ?? {};
    return {
      name: parameter,
      in: "query",
      ...(description !== undefined && { description }),
      ...(isTool && required.includes(parameter) && { required: true }),
      schema: !isTool ? typedParameter : parameter === "streaming" ? streamingParameter : schema,
      ...(examples[parameter] !== undefined && { example: examples[parameter] }),
    };
  });
}

/** A page takes what people type: "0,05", "$500", the address of a transaction. */
const typedParameter = { type: "string" };

/** In a query an object of two numbers is written as memos write it. */
const streamingParameter = { type: "string", pattern: "^(single|rapid|\\d{1,6}(/\\d{1,6})?)$" };

/** Media type without its charset: the key of `content` in OpenAPI. */
function bareMediaType(mediaType: string): string {
  return mediaType.replace(/; charset=utf-8$/, "");
}

/** A path as a name: "WellKnown_AiCatalogJson"; "Home" for the root. One underscore for each slash keeps the names distinct. */
function nameOfPath(path: string): string {
  const segments = path.split("/").filter(Boolean).map(toPascalCase);
  return segments.join("_") || "Home";
}

function toPascalCase(segment: string): string {
  const words = segment.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}
