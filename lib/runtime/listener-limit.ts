// The rate limit of live pages before Next: the answer that Next would send to a client above its limit.
import type { IncomingMessage } from "node:http";
import { config } from "../config.ts";
import { partPathHeaders } from "../http/security-headers.ts";
import { isPart, type ResourcePath } from "../site/registry/resources.ts";
import { getPartPolicy, isFramed, siteHeaders } from "../site/serve/page-policy.ts";
import { refuseClient } from "./client-limit.ts";
import { ownHeader } from "./internals/own-headers.ts";

/** Counts the request, and returns 429 for a client above its limit. `form`: the path of the form that is asked for. */
export async function refuseBeforeNext(request: IncomingMessage, form: ResourcePath): Promise<Response | null> {
  const { url = "", method = "GET", headers, socket } = request;
  const peer = ownHeader("peer");
  const get = (name: string) => (name === peer ? socket.remoteAddress : headers[name])?.toString() ?? null;
  const { siteUrl } = config();
  const search = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  const refusal = await refuseClient({ get }, form, search, () => new Request(siteUrl + url, { method }));
  if (!refusal) return null;
  const added = {
    ...siteHeaders(),
    ...(isPart(form) && { ...getPartPolicy(form).headers, ...partPathHeaders(isFramed(form)) }),
  };
  for (const [name, value] of Object.entries(added)) refusal.headers.set(name, value);
  return refusal;
}
