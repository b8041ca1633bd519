// A route that Next has loaded once may answer POST without it. What Next does around a route costs several times what a remembered answer does.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getProcessGlobal } from "../internals/process-globals.ts";
import { discardBody } from "../internals/server-listeners.ts";

const getListeners = () => getProcessGlobal("route-listeners", () => new Map<string, RequestListener>());

/** From now on whoever asks `createDirectAnswers` is answered by `listener`. The path is the whole of the request's target. */
export function offerDirectly(path: string, listener: RequestListener): void {
  getListeners().set(path, listener);
}

export interface DirectAnswers {
  /** Whether the request is answered here, now or later. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** `hosts`: those on which no route is redirected. */
export function createDirectAnswers(hosts: readonly string[]): DirectAnswers {
  return {
    answer(request, response) {
      const { method, url = "", headers } = request;
      const listener = getListeners().get(url);
      if (!listener || method !== "POST" || !hosts.includes(headers.host ?? "")) return false;
      response.once("finish", () => discardBody(request));
      listener(request, response);
      return true;
    },
  };
}
