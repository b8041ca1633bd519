// The platform's edge on loopback: a request → routes → a file, an answer of the build, the cache, or a function.
// Each rule and its source: e2e/unit/tools/platform-server.spec.ts. Not here: compression, TLS, several regions, revalidation.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isUnchanged } from "../../lib/http/validators.ts";
import { createCdn } from "./cdn.ts";
import type { Entry, Output } from "./output.ts";
import type { Call, Processes } from "./processes.ts";
import { type Answer, type Asked, type Decision, findRoute, type Routed } from "./routes.ts";

const knownMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const refusedMethod: Answer = {
  status: 405,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=0, must-revalidate" },
  body: Buffer.from("The request method is invalid\n\nINVALID_REQUEST_METHOD\n"),
};

interface PlatformSetup {
  readonly output: Output;
  readonly processes: Pick<Processes, "call">;
}

export function createPlatform({ output, processes }: PlatformSetup) {
  const ask = createCdn();
  const middleware = output.find("/_middleware")?.bundle;
  const siteOf = (body: Buffer) => ({
    routes: output.routes,
    has: (path: string) => output.find(path) !== null,
    runMiddleware: async (asked: Asked) => {
      if (!middleware) throw new Error("a route names a middleware, and the output has none");
      const call = { method: asked.method, target: asked.path + asked.search, headers: asked.headers, body };
      return readDecision(await processes.call(middleware, call), asked);
    },
  });

  async function answer(asked: Asked, body: Buffer): Promise<Answer> {
    const routed = await findRoute(asked, siteOf(body));
    if (routed.answer) return routed.answer;
    const entry = routed.path === null ? null : output.find(routed.path);
    if (!entry) return amend(routed, { status: routed.status ?? 404, headers: {}, body: Buffer.from("NOT_FOUND\n") });
    // The file of an error answers every method.
    const isRead = /^(?:GET|HEAD)$/.test(asked.method) || (routed.status ?? 200) >= 400;
    const built = isRead ? readBuilt(entry) : null;
    if (built) return validate(asked, amend(routed, built));
    if (entry.file || !entry.bundle) return amend(routed, { ...refusedMethod, headers: refusedMethod.headers });
    const { bundle } = entry;
    const target = asked.path + routed.search;
    const headers = { ...routed.requestHeaders, "x-matched-path": routed.path ?? "" };
    const call: Call = { method: asked.method, target, headers, body };
    const request = { method: asked.method, address: `${asked.headers.host}${target}`, headers: asked.headers };
    const { answer: made, cache } = await ask(request, async () => amend(routed, await processes.call(bundle, call)));
    const marked = { ...made, headers: { ...made.headers, "x-vercel-cache": cache } };
    return cache === "HIT" || cache === "STALE" ? validate(asked, marked) : marked;
  }

  return createServer((request, response) => {
    buffer(request)
      .then(async (body) => {
        const asked = readRequest(request);
        send(asked, response, knownMethods.has(asked.method) ? await answer(asked, body) : refusedMethod);
      })
      .catch((error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end("FUNCTION_INVOCATION_FAILED\n");
      });
  });
}

/** Names that the platform alone sets. What a client sends under them never arrives. */
const ownNames = /^(?:x-forwarded-.*|x-real-ip|x-vercel-.*|x-matched-path|x-middleware-.*|x-now-.*)$/;

function readRequest({ method = "", url = "", headers, socket }: IncomingMessage): Asked {
  const [path = "", ...query] = url.split("?");
  const given = Object.entries(headers).filter(([name]) => !ownNames.test(name) && name !== "connection");
  const client = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  const host = headers.host ?? "";
  const own = {
    "x-forwarded-for": client,
    "x-forwarded-host": host,
    "x-forwarded-proto": "http",
    "x-real-ip": client,
    "x-vercel-forwarded-for": client,
  };
  const search = query.length > 0 ? `?${query.join("?")}` : "";
  return { method, path, search, headers: { ...(Object.fromEntries(given) as IncomingHttpHeaders), ...own } };
}

function readBuilt({ file, prerender }: Entry): Answer | null {
  if (file)
    return withTag({ status: 200, headers: { "content-type": file.contentType }, body: readFileSync(file.path) });
  if (!prerender) return null;
  const { initialStatus = 200, initialHeaders = {}, fallback } = prerender.settings;
  const { "x-next-cache-tags": _tags, ...shown } = initialHeaders;
  const type = shown["content-type"] ?? fallback?.contentType ?? "text/html; charset=utf-8";
  return withTag({
    status: initialStatus,
    headers: { ...shown, "content-type": type, "x-vercel-cache": "PRERENDER" },
    body: prerender.body,
  });
}

function withTag(answer: Answer): Answer {
  const etag = `"${createHash("md5").update(answer.body).digest("hex")}"`;
  return { ...answer, headers: { ...answer.headers, etag } };
}

/** Headers of the answer win over those of routes and of the middleware. Lists of `Vary` are joined. */
function amend({ headers, important, status }: Routed, answer: Answer): Answer {
  const vary = [headers.vary, answer.headers.vary].flat().filter((one) => one !== undefined);
  const names = new Set(vary.flatMap((one) => one.split(/, */)));
  const joined = names.size > 0 ? { vary: [...names].join(", ") } : {};
  const rule = { "cache-control": "public, max-age=0, must-revalidate" };
  return {
    status: answer.status === 200 && status !== null ? status : answer.status,
    headers: { ...rule, ...headers, ...answer.headers, ...joined, ...important },
    body: answer.body,
  };
}

function validate({ headers }: Asked, answer: Answer): Answer {
  const { etag, "last-modified": lastModified, ...others } = answer.headers;
  const conditions = { ifNoneMatch: headers["if-none-match"], ifModifiedSince: headers["if-modified-since"] };
  const toText = (value: typeof etag) => (typeof value === "string" ? value : null);
  const validators = { etag: toText(etag), lastModified: toText(lastModified) };
  if (answer.status !== 200 || !isUnchanged(conditions, validators)) return answer;
  const { "content-type": _type, "content-length": _length, ...kept } = others;
  const own = { ...(etag ? { etag } : {}), ...(lastModified ? { "last-modified": lastModified } : {}) };
  return { status: 304, headers: { ...kept, ...own }, body: Buffer.alloc(0) };
}

/** What the middleware's answer says, in the headers in which Next's middleware says it. */
function readDecision({ status, headers, body }: Answer, asked: Asked): Decision {
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("x-middleware-")));
  const rewrite = headers["x-middleware-rewrite"];
  const overridden = headers["x-middleware-override-headers"];
  const passed = headers["x-middleware-next"] !== undefined || rewrite !== undefined;
  const target = rewrite === undefined ? null : new URL(`${rewrite}`, `http://${asked.headers.host}`);
  const names = overridden === undefined ? null : `${overridden}`.split(",");
  const requestHeaders = names
    ? Object.fromEntries(names.map((name) => [name, headers[`x-middleware-request-${name}`]?.toString()]))
    : asked.headers;
  return {
    answer: passed ? null : { status, headers: shown, body },
    rewrite: target && { path: target.pathname, search: target.search },
    requestHeaders,
    headers: passed ? shown : {},
  };
}

function send({ method }: Asked, response: ServerResponse, { status, headers, body }: Answer): void {
  const isBare = status === 304 || status === 204;
  const length = isBare || (method === "HEAD" && body.byteLength === 0) ? {} : { "content-length": body.byteLength };
  response.writeHead(status, { ...headers, ...length }).end(method === "HEAD" || isBare ? undefined : body);
}
