// `npm run bench`: answers a second of the site, divided by those of simple servers that send the
// same bytes. All run on this machine in one run and take turns, so only ratios mean something.
// The servers to compare with are written into a scratch folder, with packages of their own.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findFreePort, sampleSettings, startProcess } from "../e2e/support/start-process.ts";
import manifest from "../package.json" with { type: "json" };

const CONNECTIONS = 20;
const ROUNDS = 5;
const SECONDS = 3;
const START_LIMIT_MS = 600_000;
/** One for all runs, because the address is part of the build. */
const SITE_PORT = 4390;

const packages = {
  autocannon: "9.0.0",
  fastmcp: "4.20.16",
  "@modelcontextprotocol/node": "2.1.2",
  "@modelcontextprotocol/server": manifest.dependencies["@modelcontextprotocol/server"],
  next: manifest.dependencies.next,
  react: manifest.dependencies.react,
  "react-dom": manifest.dependencies["react-dom"],
  zod: manifest.dependencies.zod,
};

/** A server that answers with bytes of ours, from the file `answers.json` of the scratch folder. */
const bareServer = `
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
const answers = JSON.parse(readFileSync("answers.json", "utf8"));
createServer((request, response) => {
  const { headers, text } = answers[request.url];
  response.writeHead(200, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
}).listen(process.argv[2], () => console.log("ready"));
`;

/** Our tools with our texts and input schemas, and one fixed answer. */
const tools = `
import { readFileSync } from "node:fs";
import { z } from "zod";
const { tools: described, answer } = JSON.parse(readFileSync("tools.json", "utf8"));
export const tools = described.map(({ inputSchema, ...tool }) => ({
  ...tool, inputSchema: z.fromJSONSchema(inputSchema), answer,
}));
`;

const sdkServer = `
import { createServer } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { tools } from "./tools.mjs";
createServer(async (request, response) => {
  const server = new McpServer({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } });
  for (const { name, title, description, annotations, inputSchema, answer } of tools)
    server.registerTool(name, { title, description, annotations, inputSchema }, async () => answer);
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
  httpStream: { port, host: "127.0.0.1", stateless: true, enableJsonResponse: true },
});
console.log("ready");
`;

/** A page as long as ours: Next sends its content twice, as HTML and as data for React. */
const barePage = `
import { readFileSync } from "node:fs";
import { join } from "node:path";
export const dynamic = "force-dynamic";
const answers = JSON.parse(readFileSync(join(process.cwd(), "answers.json"), "utf8"));
const OWN_BYTES = 3_500;
export default async function Page({ params, searchParams }) {
  const { name } = await params;
  await searchParams;
  const { text } = answers["/" + name];
  const body = text.replace(/<script[^]*?<\\/script>/g, "").replace(/["\\\\]/g, "'").split("<body>")[1];
  const bytes = (text.length - OWN_BYTES) / 2;
  const html = body.repeat(Math.ceil(bytes / body.length)).slice(0, bytes);
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
`;

const layout = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

const pages = {
  "/quote": "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.05",
  "/status": "/status",
} as const;
const documents = ["/llms.txt", "/pricing"];
const mcpHeaders = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const ask = (method: string, params: object = {}) => ({
  method: "POST" as const,
  headers: mcpHeaders,
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});
const statusCall = ask("tools/call", { name: "get_network_status", arguments: {} });

interface Load {
  readonly url: string;
  readonly method?: "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
interface Row {
  readonly name: string;
  readonly ours: Load;
  readonly theirs: Load;
  readonly leastRatio: number;
}
type Autocannon = (options: object) => Promise<{
  readonly requests: { readonly total: number };
  readonly duration: number;
  readonly non2xx: number;
  readonly errors: number;
}>;

const folder = join(tmpdir(), "signpost-bench");
const writeScratch = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

function installPackages(): Autocannon {
  const text = JSON.stringify({ private: true, type: "module", dependencies: packages });
  writeScratch("package.json", text);
  if (!existsSync(join(folder, "node_modules"))) {
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", args, { cwd: folder, stdio: "inherit" });
  }
  return createRequire(join(folder, "package.json"))("autocannon") as Autocannon;
}

async function startSite(): Promise<string> {
  const origin = `http://localhost:${SITE_PORT}`;
  const settings = { PORT: String(SITE_PORT), RATE_LIMIT: "0", DIST_DIR: ".next-bench" };
  await startProcess({
    args: ["node_modules/jiti/lib/jiti-cli.mjs", "bin/start.ts"],
    environment: { ...sampleSettings(origin), ...settings },
    ready: /^Try:$/m,
    limitMs: START_LIMIT_MS,
  });
  return origin;
}

async function startPeer(file: string, ...options: string[]): Promise<string> {
  const port = await findFreePort();
  const args = [join(folder, file), ...options, String(port)];
  await startProcess({ args, ready: /ready/i, limitMs: START_LIMIT_MS, folder });
  return `http://127.0.0.1:${port}`;
}

/** What the site says, for the servers that repeat it. */
async function writeAnswers(site: string): Promise<void> {
  const answers: Record<string, object> = {};
  const paths = documents.map((path) => [path, path]);
  for (const [name = "", path] of [...paths, ...Object.entries(pages)]) {
    const response = await fetch(`${site}${path}`, { headers: { accept: "text/html, */*" } });
    const headers = Object.fromEntries(response.headers);
    for (const field of ["connection", "keep-alive", "date", "transfer-encoding"]) {
      delete headers[field];
    }
    answers[name] = { text: await response.text(), headers };
  }
  const read = async (init: RequestInit) => (await fetch(`${site}/mcp`, init)).json();
  const described = (await read(ask("tools/list"))).result.tools;
  const answer = (await read(statusCall)).result;
  writeScratch("answers.json", JSON.stringify(answers));
  writeScratch("tools.json", JSON.stringify({ tools: described, answer }));
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

async function measureRow(autocannon: Autocannon, { name, ours, theirs, leastRatio }: Row) {
  const run = async (load: Load) => {
    const options = { ...load, connections: CONNECTIONS, duration: SECONDS };
    const { requests, duration, non2xx, errors } = await autocannon(options);
    if (non2xx + errors > 0 || requests.total === 0) {
      throw new Error(`${load.url}: ${requests.total} answers, ${non2xx} refused, ${errors} errors`);
    }
    return requests.total / duration;
  };
  const ratios: number[] = [];
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round++) {
    const [ourRate, theirRate] = [await run(ours), await run(theirs)];
    if (round > 0) ratios.push(ourRate / theirRate);
  }
  const ratio = median(ratios);
  const isMet = ratio >= leastRatio;
  const range = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  const verdict = isMet ? "met" : "MISSED";
  process.stdout.write(`${name.padEnd(64)} ${ratio.toFixed(2)} (${range}), at least ${leastRatio}: ${verdict}\n`);
  return isMet;
}

const autocannon = installPackages();
const site = await startSite();
await writeAnswers(site);
const files = {
  "bare.mjs": bareServer,
  "tools.mjs": tools,
  "sdk.mjs": sdkServer,
  "fastmcp.mjs": fastMcpServer,
  "app/layout.jsx": layout,
  "app/[name]/page.jsx": barePage,
};
for (const [name, text] of Object.entries(files)) writeScratch(name, text);
const next = "node_modules/next/dist/bin/next";
execFileSync(process.execPath, [next, "build"], { cwd: folder, stdio: "inherit" });
const [bare, bareNext] = [await startPeer("bare.mjs"), await startPeer(next, "start", "-p")];
const mcpPeers = {
  "the official SDK": `${await startPeer("sdk.mjs")}/mcp`,
  FastMCP: `${await startPeer("fastmcp.mjs")}/mcp`,
};
const html = { accept: "text/html" };
const mcp = `${site}/mcp`;
const rows: Row[] = [
  ...documents.map((path) => ({
    name: `${path} / node:http with the same bytes`,
    ours: { url: `${site}${path}`, headers: html },
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
    Object.entries({ "tools/list": ask("tools/list"), get_network_status: statusCall }).map(([question, load]) => ({
      name: `/mcp ${question} / ${peer}`,
      ours: { url: mcp, ...load },
      theirs: { url, ...load },
      leastRatio: 1,
    })),
  ),
  ...Object.entries(pages).map(([name, path]) => ({
    name: `${name} as HTML / a page as long in a bare Next app`,
    ours: { url: `${site}${path}`, headers: html },
    theirs: { url: `${bareNext}${name}`, headers: html },
    leastRatio: 0.9,
  })),
];
let missed = 0;
for (const row of rows) if (!(await measureRow(autocannon, row))) missed += 1;
process.exit(missed);
