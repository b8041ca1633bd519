// The platform's edge on loopback: a request → routes → a file, an answer of the build, the cache, or a function.
// Each rule and its source: e2e/unit/tools/platform-server.spec.ts. Not here: compression, TLS, several regions, revalidation.
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { isUnchanged } from "../../lib/http/validators.ts";
import { createCdn, DEFAULT_RULE } from "./cdn.ts";
import type { Output } from "./output.ts";
import type { Answer, Asked, Fields, Processes } from "./processes.ts";
import { findRoute, type Routed } from "./routes.ts";

const knownMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const refusedMethod: Answer = {
  status: 405,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": DEFAULT_RULE },
  body: Buffer.from("The request method is invalid\n\nINVALID_REQUEST_METHOD\n"),
};

export function createPlatform({ routes, find }: Output, { call }: Processes) {
  const ask = createCdn();

  async function answer(asked: Asked): Promise<Answer> {
    if (!knownMethods.has(asked.method)) return refusedMethod;
    const routed = await findRoute(asked, { routes, find, call });
    const { built = null, bundle = null } = routed.entry ?? {};
    if (routed.answer) return routed.answer;
    // The file of an error answers every method.
    const isRead = /^(?:GET|HEAD)$/.test(asked.method) || (routed.status ?? 200) >= 400;
    if (isRead && built) return validate(asked, amend(routed, built));
    if (built && !bundle) return amend(routed, refusedMethod);
    if (!bundle) return amend(routed, { status: routed.status ?? 404, headers: {}, body: Buffer.from("NOT_FOUND\n") });
    const target = { ...asked, search: routed.search };
    const headers = { ...routed.headers, "x-matched-path": routed.path };
    const made = await ask(target, async () => amend(routed, await call(bundle, { ...target, headers })));
    return /^(?:HIT|STALE)$/.test(made.headers["x-vercel-cache"] ?? "") ? validate(asked, made) : made;
  }

  return createServer((request, response) => {
    readRequest(request)
      .then(answer)
      .then(({ status, headers, body }) => {
        const isBare = status === 304 || status === 204;
        const hasLength = !isBare && (request.method !== "HEAD" || body.byteLength > 0);
        response.writeHead(status, { ...headers, ...(hasLength && { "content-length": body.byteLength }) });
        response.end(request.method === "HEAD" || isBare ? undefined : body);
      })
      .catch((error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end("FUNCTION_INVOCATION_FAILED\n");
      });
  });
}

/** Names that the platform alone sets. What a client sends under them never arrives. */
const ownNames = /^(?:x-forwarded-.*|x-real-ip|x-vercel-.*|x-matched-path|x-middleware-.*|x-now-.*)$/;

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const { method = "", url = "", socket } = request;
  const { connection, ...headers } = request.headers as Fields;
  const given = Object.entries(headers).filter(([name]) => !ownNames.test(name));
  const client = socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  const own = {
    "x-forwarded-for": client,
    "x-forwarded-host": headers.host ?? "",
    "x-forwarded-proto": "http",
    "x-real-ip": client,
    "x-vercel-forwarded-for": client,
  };
  const [, path = "", search = ""] = /^([^?]*)(.*)$/.exec(url) ?? [];
  return { method, path, search, headers: { ...Object.fromEntries(given), ...own }, body: await buffer(request) };
}

/** Headers of the answer win over those of routes and of the middleware. Lists of `Vary` are joined. */
function amend({ shown, important, status }: Routed, answer: Answer): Answer {
  const vary = new Set([shown.vary, answer.headers.vary].flatMap((one) => one?.split(/, */) ?? []));
  const joined = vary.size > 0 ? { vary: [...vary].join(", ") } : {};
  const headers = { "cache-control": DEFAULT_RULE, ...shown, ...answer.headers, ...joined, ...important };
  return { ...answer, status: answer.status === 200 ? (status ?? 200) : answer.status, headers };
}

function validate({ headers: asked }: Asked, answer: Answer): Answer {
  const conditions = { ifNoneMatch: asked["if-none-match"], ifModifiedSince: asked["if-modified-since"] };
  const { etag = null, "last-modified": lastModified = null } = answer.headers;
  if (answer.status !== 200 || !isUnchanged(conditions, { etag, lastModified })) return answer;
  const { "content-type": _type, "content-length": _length, ...headers } = answer.headers;
  return { status: 304, headers, body: Buffer.alloc(0) };
}
