// `npm run bench`: divides the site's answers per second by those of servers with equal bytes.
// The servers run in turns on this machine, so only ratios mean something.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, sampleSettings, startProcess } from "../e2e/support/start-process.ts";
import manifest from "../package.json" with { type: "json" };

const CONNECTIONS = 20;
const ROUNDS = 5;
const SECONDS = 3;
const START_LIMIT_MS = 600_000;
/** A fixed port, because the address is part of the build. */
const SITE_PORT = 4390;

const packages = {
  autocannon: "9.0.0",
  fastmcp: "4.20.16",
  "@modelcontextprotocol/node": "2.1.2",
  "@modelcontextprotocol/server": manifest.dependencies["@modelcontextprotocol/server"],
  zod: manifest.dependencies.zod,
};

const bareServer = `
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
const answers = JSON.parse(readFileSync("answers.json", "utf8"));
for (const answer of Object.values(answers)) answer.body = Buffer.from(answer.text);
createServer((request, response) => {
  const { headers, body } = answers[request.url];
  response.writeHead(200, { ...headers, "content-length": body.length }).end(body);
}).listen(process.argv[2], () => console.log("ready"));
`;

/** Our MCP tools with their texts and input schemas, but with one fixed answer. */
const toolsModule = `
import { readFileSync } from "node:fs";
import { z } from "zod";
const { tools: described, answer } = JSON.parse(readFileSync("tools.json", "utf8"));
export const tools = described.map(({ inputSchema, outputSchema, ...tool }) => ({
  ...tool,
  inputSchema: z.fromJSONSchema(inputSchema),
  ...(tool.name === "get_network_status" && { outputSchema: z.fromJSONSchema(outputSchema) }),
  answer,
}));
`;

const sdkServer = `
import { createServer } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { tools } from "./tools.mjs";
createServer(async (request, response) => {
  const server = new McpServer({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } });
  for (const { name, answer, ...listing } of tools)
    server.registerTool(name, listing, async () => answer);
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: undefined, enableJsonResponse: true,
  });
  response.on("close", () => { transport.close(); server.close(); });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}).listen(process.argv[2], "127.0.0.1", () => console.log("ready"));
`;

const fastMcpServer = `
import { FastMCP } from "fastmcp";
import { tools } from "./tools.mjs";
const server = new FastMCP({ name: "peer", version: "1.0.0" });
for (const { name, description, annotations, inputSchema, answer } of tools)
  server.addTool({
    name, description, annotations, parameters: inputSchema,
    execute: async () => ({ content: answer.content }),
  });
const port = Number(process.argv[2]);
await server.start({
  transportType: "httpStream",
  httpStream: { port, stateless: true, enableJsonResponse: true },
});
console.log("ready");
`;

const pages = ["/quote?from=BTC&to=ETH&amount=0.05", "/status"];
const documents = ["/llms.txt", "/pricing"];
const accept = "application/json, text/event-stream";
const jsonRpc = (method: string, params: object = {}) => ({
  method: "POST" as const,
  headers: { "content-type": "application/json", accept },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});
const statusCall = jsonRpc("tools/call", { name: "get_network_status", arguments: {} });

type Load = RequestInit & { readonly url: string };
interface Row {
  readonly name: string;
  readonly ours: Load;
  readonly theirs: Load;
  readonly leastRatio: number;
}
type Figures = Readonly<Record<"duration" | "non2xx" | "errors", number>>;
type Autocannon = (options: object) => Promise<Figures & { requests: { total: number } }>;

const folder = join(tmpdir(), "signpost-bench");
const writeScratch = (name: string, text: string) => writeFileSync(join(folder, name), text);

function installPackages(): Autocannon {
  mkdirSync(folder, { recursive: true });
  writeScratch("package.json", JSON.stringify({ type: "module", dependencies: packages }));
  if (!existsSync(join(folder, "node_modules"))) {
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", args, { cwd: folder, stdio: "inherit" });
  }
  return createRequire(join(folder, "package.json"))("autocannon") as Autocannon;
}

const site = `http://localhost:${SITE_PORT}`;
const siteSettings = {
  ...sampleSettings(site),
  PORT: String(SITE_PORT),
  RATE_LIMIT: "0",
  DIST_DIR: ".next-bench",
};

async function startSite(): Promise<void> {
  await startProcess({
    args: ["node_modules/jiti/lib/jiti-cli.mjs", "bin/start.ts"],
    environment: siteSettings,
    ready: /^Try:$/m,
    limitMs: START_LIMIT_MS,
  });
}

async function startNext(): Promise<string> {
  const port = await findFreePort();
  const next = "node_modules/next/dist/bin/next";
  const args = [next, "start", "-p", String(port)];
  await startProcess({
    args,
    environment: siteSettings,
    ready: /Ready in/,
    limitMs: START_LIMIT_MS,
  });
  return `http://localhost:${port}`;
}

async function startPeer(file: string): Promise<string> {
  const port = await findFreePort();
  const args = [join(folder, file), String(port)];
  await startProcess({ args, ready: /ready/i, limitMs: START_LIMIT_MS, folder });
  return `http://127.0.0.1:${port}`;
}

async function writeAnswers(): Promise<void> {
  const answers: Record<string, object> = {};
  for (const path of documents) {
    const response = await fetch(`${site}${path}`, { headers: { accept: "text/html, */*" } });
    const headers = Object.fromEntries(response.headers);
    for (const field of ["connection", "keep-alive", "date", "transfer-encoding"]) {
      delete headers[field];
    }
    answers[path] = { text: await response.text(), headers };
  }
  const askMcp = async (init: RequestInit) => (await fetch(`${site}/mcp`, init)).json();
  const described = (await askMcp(jsonRpc("tools/list"))).result.tools;
  const answer = (await askMcp(statusCall)).result;
  writeScratch("answers.json", JSON.stringify(answers));
  writeScratch("tools.json", JSON.stringify({ tools: described, answer }));
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

async function measureRow(autocannon: Autocannon, { name, ours, theirs, leastRatio }: Row) {
  const measureRate = async (load: Load) => {
    const options = { ...load, connections: CONNECTIONS, duration: SECONDS };
    const { requests, duration, non2xx, errors } = await autocannon(options);
    if (non2xx + errors > 0 || requests.total === 0) {
      throw new Error(
        `${load.url}: ${requests.total} answers, ${non2xx} refused, ${errors} errors`,
      );
    }
    return requests.total / duration;
  };
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [ourRate, theirRate] = [await measureRate(ours), await measureRate(theirs)];
    if (round > 0) ratios.push(ourRate / theirRate);
  }
  const ratio = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  const verdict = `at least ${leastRatio}: ${ratio >= leastRatio ? "met" : "MISSED"}`;
  process.stdout.write(`${name.padEnd(52)} ${ratio.toFixed(2)} (${range}), ${verdict}\n`);
  return ratio >= leastRatio;
}

const autocannon = installPackages();
await startSite();
await writeAnswers();
writeScratch("bare.mjs", bareServer);
writeScratch("tools.mjs", toolsModule);
writeScratch("sdk.mjs", sdkServer);
writeScratch("fastmcp.mjs", fastMcpServer);
const bare = await startPeer("bare.mjs");
const nextAlone = await startNext();
const mcpPeers = {
  "the official SDK": `${await startPeer("sdk.mjs")}/mcp`,
  FastMCP: `${await startPeer("fastmcp.mjs")}/mcp`,
};
const htmlHeaders = { accept: "text/html" };
const mcp = `${site}/mcp`;
const rows: Row[] = [
  ...documents.map((path) => ({
    name: `${path} / node:http with the same bytes`,
    ours: { url: `${site}${path}`, headers: htmlHeaders },
    theirs: { url: `${bare}${path}` },
    leastRatio: 0.6,
  })),
  ...["/.well-known/status", "/status.md"].map((path) => ({
    name: `${path} / get_network_status`,
    ours: { url: `${site}${path}` },
    theirs: { url: mcp, ...statusCall },
    leastRatio: 3,
  })),
  ...Object.entries(mcpPeers).flatMap(([peer, url]) =>
    Object.entries({ "tools/list": jsonRpc("tools/list"), get_network_status: statusCall }).map(
      ([question, load]) => ({
        name: `/mcp ${question} / ${peer}`,
        ours: { url: mcp, ...load },
        theirs: { url, ...load },
        leastRatio: 1,
      }),
    ),
  ),
  ...pages.map((path) => ({
    name: `${path.split("?")[0]} as HTML / the same page by Next alone`,
    ours: { url: `${site}${path}`, headers: htmlHeaders },
    theirs: { url: `${nextAlone}${path}`, headers: htmlHeaders },
    leastRatio: 0.9,
  })),
];
let missed = 0;
for (const row of rows) if (!(await measureRow(autocannon, row))) missed += 1;
process.exit(missed);
