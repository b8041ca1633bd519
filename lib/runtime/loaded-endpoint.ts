// Holds the handler of /mcp. Once Next has loaded it, the server calls it directly.
import { getProcessGlobal } from "./process-globals.ts";

export type Handler = (request: Request) => Promise<Response>;

export function getLoadedEndpoint(): { handle?: Handler } {
  return getProcessGlobal<{ handle?: Handler }>("mcp-endpoint", () => ({}));
}
