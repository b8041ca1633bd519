// The MCP endpoint with the real configuration and network.
import "server-only";
import { config } from "../config.ts";
import { documentHeaders } from "../http/security-headers.ts";
import type { McpDocument } from "../mcp/documents.ts";
import { prompts } from "../mcp/prompts/prompts.ts";
import { createMcpServerHandler, serverInstructions } from "../mcp/server.ts";
import { tools } from "../mcp/tools/all.ts";
import type { Fault } from "../mcp/transport/fault.ts";
import { createGuard } from "../mcp/transport/guard.ts";
import type { RequestLine } from "../mcp/transport/request-log.ts";
import type { ViewOptions } from "../mcp/view.ts";
import { serverIdentity } from "../site/documents/server-card.ts";
import { absoluteUrl } from "../site/registry/links.ts";
import { messageCost } from "../site/registry/message-costs.ts";
import { siteHeaders } from "../site/serve/page-policy.ts";
import { getAnswerView } from "./answer-view.ts";
import { getRateLimit } from "./client-limit.ts";
import { getLoadedEndpoint, type Handler } from "./loaded-endpoint.ts";
import { getNetwork } from "./network.ts";

interface EndpointParts {
  readonly getDocuments: () => readonly McpDocument[];
  readonly renderAnswer: ViewOptions["render"];
}

/** Creates the handler at the first request, because a build of the site must call no node. */
export function publishMcp(endpointParts: EndpointParts): Handler {
  const endpoint = getLoadedEndpoint();
  return (request) => {
    endpoint.handle ??= withHeaders(createHandler(endpointParts));
    return endpoint.handle(request);
  };
}

/** Adds headers that Next adds to other responses: `bin/server.ts` calls this handler directly. */
function withHeaders(handle: Handler): Handler {
  const headerPairs = Object.entries({ ...siteHeaders("/mcp"), ...documentHeaders });
  return async (request) => {
    const response = await handle(request);
    for (const [name, value] of headerPairs) response.headers.set(name, value);
    return response;
  };
}

function createHandler({ getDocuments, renderAnswer }: EndpointParts): Handler {
  const settings = config();
  const { siteName, hostnames, network: networkName } = settings;
  const rateLimit = getRateLimit();
  const toolNames = new Set(tools.map((tool) => tool.name));
  return createGuard({
    handle: createMcpServerHandler({
      network: getNetwork(),
      networkName,
      tools,
      documents: getDocuments(),
      view: { readDocument: getAnswerView, render: renderAnswer },
      prompts,
      identity: serverIdentity(),
      instructions: serverInstructions(siteName, absoluteUrl("/AGENTS.md")),
      reportFault,
    }),
    hostnames: new Set(hostnames),
    endpointUrl: absoluteUrl("/mcp"),
    cardUrl: absoluteUrl("/mcp/server-card"),
    progressTools: toolNames,
    ...(rateLimit && { rateLimit }),
    costOf: messageCost,
    toolNames,
    logRequest,
    reportFault,
  });
}

function logRequest(line: RequestLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function reportFault({ id, where, error }: Fault): void {
  const causeText = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
  process.stderr.write(`${JSON.stringify({ fault: id, where, cause: causeText })}\n`);
}
