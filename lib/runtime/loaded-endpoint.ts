// How the server reaches the handler of /mcp without Next, once Next has loaded it.
import { getProcessGlobal } from "./process-globals.ts";

type Handler = (request: Request) => Promise<Response>;

/** `handle` is absent until the route's first request. */
export function getLoadedEndpoint(): { handle?: Handler } {
  return getProcessGlobal<{ handle?: Handler }>("mcp-endpoint", () => ({}));
}
