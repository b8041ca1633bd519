// The MCP endpoint with the real configuration and network.
import "server-only";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { config } from "../config.ts";
import { prompts } from "../mcp/prompts/prompts.ts";
import { createMcpServerHandler, type McpDocument, serverInstructions } from "../mcp/server.ts";
import { tools } from "../mcp/tools/all.ts";
import type { Fault } from "../mcp/transport/fault.ts";
import { createGuard } from "../mcp/transport/guard.ts";
import { serverName } from "../mcp/transport/identity.ts";
import type { Operation, RequestLine } from "../mcp/transport/request-log.ts";
import { createToolResultCache } from "../mcp/transport/tool-result-cache.ts";
import { messageCost } from "../site/registry/message-costs.ts";
import { VERSION } from "../version.ts";
import { getRateLimit } from "./client-limit.ts";
import { recordSeconds } from "./metrics/instruments.ts";
import { getNetwork } from "./network.ts";
import { registerBypass } from "./server/route-bypass.ts";

type Handler = (request: Request) => Promise<Response>;

/**
 * A handler for any method on /mcp. It is made at the first request, so a build reads no network.
 * Later requests may come without Next. `getDocuments` lists the documents to offer as resources.
 */
export function publishMcp(getDocuments: () => readonly McpDocument[]): Handler {
  let guarded: Handler | undefined;
  return (request) => {
    if (!guarded) {
      guarded = createHandler(getDocuments());
      registerBypass("/mcp", createRequestListener(guarded));
    }
    return guarded(request);
  };
}

function createHandler(documents: readonly McpDocument[]): Handler {
  const settings = config();
  const { siteUrl, siteName, hostnames, network: networkName } = settings;
  const rateLimit = getRateLimit();
  const toolNames = new Set(tools.map((tool) => tool.name));
  return createGuard({
    handle: createMcpServerHandler({
      network: getNetwork(),
      networkName,
      tools,
      documents,
      prompts,
      identity: { name: serverName(siteName), version: VERSION },
      instructions: serverInstructions(siteName, `${siteUrl}/AGENTS.md`),
      reportFault,
    }),
    hostnames: new Set(hostnames),
    endpointUrl: `${siteUrl}/mcp`,
    cardUrl: `${siteUrl}/.well-known/mcp/server-card.json`,
    resultCache: createToolResultCache(Date.now),
    // Each tool makes several upstream calls.
    progressTools: toolNames,
    ...(rateLimit && { rateLimit }),
    costOf: messageCost,
    toolNames,
    logRequest,
    reportFault,
  });
}

function logRequest(line: RequestLine, operations: readonly Operation[]): void {
  for (const { method, tool, outcome, seconds } of operations) {
    recordSeconds("mcp.server.operation.duration", seconds, {
      "mcp.method.name": method ?? "none",
      ...(tool && { "gen_ai.tool.name": tool }),
      ...(outcome !== "ok" && { "error.type": outcome }),
    });
  }
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** One line for the operator, with the id that the caller got. */
function reportFault({ id, where, error }: Fault): void {
  const cause = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
  process.stderr.write(`${JSON.stringify({ fault: id, where, cause })}\n`);
}
