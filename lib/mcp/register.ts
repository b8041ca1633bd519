// DOOR: the MCP endpoint with the real configuration and network behind it. The only file of this room that opens a door.
import "server-only";
import { config } from "../config.ts";
import { getNetwork } from "../protocol/network.ts";
import { VERSION } from "../site/identity.ts";
import type { Fault } from "./fault.ts";
import { createGuard } from "./guard.ts";
import { serverName } from "./identity.ts";
import { toInstructions } from "./instructions.ts";
import { createMcpServerHandler } from "./server.ts";
import { tools } from "./tools/all.ts";

let guarded: ((request: Request) => Promise<Response>) | undefined;

/** Answers any method on /mcp. The handler is made at the first request, so that a build opens no door. */
export function handleMcp(request: Request): Promise<Response> {
  guarded ??= createHandler();
  return guarded(request);
}

function createHandler(): (request: Request) => Promise<Response> {
  const { siteUrl, siteName, hostnames, network: networkName } = config();
  return createGuard({
    handle: createMcpServerHandler({
      network: getNetwork(),
      networkName,
      tools,
      identity: { name: serverName(siteName), version: VERSION },
      instructions: toInstructions(siteName, `${siteUrl}/AGENTS.md`),
      reportFault,
    }),
    hostnames: new Set(hostnames),
    endpointUrl: `${siteUrl}/mcp`,
    cardUrl: `${siteUrl}/.well-known/mcp/server-card.json`,
    reportFault,
  });
}

/** One line for the operator, under the id that the caller was given. */
function reportFault({ id, where, error }: Fault): void {
  const cause = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
  process.stderr.write(`${JSON.stringify({ fault: id, where, cause })}\n`);
}
