// The fixture server as a process: main.ts [port]. The endpoint's own tools, documents, prompts and guard, and the suites' fixtures beside them.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createGuard } from "../../lib/mcp/guard.ts";
import { toInstructions } from "../../lib/mcp/instructions.ts";
import { prompts } from "../../lib/mcp/prompts.ts";
import { createMcpServerHandler } from "../../lib/mcp/server.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { toGuides } from "../../lib/site/guides.ts";
import { progressFixtures, registerFixtures } from "./fixtures.ts";
import { createSampleNetwork } from "./network.ts";

const site = "http://localhost";
const handle = createGuard({
  handle: createMcpServerHandler({
    network: createSampleNetwork(),
    networkName: "sample",
    tools,
    documents: toGuides((path) => `# ${path}\n`),
    prompts,
    identity: { name: "signpost-fixtures", version: "1.0.0" },
    instructions: toInstructions("Signpost", `${site}/AGENTS.md`),
    registerFixtures,
  }),
  hostnames: new Set(),
  endpointUrl: `${site}/mcp`,
  cardUrl: `${site}/.well-known/mcp/server-card.json`,
  progressTools: new Set([...tools.map((tool) => tool.name), ...progressFixtures]),
});

async function serve(from: IncomingMessage, to: ServerResponse): Promise<void> {
  const hasBody = from.method !== "GET" && from.method !== "HEAD";
  const request = new Request(`${site}${from.url}`, {
    method: from.method ?? "GET",
    headers: Object.entries(from.headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(hasBody && { body: Readable.toWeb(from) as ReadableStream, duplex: "half" }),
  } as RequestInit);
  const response = await handle(request);
  to.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) Readable.fromWeb(response.body as NodeReadableStream).pipe(to);
  else to.end();
}

const server = createServer((from, to) => void serve(from, to));
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  process.stdout.write(`http://localhost:${(server.address() as AddressInfo).port}/mcp\n`);
});
