// DOOR: the MCP endpoint with the real configuration and network behind it. With `client-limit.ts` the only file of this room that opens a door.
import "server-only";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { config } from "../config.ts";
import { offerDirectly } from "../http/direct-listeners.ts";
import { recordSeconds } from "../metrics/instruments.ts";
import { getNetwork } from "../protocol/network.ts";
import { VERSION } from "../site/identity.ts";
import { createAnswerMemory } from "./answer-memory.ts";
import { getRateLimit } from "./client-limit.ts";
import type { Fault } from "./fault.ts";
import { createGuard } from "./guard.ts";
import { serverName } from "./identity.ts";
import { toInstructions } from "./instructions.ts";
import { prompts } from "./prompts.ts";
import type { Operation, RequestLine } from "./request-log.ts";
import type { McpDocument } from "./resources.ts";
import { createMcpServerHandler } from "./server.ts";
import { tools } from "./tools/all.ts";

type Handler = (request: Request) => Promise<Response>;

/**
 * A handler for any method on /mcp. It is made at the first request, so that a build opens no door; later ones may come without Next.
 * `getDocuments`: what is offered as resources. It belongs to the site's room, so the route hands it in.
 */
export function publishMcp(getDocuments: () => readonly McpDocument[]): Handler {
  let guarded: Handler | undefined;
  return (request) => {
    if (!guarded) {
      guarded = createHandler(getDocuments());
      offerDirectly("/mcp", createRequestListener(guarded));
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
      instructions: toInstructions(siteName, `${siteUrl}/AGENTS.md`),
      reportFault,
    }),
    hostnames: new Set(hostnames),
    endpointUrl: `${siteUrl}/mcp`,
    cardUrl: `${siteUrl}/.well-known/mcp/server-card.json`,
    memory: createAnswerMemory(Date.now),
    // Each tool reads several upstreams.
    progressTools: toolNames,
    ...(rateLimit && { rateLimit }),
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

/** One line for the operator, under the id that the caller was given. */
function reportFault({ id, where, error }: Fault): void {
  const cause = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
  process.stderr.write(`${JSON.stringify({ fault: id, where, cause })}\n`);
}
