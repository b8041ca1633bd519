// Site room: WebMCP. A page asks for the bridge only where an agent inside it can take tools; any other visitor loads nothing.
import type { ResourcePath } from "./resources.ts";

const bridgePath: ResourcePath = "/webmcp.js";

/** Inline script of a page. Constant, so that a content security policy can name its hash. */
export const webMcpLoader = `(document.modelContext?.registerTool??navigator.modelContext?.registerTool)&&document.head.append(Object.assign(document.createElement("script"),{src:"${bridgePath}"}))`;
