// A route that Next has loaded once can answer POST without Next.
// Next's own work costs several times that of a cached answer.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getProcessGlobal } from "../internals/process-globals.ts";
import { discardBody } from "../internals/server-listeners.ts";

const getListeners = () => getProcessGlobal("route-listeners", () => new Map<string, RequestListener>());

/** From now on, POST requests to this path go to `listener`, with any query. */
export function registerBypass(path: string, listener: RequestListener): void {
  getListeners().set(path, listener);
}

/** Returns a function that tells whether it answers the request. `hosts`: those that do not redirect the route. */
export function createRouteBypass(hosts: readonly string[]) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = "", headers } = request;
    const listener = getListeners().get(url.split("?", 1)[0] as string);
    if (!listener || method !== "POST" || !hosts.includes(headers.host ?? "")) return false;
    response.once("finish", () => discardBody(request));
    listener(request, response);
    return true;
  };
}
