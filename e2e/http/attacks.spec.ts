// What no honest client sends, byte by byte: nothing of it is repeated, and no request hides another.
import { expect, test } from "@playwright/test";
import { resourcePaths, toResource } from "../../lib/site/resources.ts";
import { ask, parseAnswer, sendBytes, toRequest } from "../raw-request.ts";

const CANARY = "canary-7b1e.example";
const forged = {
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
const hosts = [CANARY, `${CANARY}:31337`, `localhost:31337`, `user@${CANARY}`];

/** Addresses for every status that a GET can get, and every form of each. */
const addresses: readonly (readonly [path: string, headers: Record<string, string>])[] = [
  ...resourcePaths.map((path) => [path, {}] as const),
  ...resourcePaths
    .filter((path) => path !== "/" && toResource(path).kind === "page")
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
  ["//no-such", {}],
  ["/opengraph-image", {}],
  ["/%ff", {}],
];

for (const host of [...hosts, null]) {
  test(`${host ?? "the own host"} with forged headers is never repeated`, async ({ baseURL }) => {
    const origin = baseURL as string;
    for (const [path, headers] of addresses) {
      for (const method of ["GET", "POST"]) {
        const answer = await ask(origin, method, path, { ...forged, ...(host && { host }), ...headers });
        const shown = `${method} ${path} ${answer.status}`;
        expect(answer.status, shown).toBeLessThan(500);
        expect(answer.body + JSON.stringify(answer.headers), shown).not.toMatch(/canary-7b1e|31337/);
        expect(answer.headers.location ?? "/", shown).toMatch(/^\/(?!\/)/);
      }
    }
  });
}

test("what was asked under a foreign host is not kept for the own one", async ({ baseURL }) => {
  for (const path of ["/", "/pricing", "/llms.txt", "/robots.txt"]) {
    await ask(baseURL as string, "GET", path, { ...forged, host: CANARY });
    const answer = await ask(baseURL as string, "GET", path);
    expect(answer.body + JSON.stringify(answer.headers), path).not.toContain("canary");
  }
});

/** How many answers came, and whether one of them is of the hidden request: only /llms.txt begins so. */
function readAnswers(text: string) {
  return { count: text.match(/^HTTP\/1\.1 \d{3} /gm)?.length ?? 0, isHidden: text.includes("\n# Signpost\n") };
}

test.describe("a request hides no other", () => {
  const hidden = "GET /llms.txt HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
  const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
  const chunked = `0\r\n\r\n${hidden}`;
  const length = `content-length: ${chunked.length}\r\n`;
  const rows: readonly (readonly [name: string, bytes: string])[] = [
    ["Content-Length and Transfer-Encoding", `${head}${length}transfer-encoding: chunked\r\n\r\n${chunked}`],
    ["Transfer-Encoding and Content-Length", `${head}transfer-encoding: chunked\r\n${length}\r\n${chunked}`],
    ["two lengths", `${head}content-length: 0\r\n${length}\r\n${hidden}`],
    ["a list of lengths", `${head}content-length: 0, 5\r\n\r\n${hidden}`],
    ["a signed length", `${head}content-length: +0\r\n\r\n${hidden}`],
    ["a hexadecimal length", `${head}content-length: 0x0\r\n\r\n${hidden}`],
    [
      "two Transfer-Encoding lines",
      `${head}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n${chunked}`,
    ],
    ["an unknown coding", `${head}transfer-encoding: xchunked\r\n\r\n${chunked}`],
    ["chunked before another coding", `${head}transfer-encoding: chunked, gzip\r\n\r\n${chunked}`],
    ["a space before the colon", `${head}transfer-encoding : chunked\r\n\r\n${chunked}`],
    ["a tab before the coding's end", `${head}transfer-encoding: \x0bchunked\r\n\r\n${chunked}`],
    ["a folded line", `${head}x-a: b\r\n transfer-encoding: chunked\r\n${length}\r\n${chunked}`],
    ["bare line feeds", `${head.replaceAll("\r\n", "\n")}content-length: 0\n\n${hidden}`],
    ["a bare carriage return", `${head}x-a: b\rtransfer-encoding: chunked\r\n\r\n${chunked}`],
    ["a null byte in a field", `${head}x-a: b\0c\r\n\r\n${hidden}`],
    ["a chunk size beyond 64 bits", `${head}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n${hidden}`],
    ["a chunk that ends with a line feed alone", `${head}transfer-encoding: chunked\r\n\r\n1\n1\n0\n\n${hidden}`],
    ["no host", `GET /pricing HTTP/1.1\r\nconnection: keep-alive\r\n\r\n${hidden}`],
  ];
  for (const [name, bytes] of rows) {
    test(name, async ({ baseURL }) => {
      const { count, isHidden } = readAnswers(await sendBytes(baseURL as string, bytes));
      expect({ count: Math.min(count, 1), isHidden }).toEqual({ count: 1, isHidden: false });
    });
  }

  test("requests in one packet are answered in their order", async ({ baseURL }) => {
    const paths = ["/robots.txt", "/llms.txt", "/no-such.json", "/mcp"];
    const bytes = paths
      .map((path) => `GET ${path} HTTP/1.1\r\nhost: ${new URL(baseURL as string).host}\r\n`)
      .join("\r\n");
    const text = await sendBytes(baseURL as string, `${bytes}connection: close\r\n\r\n`);
    expect([...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map((match) => match[1])).toEqual(["200", "200", "404", "405"]);
    expect(text.indexOf("User-agent:")).toBeLessThan(text.indexOf("# Signpost"));
  });
});

const traversals = [
  "/../../../../etc/passwd",
  "/..%2f..%2f..%2fetc/passwd",
  "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
  "/%252e%252e%252fetc%252fpasswd",
  "/..%5c..%5cpackage.json",
  "/..\\..\\package.json",
  "/....//....//package.json",
  "/_next/static/../../../package.json",
  "/_next/static/..%2f..%2f..%2fpackage.json",
  "/_next/static/%2e%2e/%2e%2e/server/middleware.js",
  "/_next/static/chunks/..%252f..%252fBUILD_ID",
  "/_next/image?url=%2f..%2f..%2fpackage.json&w=64&q=75",
  "/_next/image?url=http%3A%2F%2F127.0.0.1%3A1%2F&w=64&q=75",
  "/_next/data/x/index.json",
  "/.env",
  "/.git/config",
  "/.signpost/tokens.next.json",
  "/package.json",
  "/content/home.md",
  "/pricing.md%00.html",
  "/pricing%00",
  "/developers%2fapi",
  "/developers%252fapi",
  "/%2fpricing",
  "/pricing;jsessionid=1",
  "/.well-known/../package.json",
  "/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
  `/${"a/".repeat(5_000)}`,
  `/${"x".repeat(12_000)}`,
  `/pricing?${"x".repeat(12_000)}`,
];
for (const path of traversals) {
  test(`${path.slice(0, 60)} leads to nothing that is not published`, async ({ baseURL }) => {
    const answer = await ask(baseURL as string, "GET", path);
    expect([200, 308, 400, 404]).toContain(answer.status);
    if (answer.status === 200) expect(path).toMatch(/^\/pricing\?/);
    if (answer.status === 308) expect(answer.headers.location).toMatch(/^\/(?![/\\])/);
    expect(answer.body).not.toMatch(/root:|"dependencies"|\[core\]|"sha256"|sources:/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });
}

test("headers of 16 KB and more are refused in whole, on any address", async ({ baseURL }) => {
  for (const path of ["/", "/llms.txt", "/mcp", "/no-such-page"]) {
    for (const headers of [
      { cookie: "x".repeat(16_384) },
      Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, "y".repeat(20)])),
    ]) {
      const text = await sendBytes(baseURL as string, toRequest("GET", path, { host: "localhost", ...headers }));
      const { status, body } = parseAnswer(text);
      expect([status, body], path).toEqual([431, ""]);
    }
  }
});
