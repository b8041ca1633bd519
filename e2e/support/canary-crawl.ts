// Requests everything that a site publishes with forged hosts
// and forwarding headers, and searches each answer for them.
import { expect } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { ask } from "./raw-request.ts";

export const CANARY = "canary-7b1e.example";
export const forged = {
  "x-forwarded-host": CANARY,
  "x-forwarded-proto": CANARY,
  "x-forwarded-port": "31337",
  "x-forwarded-for": CANARY,
  "x-forwarded-prefix": `/${CANARY}`,
  "x-forwarded-server": CANARY,
  "x-host": CANARY,
  "x-real-ip": CANARY,
  forwarded: `host=${CANARY};proto=${CANARY};for=${CANARY}`,
  "x-original-url": `/${CANARY}`,
  "x-rewrite-url": `/${CANARY}`,
  "x-matched-path": `/${CANARY}`,
  "x-invoke-path": `/${CANARY}`,
  "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
  "next-url": `/${CANARY}`,
  origin: `https://${CANARY}`,
  referer: `https://${CANARY}/`,
  "user-agent": CANARY,
};
export const foreignHosts = [CANARY, `${CANARY}:31337`, "localhost:31337"];

/** Addresses for every status that a GET can get, in every form. */
const addresses: readonly (readonly [path: string, headers: Record<string, string>])[] = [
  ...resourcePaths.map((path) => [path, {}] as const),
  ...resourcePaths
    .filter((path) => path !== "/" && findResource(path).kind === "page")
    .map((path) => [`${path}/`, {}] as const),
  ["/pricing", { accept: "text/markdown" }],
  ["/pricing", { accept: "application/json" }],
  ["/pricing", { "if-modified-since": "Fri, 20 Nov 2099 00:00:00 GMT" }],
  ["/pricing", { rsc: "1" }],
  ["/llms.txt", { "if-none-match": "*" }],
  ["/no-such-page", {}],
  ["/no-such-page", { accept: "text/markdown" }],
  ["/no-such-page", { accept: "application/json" }],
  ["/no-such.json", {}],
  ["/_next/no-such", {}],
  ["/_next/data/no-such/pricing.json", {}],
  ["/_global-error", {}],
  ["//no-such", {}],
  ["/opengraph-image", {}],
  ["/%ff", {}],
  ["/quote?from=BTC&to=ETH&amount=0.05", {}],
  ["/quote?from=BTC&to=ETH&amount=0.05", { accept: "text/markdown" }],
  ...sampleTransactions.map(({ txid }) => [`/track?txid=${txid}`, {}] as const),
  [`/track.md?txid=${sampleTransactions[11]?.txid}`, {}],
];

/** Kind and site decide how a resource is answered: the first of each, and every status and form. */
const kinds = resourcePaths
  .map((path) => findResource(path))
  .map((resource) => `${resource.kind} ${resource.site} ${resource.onBoth}`);
const oneOfEach = addresses.filter(([path], index) =>
  index < kinds.length
    ? kinds.indexOf(kinds[index] as string) === index
    : !path.startsWith("/track?"),
);

const messages = [
  ...["initialize", "tools/list", "prompts/list", "resources/list"].map((method) => ({
    method,
    params: {},
  })),
  { method: "tools/call", params: { name: "get_network_status", arguments: {} } },
  {
    method: "tools/call",
    params: { name: "get_swap_status", arguments: { txid: sampleTransactions[0]?.txid } },
  },
].map((message) => JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }));

/** Sent as an MCP client sends it. The Origin of a browser would be refused before anything is read. */
const { origin: _origin, ...ofClient } = forged;
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/**
 * Requests `origin` with the name `host`. A redirect may lead only to the two `ownOrigins`.
 * Every address for the canary: a foreign host is served all. A host is read in one place, so other names need one address of each kind.
 */
export async function crawl(
  origin: string,
  host: string,
  ownOrigins: readonly string[],
): Promise<void> {
  // One comparison at the end: each `expect` takes longer than the one before it.
  const faults: string[] = [];
  const look = async (method: string, path: string, headers: Record<string, string>, body = "") => {
    const answer = await ask(origin, method, path, { ...headers, host }, body);
    const { location = "/" } = answer.headers;
    const isOwn =
      ownOrigins.some((own) => location.startsWith(`${own}/`)) || /^\/(?!\/)/.test(location);
    const repeated = /.{0,40}(?:canary-7b1e|(?<![\w.])31337(?![\w.])).{0,40}/.exec(
      answer.body + JSON.stringify(answer.headers),
    )?.[0];
    if (answer.status >= 500 || repeated !== undefined || !isOwn)
      faults.push(
        `${method} ${path} ${body} ${answer.status}: ${repeated ?? `leads to ${location}`}`,
      );
    return answer.status;
  };
  const readAddresses = host === CANARY ? addresses : oneOfEach;
  for (const [path, headers] of readAddresses) await look("GET", path, { ...forged, ...headers });
  for (const [path, headers] of oneOfEach) await look("POST", path, { ...forged, ...headers });
  // Only the website has the endpoint, so the swap site redirects to it. Ports do not matter.
  const isSentOn = ownOrigins.slice(1).some((own) => new URL(own).host === host);
  const isKnown = ownOrigins.some((own) => new URL(own).hostname === host.replace(/:\d+$/, ""));
  const [status, ofBrowser] = isSentOn ? [308, 308] : [isKnown ? 200 : 403, 403];
  expect(faults).toEqual([]);
  for (const body of messages) {
    expect(await look("POST", "/mcp", { ...ofClient, ...json }, body), body).toBe(status);
    expect(await look("POST", "/mcp", { ...forged, ...json }, body), body).toBe(ofBrowser);
  }
  expect(faults).toEqual([]);
}
