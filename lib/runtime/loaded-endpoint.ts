// The handler of /mcp. The server calls it without Next, as soon as Next has loaded it.
import { getProcessGlobal } from "./process-globals.ts";

export type Handler = (request: Request) => Promise<Response>;

export function getLoadedEndpoint(): { handle?: Handler } {
  return getProcessGlobal<{ handle?: Handler }>("mcp-endpoint", () => ({}));
}
