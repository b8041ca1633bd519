// The security headers of every response, whatever its status, and each page's policy compared with its own HTML.
import { createHash } from "node:crypto";
import {
  commonHeaders,
  documentHeaders,
  partHeaders,
  partPathHeaders,
} from "../../lib/http/security-headers.ts";
import { formatHttpDate } from "../../lib/http/validators.ts";
import { MAX_BODY_BYTES } from "../../lib/mcp/transport/request-body.ts";
import { findResource, isResourcePath, resourcePaths } from "../../lib/site/registry/resources.ts";
import { updatedAt } from "../../lib/site/registry/updated.ts";
import { inlineSource } from "../../lib/site/serve/page-policy.ts";
import { expect, test } from "../support/answering-test.ts";
import { isDirect, isOwnServer, isPublished, originOf, site } from "../support/forms.ts";
import { ask } from "../support/raw-request.ts";

const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
const json = { "content-type": "application/json" };
const unchangedSince = { "if-modified-since": formatHttpDate(updatedAt("/pricing") as string) };

/** The answer for an address without a configured value. */
function expectedStatus(path: (typeof resourcePaths)[number]): number {
  if (findResource(path).kind === "endpoint") return 405;
  return isPublished(path) ? 200 : 404;
}

type Fields = Record<string, string>;
type Ask = [status: number, method: string, path: string, headers?: Fields, body?: string];
const asks: readonly Ask[] = [
  ...resourcePaths.map((path): Ask => [expectedStatus(path), "GET", path]),
  [200, "HEAD", "/pricing"],
  [200, "GET", "/pricing", { accept: "text/markdown" }],
  // With this header, the middleware sees a part too.
  [200, "GET", "/embed/status", { "content-type": "text/plain" }],
  [400, "GET", "/embed/status?theme=blue"],
  [200, "POST", "/mcp", json, '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  [200, "GET", "/opengraph-image"],
  [202, "POST", "/mcp", json, '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  [204, "OPTIONS", "/llms.txt", { "access-control-request-method": "GET" }],
  [204, "OPTIONS", "/mcp"],
  [304, "GET", "/llms.txt", { "if-none-match": "*" }],
  ...(isOwnServer ? [[304, "GET", "/pricing", unchangedSince] satisfies Ask] : []),
  [400, "POST", "/mcp", json, "{"],
  // In front of a deployment another Host leads elsewhere.
  ...(isDirect
    ? [[isOwnServer ? 421 : 403, "POST", "/mcp", { host: "canary.example" }] satisfies Ask]
    : []),
  ...(isOwnServer ? [[400, "GET", "/pricing", { host: "a b" }] satisfies Ask] : []),
  ...(isOwnServer ? [[405, "PROPFIND", "/pricing"] satisfies Ask] : []),
  [404, "GET", "/no-such-page"],
  [404, "GET", "/no-such-page", { accept: "text/markdown" }],
  [404, "GET", "/no-such.json"],
  [404, "GET", "/_next/no-such"],
  [404, "GET", "/_next/static/no-such.js"],
  [404, "GET", "/%ff"],
  [404, "GET", "/_global-error"],
  [405, "POST", "/pricing"],
  [406, "GET", "/pricing", { accept: "application/json" }],
  [413, "POST", "/mcp", json, `"${"x".repeat(MAX_BODY_BYTES)}"`],
  [414, "GET", `/quote?x=${"x".repeat(600)}`, { accept: "text/html" }],
  [415, "POST", "/mcp", { "content-type": "text/plain" }, "{}"],
];
for (const [status, method, path, headers = {}, body = ""] of asks) {
  const how = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 20)}`);
  test(`${[status, method, path, ...how].join(" ")} has every security header`, async () => {
    const answer = await ask(originOf(path), method, path, headers, body);
    expect(answer.status).toBe(status);
    const [pathname = ""] = path.split("?");
    const { kind, framedBy } = isResourcePath(pathname) ? findResource(pathname) : {};
    const isPart = kind === "part";
    const byPath = isPart ? partPathHeaders : {};
    const expected = Object.entries({ ...commonHeaders(site, framedBy), ...byPath });
    expect(answer.headers).toMatchObject(
      Object.fromEntries(expected.map(([name, value]) => [name.toLowerCase(), value])),
    );
    if (framedBy === "anyone") expect(answer.headers).not.toHaveProperty("x-frame-options");
    const { "content-security-policy": policy, "content-type": type } = answer.headers;
    const isPage = type?.startsWith("text/html") && !isPart;
    const isKept = status === 304 && path === "/pricing";
    if (isPage || isKept) {
      expect(policy).toContain("default-src 'none'; script-src 'self' '");
      expect(policy).toContain("; frame-ancestors 'none'");
      const frames = path === "/pricing" ? "'self'" : undefined;
      expect(/frame-src ([^;]*)/.exec(policy ?? "")?.[1]).toBe(frames);
    } else {
      const [, style = ""] = /<style>(.*?)<\/style>/s.exec(answer.body) ?? [];
      const frame = framedBy === undefined ? null : { framedBy, styleSource: inlineSource(style) };
      const headersOfKind = isPart ? partHeaders(frame) : documentHeaders;
      for (const [name, value] of Object.entries(headersOfKind))
        expect(answer.headers[name.toLowerCase()], name).toBe(value);
    }
    if (isPage || isKept)
      expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(answer.headers).not.toHaveProperty("x-powered-by");
    // A front of a deployment may name itself.
    if (isOwnServer) expect(answer.headers).not.toHaveProperty("server");
  });
}

const withQuery = [
  "/quote?from=BTC&to=ETH&amount=1",
  `/track?txid=${"0005".repeat(16)}`,
  "/status?only=BTC",
];
for (const path of [...pages, ...withQuery, "/no-such-page", "/_global-error"]) {
  test(`${path} names each of its inline scripts, and allows no other`, async ({ request }) => {
    const answer = await request.get(path);
    const policy = answer.headers()["content-security-policy"] ?? "";
    const scripts = /script-src ([^;]*);/.exec(policy)?.[1]?.split(" ") ?? [];
    expect(policy).not.toMatch(/unsafe-|\*|data:|http:(?!\/\/(?:localhost|127\.0\.0\.1):)/);
    expect(policy).not.toContain("strict-dynamic");
    expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types signpost");
    const written = (await answer.text()).matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs);
    const used = [...written].flatMap(([, attributes = "", text = ""]) => {
      if (/ (src|type)=/.test(attributes)) return [];
      const nonce = / nonce="([^"]+)"/.exec(attributes)?.[1];
      const digest = createHash("sha256").update(text).digest("base64");
      return nonce ? `'nonce-${nonce}'` : `'sha256-${digest}'`;
    });
    expect(used.length).toBeGreaterThanOrEqual(3);
    expect(scripts).toEqual(expect.arrayContaining(used));
    expect(await answer.text()).not.toMatch(/<[^>]+ (on[a-z]+|style)=/);
  });
}

test("a stable page's policy is always the same, a live page's never is, and none is that of a request", async ({
  request,
}) => {
  const canary = "script-src 'nonce-canary'";
  const get = async (path: string) => {
    const headers = {
      "content-security-policy": canary,
      "content-security-policy-report-only": canary,
    };
    const answer = await request.get(path, { headers });
    expect(JSON.stringify(answer.headers()) + (await answer.text()), path).not.toContain("canary");
    return answer.headers()["content-security-policy"];
  };
  expect(await get("/pricing")).toBe(await get("/pricing"));
  expect(await get("/quote")).not.toBe(await get("/quote"));
});
