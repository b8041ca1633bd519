// HTTP room: a route that Next has loaded once may answer POST without it. What Next does around a route costs several times what a remembered answer does.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

// On globalThis: Next bundles a route apart from lib/serve.ts.
const key = Symbol.for("signpost.direct-listeners");
const shelf = globalThis as { [key]?: Map<string, RequestListener> };

/** From now on whoever asks `createDirectAnswers` is answered by `listener`. The path is the whole of the request's target. */
export function offerDirectly(path: string, listener: RequestListener): void {
  shelf[key] ??= new Map();
  shelf[key].set(path, listener);
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
      const listener = shelf[key]?.get(url);
      if (!listener || method !== "POST" || !hosts.includes(headers.host ?? "")) return false;
      // A body that was refused unread would stand before the next request of its connection; whoever began to read it pauses at each part.
      response.once("finish", () => request.removeAllListeners("data").resume());
      listener(request, response);
      return true;
    },
  };
}
