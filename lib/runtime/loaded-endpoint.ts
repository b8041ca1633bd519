// Lets the server call the handler of /mcp without Next, once Next has loaded it.
import { getProcessGlobal } from "./process-globals.ts";

export type Handler = (request: Request) => Promise<Response>;

export function getLoadedEndpoint(): { handle?: Handler } {
  return getProcessGlobal<{ handle?: Handler }>("mcp-endpoint", () => ({}));
}
