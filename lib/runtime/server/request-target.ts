// Refuses a request that does not name exactly one host and one path. Next accepts such requests.
import type { IncomingMessage, ServerResponse } from "node:http";
import { openHeaders, PROBLEM_TYPE, problemText } from "../../http/problem.ts";
import type { DefaultHeaders } from "./next-response-fixes.ts";

const refusal = problemText({
  status: 400,
  code: "bad_request",
  title: "Bad request",
  detail: "The request does not name one host and one path on it.",
  hint: "Send one Host field, and a path that begins with / and has no . or .. between its slashes.",
});

/** Returns whether the request was refused. Otherwise its target is a path with a query from here on. */
export function refuseInvalidTarget(
  request: IncomingMessage,
  response: ServerResponse,
  defaultHeaders: DefaultHeaders,
): boolean {
  const target = isOfOneHost(request) ? readTarget(request) : null;
  if (target !== null) {
    request.url = target;
    return false;
  }
  const headers = {
    ...Object.fromEntries(defaultHeaders),
    ...openHeaders,
    "Content-Type": PROBLEM_TYPE,
    "Content-Length": Buffer.byteLength(refusal),
    "Cache-Control": "no-store",
    Connection: "close",
  };
  response.writeHead(400, headers).end(refusal);
  return true;
}

/** Required by RFC 9112 (3.2). Of two lines Node silently takes the first, and a proxy may take the second. */
function isOfOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const isHost = (name: string, at: number) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === "host";
  const hosts = rawHeaders.filter(isHost).length;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

const absolute = /^https?:\/\/([^/?#]+)/i;
/** Next resolves dot segments after the checks of the written path. */
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** Under /_next Next also answers each page a second time, and a page for a missing image. */
const noFile = /^\/_next\/(?!static\/).*/s;

/** Null if the target is no path, or an absolute URL (RFC 9112, 3.2.2) with another host than `Host`. */
function readTarget({ url = "", headers }: IncomingMessage): string | null {
  const [start = "", authority] = absolute.exec(url) ?? [];
  if (authority !== undefined && authority.toLowerCase() !== headers.host?.toLowerCase()) return null;
  const [given = ""] = url.slice(start.length).split("#");
  const target = authority !== undefined && !given.startsWith("/") ? `/${given}` : given;
  const [path = ""] = target.split("?");
  return path.startsWith("/") && !dotSegment.test(path) ? target.replace(noFile, "/_next/") : null;
}
