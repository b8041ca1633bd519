// The requests of the route fuzz test: registered addresses and
// mutations of them, with any method, query, header and body.
import fc from "fast-check";
import { resourcePaths } from "../../lib/site/registry/resources.ts";
import { anyCharacter } from "../support/any-text.ts";

export interface Shot {
  readonly method: string;
  /** Path and query as written to the socket. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const oneOf = (...values: readonly string[]) => fc.constantFrom(...values);
/** The characters that a request line may contain, and those that often break programs. */
const urlText = fc.string({ unit: oneOf(..."abzAZ019-._~%!$&'()*+,;=:@/?#[]{}|\\^`\"<>"), maxLength: 24 });
const traps = oneOf(
  "%2e%2e%2f",
  "../",
  "..%2f",
  "%252e%252e/",
  "..%5c",
  "%00",
  "%0d%0aset-cookie:canary=1",
  "%ff",
  "%c0%af",
  "%e2%80%ae",
  "%",
  "//",
  "/./",
  ";a=b",
  "\\",
  "_next/data/",
  "_next/static/",
  "_next/image",
  "__nextjs_original-stack-frame",
  ".env",
  ".git/config",
  ".rsc",
  ".segments/_tree.segment.rsc",
  "x".repeat(4_000),
);

const path = fc.oneof(
  { weight: 4, arbitrary: oneOf(...resourcePaths) },
  {
    weight: 4,
    arbitrary: fc.tuple(oneOf(...resourcePaths), fc.oneof(traps, urlText), fc.nat()).map(([known, put, at]) => {
      const cut = at % (known.length + 1);
      return `/${known.slice(1, cut)}${put}${known.slice(Math.max(1, cut))}`;
    }),
  },
  { weight: 1, arbitrary: oneOf(...resourcePaths).map((known) => known.toUpperCase()) },
  {
    weight: 1,
    arbitrary: oneOf(...resourcePaths).map((known) =>
      known.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`),
    ),
  },
  { weight: 1, arbitrary: oneOf("/_global-error", "/_not-found", "/_error", "/404", "/500") },
  { weight: 1, arbitrary: fc.array(fc.oneof(traps, urlText), { maxLength: 4 }).map((parts) => `/${parts.join("")}`) },
);

const name = oneOf(
  "from",
  "to",
  "amount",
  "destination",
  "tolerance_bps",
  "liquidity_tolerance_bps",
  "target_out",
  "streaming",
  "txid",
  "chain",
  "only",
  "limit",
  "_rsc",
  "url",
  "__proto__",
  "constructor",
);
const value = fc.oneof(
  oneOf(
    "BTC",
    "BTC.BTC",
    "ETH.USDC",
    "1",
    "0",
    "-1",
    "1e309",
    "0.00000001",
    "9".repeat(400),
    "5/10",
    "NaN",
    "null",
    "[]",
    "{}",
    "../../etc/passwd",
    "0005".repeat(16),
    "0020".repeat(16),
    "BTC,ETH",
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  urlText,
);
const query = fc.array(fc.tuple(name, value), { maxLength: 6 }).map((pairs) => {
  const text = pairs.map(([key, given]) => `${key}=${percentEncode(given)}`).join("&");
  return text && `?${text}`;
});

/** Like `encodeURIComponent`, which throws for half a character. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const headerText = fc.string({ unit: oneOf(..."abcXYZ019 !#$%&'()*+,-./:;<=>?@[]^_`{|}~\"\\"), maxLength: 60 });
const header = fc.oneof(
  fc.tuple(
    oneOf("accept"),
    oneOf(
      "text/html",
      "text/markdown",
      "application/json",
      "*/*",
      "text/html;q=0",
      "image/png",
      "text/x-component",
      "text/event-stream",
    ),
  ),
  fc.tuple(
    oneOf("content-type"),
    oneOf(
      "application/json",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
      "text/plain;charset=UTF-8",
    ),
  ),
  fc.tuple(
    oneOf("rsc", "next-router-prefetch", "x-nextjs-data", "x-middleware-prefetch", "next-hmr-refresh"),
    oneOf("1", "2"),
  ),
  fc.tuple(oneOf("cookie"), oneOf("__prerender_bypass=1", "__next_preview_data=x; NEXT_LOCALE=en")),
  fc.tuple(
    oneOf(
      "if-none-match",
      "if-modified-since",
      "range",
      "if-match",
      "expect",
      "upgrade-insecure-requests",
      "content-encoding",
      "te",
      "origin",
      "host",
    ),
    oneOf(
      "*",
      '"x"',
      "bytes=0-1",
      "bytes=9-1",
      "Fri, 20 Nov 2099 00:00:00 GMT",
      "gzip",
      "https://canary.example",
      "canary.example",
    ),
  ),
  fc.tuple(
    oneOf(
      "accept",
      "next-router-state-tree",
      "next-router-segment-prefetch",
      "next-action",
      "next-url",
      "x-middleware-subrequest",
      "x-middleware-rewrite",
      "x-middleware-override-headers",
      "x-invoke-path",
      "x-matched-path",
      "x-now-route-matches",
      "x-prerender-revalidate",
      "x-nextjs-rewritten-path",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-original-url",
      "x-rewrite-url",
      "x-http-method-override",
      "forwarded",
      "cookie",
      "authorization",
      "content-security-policy",
      "mcp-protocol-version",
      "mcp-session-id",
      "traceparent",
      "user-agent",
      "x-signpost-negotiated",
    ),
    headerText,
  ),
);

const message = fc.record({
  jsonrpc: oneOf("2.0", "1.0"),
  id: fc.oneof(fc.integer(), fc.string({ maxLength: 8 })),
  method: oneOf("ping", "tools/list", "tools/call", "initialize", "resources/read", "canary"),
  params: fc.oneof(
    fc.constant({ name: "list_pools", arguments: {} }),
    fc.constant({ name: "get_swap_quote", arguments: { from: "BTC", to: "ETH", amount: "1" } }),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
  ),
});
const body = fc.oneof(
  fc.constant(""),
  message.map((one) => JSON.stringify(one)),
  fc.jsonValue().map((one) => JSON.stringify(one)),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
);

const method = fc.oneof(
  { weight: 6, arbitrary: oneOf("GET", "HEAD", "POST", "OPTIONS") },
  { weight: 2, arbitrary: oneOf("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "PURGE", "QUERY", "M-SEARCH") },
  { weight: 1, arbitrary: oneOf("get", "CANARY", "GETS") },
);

/** A prefix of the path as in requests to a proxy, with wrong hosts and schemes and with invalid hosts. */
const before = fc.oneof(
  { weight: 12, arbitrary: fc.constant("") },
  {
    weight: 1,
    arbitrary: oneOf(
      "http://localhost",
      "http://canary.example",
      "HTTPS://canary.example:1",
      "http://[::1",
      "ftp://x",
      "*",
    ),
  },
);

export const shot: fc.Arbitrary<Shot> = fc
  .tuple(method, fc.tuple(before, path), query, fc.array(header, { maxLength: 5 }), body)
  .map(([verb, [start, where], asked, fields, text]) => ({
    method: verb,
    target: start + requestTarget(where) + asked,
    headers: Object.fromEntries(fields),
    body: verb === "GET" || verb === "HEAD" ? "" : text,
  }));

/** Removes what would end the request line or start another part of the address. */
function requestTarget(written: string): string {
  return written.replace(/[\s#]/g, "");
}
