// The structured answer of a tool by a plain GET. The query has the tool's arguments; a JSON client needs no MCP.
import { config } from "../config.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { tools } from "../mcp/tools/all.ts";
import { queryArguments } from "../mcp/tools/query-arguments.ts";
import { linkHeader } from "../site/registry/links.ts";
import { findResource, type ToolAnswerPath } from "../site/registry/resources.ts";
import { getNetwork } from "./network.ts";

/** 400 where another question is needed, and 503 where the same one may be answered later. The body has the same shape each time. */
export async function replyOfTool(request: Request, path: ToolAnswerPath): Promise<Response> {
  const resource = findResource(path);
  const tool = tools.find(({ name }) => name === resource.tool);
  if (!tool) throw new Error(`${path} has no tool`);
  const input = queryArguments(tool.inputSchema, new URL(request.url).searchParams);
  const { structured } = await tool.run(getNetwork(), input, {
    networkName: config().network,
    signal: request.signal,
  });
  const { error } = structured as { error?: { retry_after_seconds: number | null } };
  const retrySeconds = error?.retry_after_seconds ?? null;
  const link = linkHeader(path);
  const representation = createRepresentation({
    text: `${JSON.stringify(structured)}\n`,
    mediaType: resource.mediaType,
    updated: null,
    cache: resource.cache,
    headers: {
      ...(link ? { Link: link } : {}),
      ...(retrySeconds === null ? {} : { "Retry-After": String(retrySeconds) }),
    },
  });
  return reply(request, representation, error === undefined ? 200 : retrySeconds === null ? 400 : 503);
}
