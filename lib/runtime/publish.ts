// Route handlers of live documents. `live-documents.ts` has the text of each document.

import { config } from "../config.ts";
import { invalidQuestion, refusalResponse } from "../http/problem.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { isCampaignName } from "../mcp/tools/argument-names.ts";
import { queryArguments } from "../mcp/tools/query-arguments.ts";
import { InputError } from "../protocol/values/input-error.ts";
import { inputText } from "../say/input.en.ts";
import { withTxidInQuery } from "../site/registry/hosts.ts";
import { linkHeader } from "../site/registry/links.ts";
import {
  allowedMethods,
  findResource,
  isToolAnswer,
  type LivePath,
  type LiveTextPath,
  type ToolAnswerPath,
} from "../site/registry/resources.ts";
import { refuseQuestion } from "./client-limit.ts";
import { linkField, readHandlers, replyStructured, sharedCacheFields } from "./handlers.ts";
import { getLiveBody } from "./live-documents.ts";
import { getNetwork } from "./network.ts";

export function publish(path: LivePath) {
  return readHandlers(allowedMethods(path), async (givenRequest: Request) => {
    const request = withLongAddress(givenRequest);
    // The middleware counts requests for HTML pages in the rate limit. Requests for Markdown and
    // JSON are counted here.
    const refused = refuseQuestion(request, path);
    if (refused) return refused;
    return isToolAnswer(path) ? replyOfTool(request, path) : replyOfDocument(request, path);
  });
}

function withLongAddress(request: Request): Request {
  const { pathname, search } = new URL(request.url);
  const pathAndQuery = `${pathname}${search}`;
  const longAddress = withTxidInQuery(pathAndQuery);
  if (longAddress === pathAndQuery) return request;
  return new Request(new URL(longAddress, request.url), request);
}

async function replyOfDocument(request: Request, path: LiveTextPath): Promise<Response> {
  const { search, searchParams } = new URL(request.url);
  const liveBody = await getLiveBody(path, searchParams).catch((error) => {
    if (error instanceof InputError) return error;
    throw error;
  });
  if (liveBody instanceof InputError)
    return refusalResponse(request, invalidQuestion(inputText(liveBody.fault)));
  const { text, isRefused } = liveBody;
  const { mediaType, cache, page } = findResource(path);
  const headers = {
    ...linkField(linkHeader(path)),
    ...sharedCacheFields(searchParams),
    // The page's address gives this document too, for `Accept: text/markdown`. One cached response
    // may serve both addresses, so this header always names the document.
    ...(page !== undefined && { "Content-Location": `${path}${search}` }),
  };
  const representation = createRepresentation({
    text,
    mediaType,
    updated: null,
    cache,
    headers: isRefused ? {} : headers,
  });
  return reply(request, representation, isRefused ? 400 : 200);
}

async function replyOfTool(request: Request, path: ToolAnswerPath): Promise<Response> {
  const { mediaType, tool: toolName } = findResource(path);
  const { tools } = await import("../mcp/tools/all.ts");
  const tool = tools.find(({ name }) => name === toolName);
  if (!tool) throw new Error(`${path} has no tool`);
  const { searchParams } = new URL(request.url);
  const input = queryArguments(tool.inputSchema, searchParams);
  const { structured, isArgumentError } = await tool.run(getNetwork(), input, {
    networkName: config().network,
    signal: request.signal,
  });
  const isQuestion = [...searchParams.keys()].some((name) => !isCampaignName(name));
  const link = linkHeader(path);
  return replyStructured(request, structured, { mediaType, link, isQuestion, isArgumentError });
}
