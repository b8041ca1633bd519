// Each request names one host and one path on it before anything reads them, or it is refused. Next takes whatever is there.
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

/** Whether the request was refused. Of any other, the target is a path and its query from here on. */
export function refuseUnclear(
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

/** As RFC 9112 (3.2) asks. Node takes the first of two lines silently, and a front may have taken another. */
function isOfOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHostName(rawHeaders[index])) hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

function isHostName(name = ""): boolean {
  return name.length === 4 && name.toLowerCase() === "host";
}

const absolute = /^https?:\/\/([^/?#]+)/i;
/** Next resolves these, after it was decided by the path as written what is answered. */
const dotSegment = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** Below its folder Next answers more than its files: each page under a second address, and a missing image with a page. */
const noFile = /^\/_next\/(?!static\/).*/s;

/** Null for what is no path, and for a whole address (RFC 9112, 3.2.2) of a host that the request does not name. */
function readTarget({ url = "", headers }: IncomingMessage): string | null {
  const [start = "", authority] = absolute.exec(url) ?? [];
  if (authority !== undefined && authority.toLowerCase() !== headers.host?.toLowerCase()) return null;
  const [given = ""] = url.slice(start.length).split("#");
  const target = authority !== undefined && !given.startsWith("/") ? `/${given}` : given;
  const [path = ""] = target.split("?");
  return path.startsWith("/") && !dotSegment.test(path) ? target.replace(noFile, "/_next/") : null;
}
