// Any request to any address: no fault of ours, no internals in the answer, and all default headers.
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import fc from "fast-check";
import { commonHeaders, documentHeaders } from "../../lib/http/security-headers.ts";
import { openFramePaths, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { anyCharacter } from "../support/any-text.ts";
import { site, skipOnDeployment, swap } from "../support/forms.ts";
import { countRuns } from "../support/runs.ts";

const oneOf = (...values: readonly string[]) => fc.constantFrom(...values);
const words = (text: string) => oneOf(...text.split(" "));
/** The characters that a request line may contain, and those that often break programs. */
const urlText = fc.string({
  unit: oneOf(..."abzAZ019-._~%!$&'()*+,;=:@/?#[]{}|\\^`\"<>"),
  maxLength: 24,
});
const traps = words(
  "%2e%2e%2f ../ ..%2f %252e%252e/ ..%5c %00 %0d%0aset-cookie:canary=1 %ff %c0%af %e2%80%ae % // /./ ;a=b \\ " +
    "_next/data/ _next/static/ _next/image __nextjs_original-stack-frame .env .git/config .rsc " +
    `.segments/_tree.segment.rsc ${"x".repeat(4_000)}`,
);
const known = oneOf(...resourcePaths);
const path = fc.oneof(
  { weight: 4, arbitrary: known },
  {
    weight: 4,
    arbitrary: fc.tuple(known, fc.oneof(traps, urlText), fc.nat()).map(([whole, put, at]) => {
      const cut = at % (whole.length + 1);
      return `/${whole.slice(1, cut)}${put}${whole.slice(Math.max(1, cut))}`;
    }),
  },
  known.map((one) => one.toUpperCase()),
  known.map((one) => one.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`)),
  words("/_global-error /_not-found /_error /404 /500"),
  fc.array(fc.oneof(traps, urlText), { maxLength: 4 }).map((parts) => `/${parts.join("")}`),
);

const name = words(
  "from to amount destination tolerance_bps liquidity_tolerance_bps target_out streaming txid chain only limit " +
    "_rsc url __proto__ constructor",
);
const value = fc.oneof(
  words(
    `BTC BTC.BTC ETH.USDC 1 0 -1 1e309 0.00000001 ${"9".repeat(400)} 5/10 NaN null [] {} ../../etc/passwd ` +
      `${"0005".repeat(16)} ${"0020".repeat(16)} BTC,ETH`,
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  urlText,
);
const query = fc.array(fc.tuple(name, value), { maxLength: 6 }).map((pairs) => {
  // `encodeURIComponent` throws for half a character.
  const text = pairs.map(([key, given]) => `${key}=${encodeURIComponent(given.toWellFormed())}`);
  return text.length > 0 ? `?${text.join("&")}` : "";
});

const headerText = fc.string({
  unit: oneOf(..."abcXYZ019 !#$%&'()*+,-./:;<=>?@[]^_`{|}~\"\\"),
  maxLength: 60,
});
const types =
  "text/html text/markdown application/json */* text/html;q=0 image/png text/x-component text/event-stream";
const bodyTypes =
  "application/json text/plain multipart/form-data;boundary=x application/x-www-form-urlencoded text/plain;charset=UTF-8";
const header = fc.oneof(
  fc.tuple(oneOf("accept"), words(types)),
  fc.tuple(oneOf("content-type"), words(bodyTypes)),
  fc.tuple(
    words("rsc next-router-prefetch x-nextjs-data x-middleware-prefetch next-hmr-refresh"),
    oneOf("1", "2"),
  ),
  fc.tuple(oneOf("cookie"), oneOf("__prerender_bypass=1", "__next_preview_data=x; NEXT_LOCALE=en")),
  fc.tuple(
    words(
      "if-none-match if-modified-since range if-match expect upgrade-insecure-requests content-encoding te origin host",
    ),
    oneOf(
      ...'* "x" bytes=0-1 bytes=9-1 gzip https://canary.example canary.example'.split(" "),
      "Fri, 20 Nov 2099 00:00:00 GMT",
    ),
  ),
  fc.tuple(
    words(
      "accept next-router-state-tree next-router-segment-prefetch next-action next-url x-middleware-subrequest " +
        "x-middleware-rewrite x-middleware-override-headers x-invoke-path x-matched-path x-now-route-matches " +
        "x-prerender-revalidate x-nextjs-rewritten-path x-forwarded-for x-forwarded-host x-forwarded-proto " +
        "x-original-url x-rewrite-url x-http-method-override forwarded cookie authorization content-security-policy " +
        "mcp-protocol-version mcp-session-id traceparent user-agent x-signpost-negotiated",
    ),
    headerText,
  ),
);

// Other messages: mcp/fuzz.spec.
const message =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_pools","arguments":{}}}';
const body = fc.oneof(
  oneOf("", message, message.replace("tools/call", "initialize")),
  fc.jsonValue().map((one) => JSON.stringify(one)),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
);
const method = fc.oneof(
  { weight: 6, arbitrary: words("GET HEAD POST OPTIONS") },
  { weight: 2, arbitrary: words("PUT PATCH DELETE TRACE PROPFIND PURGE QUERY M-SEARCH") },
  words("get CANARY GETS"),
);
/** A prefix of the path as in requests to a proxy, with wrong hosts and schemes and with invalid hosts. */
const before = fc.oneof(
  { weight: 12, arbitrary: fc.constant("") },
  words("http://localhost http://canary.example HTTPS://canary.example:1 http://[::1 ftp://x *"),
);

const shot = fc.record({
  origin: oneOf(site, swap),
  method,
  /** As written to the socket, without what would end the request line or start another part. */
  target: fc
    .tuple(before, path, query)
    .map(([start, where, asked]) => start + where.replace(/[\s#]/g, "") + asked),
  headers: fc.array(header, { maxLength: 5 }).map((fields) => Object.fromEntries(fields)),
  body,
});
type Shot = typeof shot extends fc.Arbitrary<infer Value> ? Value : never;

/** Number of parallel requests. */
const TOGETHER = 10;
const HANG_MS = 60_000;
const statuses = [
  ...[200, 202, 204, 206, 304, 307, 308, 400, 403, 404, 405, 406, 408, 413, 414, 415, 416, 417],
  ...[421, 431],
];
const sentTypes =
  /^(text\/(html|markdown|plain|javascript|event-stream|x-component|css)|image\/(svg\+xml|png)|application\/([a-z-]+\+)?(json|xml)|font\/woff2)\b/;
const leak =
  /node_modules|\.tsx?:\d|\.m?js:\d|\bat (async )?[\w.<>]+ \(|file:\/\/|(Type|Range|Reference|Syntax)Error|\bZodError\b|ENOENT|NEXT_|E\d{3} /g;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function send(agent: Agent, asked: Shot): Promise<Answer> {
  const { method: verb, target, body: written } = asked;
  const body = verb === "GET" || verb === "HEAD" ? "" : written;
  const length = body && { "content-length": String(Buffer.byteLength(body)) };
  const { hostname, port } = new URL(asked.origin);
  return new Promise((resolve, reject) => {
    const headers = { ...asked.headers, ...length };
    const options = {
      agent,
      hostname,
      port,
      headers,
      timeout: HANG_MS,
      method: verb,
      path: target,
    };
    const sent = request(options, (reply) => {
      let text = "";
      reply.setEncoding("latin1").on("data", (chunk) => {
        text += chunk;
      });
      reply.once("error", reject);
      reply.once("end", () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }),
      );
    });
    sent.once("timeout", () => sent.destroy(new Error("no answer")));
    sent.once("error", (error: NodeJS.ErrnoException) => {
      // The server may close a kept connection in the moment of its use.
      if (sent.reusedSocket && error.code === "ECONNRESET") resolve(send(agent, asked));
      else reject(error);
    });
    sent.end(body);
  });
}

function findFault(
  { status, headers, text }: Answer,
  asked: string,
  target: string,
): string | null {
  if (!statuses.includes(status)) return `status ${status}`;
  // Node refuses what is no HTTP, and what is expected of it, before any of our code.
  const isOfNode = status === 417 || (status === 400 && headers.connection === "close");
  if (isOfNode && text === "") return null;
  // Where no field tells the middleware of it, Next refuses another method of a prerendered document.
  if (status === 405 && text === "Method Not Allowed") return null;
  const type = headers["content-type"];
  // No browser shows what Next's router would be told of a missing page, as at /.rsc.
  const isForRouter = type === "text/x-component";
  const base = "http://site.example";
  const pathname = URL.canParse(target, base) ? new URL(target, base).pathname : target;
  const isOpenFrame = openFramePaths.some((path) => path === pathname);
  const defaults = {
    ...commonHeaders("http:", isOpenFrame ? "anyone" : "nobody"),
    ...(!isForRouter && documentHeaders),
  };
  const missing = Object.keys(defaults).find((one) => headers[one.toLowerCase()] === undefined);
  // Next redirects a repeated slash before it reads its configuration, with the address as the body.
  const isRedirect = status === 308;
  if (missing && !isRedirect) return `no ${missing}`;
  const own = Object.keys(headers).find((one) =>
    /^x-(middleware|signpost)-|^x-nextjs-rewritten/.test(one),
  );
  if (own) return `the server's own ${own}`;
  if ((status === 404 || status === 405) && !headers["cache-control"]?.includes("no-store"))
    return "it may be kept";
  if (headers["set-cookie"]) return "a cookie";
  if (text !== "" && !isRedirect && (type === undefined || !sentTypes.test(type)))
    return `content type ${type}`;
  // An answer may repeat the request, so the request's own words do not count.
  const leaks = [...`${text}\n${JSON.stringify(headers)}`.matchAll(leak)].map(([told]) => told);
  const told =
    leaks.find((one) => !asked.includes(one)) ?? (text.includes(process.cwd()) && "our folder");
  return told ? `it tells ${told}` : null;
}

/** As written, and decoded once. */
function plainText(part: string | object): string {
  const text = typeof part === "string" ? part : JSON.stringify(part);
  const decode = (code: string) => String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return `${text}\n${text.replace(/%[0-7][0-9a-f]/gi, decode)}`;
}

test("any request to any address is answered without a fault", { tag: "@long" }, async () => {
  skipOnDeployment("It is no load for somebody's site.");
  const runs = countRuns(5_000, 100);
  test.setTimeout(120_000 + runs * 100);
  const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
  const seen = new Set<number>();
  const shots = fc.array(shot, { minLength: TOGETHER, maxLength: TOGETHER, size: "max" });
  await fc.assert(
    fc.asyncProperty(shots, async (together) => {
      await Promise.all(
        together.map(async (one) => {
          const answer = await send(agent, one);
          seen.add(answer.status);
          const asked = Object.values(one).map(plainText).join("\n");
          const fault = findFault(answer, asked, one.target);
          if (fault) throw new Error(`${fault}: ${JSON.stringify(one)}`);
        }),
      );
    }),
    { numRuns: Math.ceil(runs / TOGETHER) },
  );
  agent.destroy();
  // Fewer runs may miss the rarest kind, and a spec must not fail by chance.
  if (runs < 5_000) return;
  for (const status of [200, 204, 308, 400, 404, 405, 406, 415])
    expect([...seen]).toContain(status);
});
