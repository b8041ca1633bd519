// Any request to any address: no fault of ours, no internals in the answer, and all default headers.
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import fc from "fast-check";
import { commonHeaders, documentHeaders } from "../../lib/http/security-headers.ts";
import { resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { anyCharacter } from "../support/any-text.ts";
import { skipOnDeployment } from "../support/forms.ts";
import { readRevision } from "../support/revision.ts";
import { countRuns } from "../support/runs.ts";

interface Shot {
  readonly method: string;
  /** Path and query as written to the socket. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const oneOf = (...values: readonly string[]) => fc.constantFrom(...values);
/** The characters that a request line may contain, and those that often break programs. */
const urlText = fc.string({
  unit: oneOf(..."abzAZ019-._~%!$&'()*+,;=:@/?#[]{}|\\^`\"<>"),
  maxLength: 24,
});
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
    arbitrary: fc
      .tuple(oneOf(...resourcePaths), fc.oneof(traps, urlText), fc.nat())
      .map(([known, put, at]) => {
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
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(traps, urlText), { maxLength: 4 })
      .map((parts) => `/${parts.join("")}`),
  },
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

const headerText = fc.string({
  unit: oneOf(..."abcXYZ019 !#$%&'()*+,-./:;<=>?@[]^_`{|}~\"\\"),
  maxLength: 60,
});
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
    oneOf(
      "rsc",
      "next-router-prefetch",
      "x-nextjs-data",
      "x-middleware-prefetch",
      "next-hmr-refresh",
    ),
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
  {
    weight: 2,
    arbitrary: oneOf("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "PURGE", "QUERY", "M-SEARCH"),
  },
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

const shot: fc.Arbitrary<Shot> = fc
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

/** Number of parallel requests. */
const TOGETHER = 10;
const HANG_MS = 60_000;
const statuses = [
  200, 202, 204, 206, 304, 307, 308, 400, 403, 404, 405, 406, 408, 413, 414, 415, 416, 417, 431,
];
const types =
  /^(text\/(html|markdown|plain|javascript|event-stream|x-component|css)|image\/(svg\+xml|png)|application\/([a-z-]+\+)?(json|xml)|font\/woff2)\b/;
const leak =
  /node_modules|\.tsx?:\d|\.m?js:\d|\bat (async )?[\w.<>]+ \(|file:\/\/|(Type|Range|Reference|Syntax)Error|\bZodError\b|ENOENT|NEXT_|E\d{3} /g;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function send(
  origin: string,
  agent: Agent,
  { method, target, headers, body }: Shot,
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const fields =
      body === "" ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) };
    const asked = request(
      { agent, hostname, port, method, path: target, headers: fields, timeout: HANG_MS },
      (reply) => {
        let text = "";
        reply.setEncoding("latin1").on("data", (chunk) => {
          text += chunk;
        });
        reply.once("end", () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }),
        );
        reply.once("error", reject);
      },
    );
    asked.once("timeout", () => asked.destroy(new Error("no answer")));
    asked.once("error", (error: NodeJS.ErrnoException) => {
      // The server may close a kept connection in the moment of its use.
      if (asked.reusedSocket && error.code === "ECONNRESET")
        resolve(send(origin, agent, { method, target, headers, body }));
      else reject(error);
    });
    asked.end(body);
  });
}

/** Internals of ours in an answer. An answer may repeat the request, so the request's own words do not count. */
function findLeak(answer: string, asked: string): string | undefined {
  return [...answer.matchAll(leak)].map(([told]) => told).find((told) => !asked.includes(told));
}

function findFault({ status, headers, text }: Answer, asked: string): string | null {
  if (!statuses.includes(status)) return `status ${status}`;
  // Node refuses what is no HTTP, and what is expected of it, before any of our code.
  if ((status === 417 || (status === 400 && headers.connection === "close")) && text === "")
    return null;
  // Where no field tells the middleware of it, Next refuses another method of a prerendered document.
  if (status === 405 && text === "Method Not Allowed") return null;
  // No browser shows what Next's router would be told of a missing page, as at /.rsc.
  const isForRouter = headers["content-type"] === "text/x-component";
  const defaultHeaders = { ...commonHeaders("http:"), ...(!isForRouter && documentHeaders) };
  const missing = Object.keys(defaultHeaders).find(
    (name) => headers[name.toLowerCase()] === undefined,
  );
  // Next redirects a repeated slash before it reads its configuration, with the address as the body.
  const isRedirect = status === 308;
  if (missing && !isRedirect) return `no ${missing}`;
  const own = Object.keys(headers).find((name) =>
    /^x-(middleware|signpost)-|^x-nextjs-rewritten/.test(name),
  );
  if (own) return `the server's own ${own}`;
  if ((status === 404 || status === 405) && !headers["cache-control"]?.includes("no-store"))
    return "it may be kept";
  if (headers["set-cookie"]) return "a cookie";
  const type = headers["content-type"];
  if (text !== "" && !isRedirect && (type === undefined || !types.test(type)))
    return `content type ${type}`;
  const leaked = findLeak(`${text}\n${JSON.stringify(headers)}`, asked);
  const told = leaked ?? (text.includes(process.cwd()) && "our folder");
  return told ? `it tells ${told}` : null;
}

/** As written, and decoded once. */
function plainText(part: string | object): string {
  const text = typeof part === "string" ? part : JSON.stringify(part);
  return `${text}\n${text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))}`;
}

test("words of the request are no leak, other internals are", () => {
  const [problem, frame] = ['{"instance":"/mcp.js:0on"}', "at send (/srv/app/lib/send.ts:3:9)"];
  expect(findLeak(problem, "/mcp.js:0on")).toBeUndefined();
  expect(findLeak(problem, plainText("/mcp%2Ejs%3A0on"))).toBeUndefined();
  expect(findLeak(`${problem} ${frame}`, "/mcp.js:0on")).toBe("at send (");
  expect(findLeak(frame, "/")).toBe("at send (");
});

test("any request to any address is answered without a fault", { tag: "@long" }, async ({
  baseURL,
}) => {
  skipOnDeployment("It is no load for somebody's site.");
  const runs = countRuns(5_000);
  test.setTimeout(120_000 + runs * 100);
  const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(shot, { minLength: TOGETHER, maxLength: TOGETHER, size: "max" }),
      async (shots) => {
        const answers = await Promise.all(shots.map((one) => send(baseURL as string, agent, one)));
        answers.forEach((answer, index) => {
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          const fault = findFault(
            answer,
            Object.values(shots[index] as Shot)
              .map(plainText)
              .join("\n"),
          );
          if (fault) throw new Error(`${fault}: ${JSON.stringify(shots[index])}`);
        });
      },
    ),
    { numRuns: Math.ceil(runs / TOGETHER) },
  );
  agent.destroy();
  const counts = [...seen].sort(([a], [b]) => a - b);
  test.info().annotations.push({ type: "answers by status", description: JSON.stringify(counts) });
  if (runs >= 100_000)
    process.stdout.write(
      `Sources: ${readRevision()}. Answers by status: ${JSON.stringify(counts)}\n`,
    );
  // Fewer runs may miss the rarest kind, and a spec must not fail by chance.
  if (runs < 5_000) return;
  for (const status of [200, 204, 308, 400, 404, 405, 406, 415])
    expect([...seen.keys()]).toContain(status);
});
