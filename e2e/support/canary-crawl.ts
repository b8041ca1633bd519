// Requests every address of a site with forged host and forwarding headers, and checks that no
// answer repeats a forged value.
import { expect } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { ask } from "./raw-request.ts";

export const CANARY = "canary-7b1e.example";
const names = "host proto for server".split(" ").map((name) => `x-forwarded-${name}`);
const paths = "forwarded-prefix original-url rewrite-url matched-path invoke-path".split(" ");
const allAs = (fields: readonly string[], value: string) =>
  Object.fromEntries(fields.map((field) => [field, value]));
export const forged: Readonly<Record<string, string>> = {
  ...allAs([...names, "x-host", "x-real-ip", "user-agent"], CANARY),
  ...allAs([...paths.map((path) => `x-${path}`), "next-url"], `/${CANARY}`),
  "x-forwarded-port": "31337",
  forwarded: `host=${CANARY};proto=${CANARY};for=${CANARY}`,
  "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
  origin: `https://${CANARY}`,
  referer: `https://${CANARY}/`,
};
export const foreignHosts = [CANARY, "localhost:31337"];

const QUOTE = "/quote?from=BTC&to=ETH&amount=0.05";
const plain: readonly string[] = [
  ...resourcePaths,
  ...resourcePaths
    .filter((path) => path !== "/" && findResource(path).kind === "page")
    .map((path) => `${path}/`),
  ...["/no-such-page", "/no-such.json", "/_next/no-such", "/_next/data/no-such/pricing.json"],
  ...["/_global-error", "//no-such", "/opengraph-image", "/%ff", QUOTE],
  // Paid out, and refunded.
  ...[9, 11].map((index) => `/track?txid=${sampleTransactions[index]?.txid}`),
  `/track.md?txid=${sampleTransactions[11]?.txid}`,
];
const addresses: readonly (readonly [path: string, headers: Record<string, string>])[] = [
  ...plain.map((path) => [path, {}] as const),
  ...["/pricing", "/no-such-page", QUOTE].map(
    (path) => [path, { accept: "text/markdown" }] as const,
  ),
  ...["/pricing", "/no-such-page"].map((path) => [path, { accept: "application/json" }] as const),
  ["/pricing", { "if-modified-since": "Fri, 20 Nov 2099 00:00:00 GMT" }],
  ["/pricing", { rsc: "1" }],
  ["/llms.txt", { "if-none-match": "*" }],
];

/** Fewer addresses: only the first resource of each kind and site, and all other addresses. */
const kinds = resourcePaths
  .map((path) => findResource(path))
  .map((resource) => `${resource.kind} ${resource.site} ${resource.onBoth}`);
const oneOfEach = addresses.filter(([path], index) =>
  index < kinds.length
    ? kinds.indexOf(kinds[index] as string) === index
    : !path.startsWith("/track?"),
);

const swap = { txid: sampleTransactions[0]?.txid };
const messages = [
  ...["initialize", "tools/list", "prompts/list", "resources/list"].map((method) => [method, {}]),
  ["tools/call", { name: "get_network_status", arguments: {} }],
  ["tools/call", { name: "get_swap_status", arguments: swap }],
].map(([method, params]) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));

/** Without Origin, like an MCP client. A browser's Origin is refused before the body is read. */
const { origin: _origin, ...ofClient } = forged;
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/**
 * Requests `origin` with the header `Host: host`. Redirects may lead only to `ownOrigins`.
 * Requests all addresses for the host CANARY, and fewer addresses for other hosts.
 */
export async function crawl(
  origin: string,
  host: string,
  ownOrigins: readonly string[],
): Promise<void> {
  // Collected for one `expect` at the end, because each `expect` is slower than the last.
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
  for (const [path, headers] of host === CANARY ? addresses : oneOfEach)
    await look("GET", path, { ...forged, ...headers });
  for (const [path, headers] of oneOfEach) await look("POST", path, { ...forged, ...headers });
  // Only the website has the endpoint /mcp. The swap site redirects there, whatever the port.
  const isSentOn = ownOrigins.slice(1).some((own) => new URL(own).host === host);
  const isKnown = ownOrigins.some((own) => new URL(own).hostname === host.replace(/:\d+$/, ""));
  const [status, ofBrowser] = isSentOn ? [308, 308] : isKnown ? [200, 403] : [421, 421];
  expect(faults).toEqual([]);
  for (const body of messages) {
    expect(await look("POST", "/mcp", { ...ofClient, ...json }, body), body).toBe(status);
    expect(await look("POST", "/mcp", { ...forged, ...json }, body), body).toBe(ofBrowser);
  }
  expect(faults).toEqual([]);
}
