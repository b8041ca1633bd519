// The WebMCP loader. A page loads the bridge only in browsers where an agent can use tools.
import { TRUSTED_TYPES_POLICY } from "../../http/security-headers.ts";
import type { ResourcePath } from "../registry/resources.ts";

const bridgePath: ResourcePath = "/webmcp.js";

/** Inline script of a page. It is constant, so a content security policy can name its hash. */
export const webMcpLoader = `if(document.modelContext?.registerTool??navigator.modelContext?.registerTool){const src="${bridgePath}",rule=globalThis.trustedTypes?.createPolicy("${TRUSTED_TYPES_POLICY}",{createScriptURL:()=>src});document.head.append(Object.assign(document.createElement("script"),{src:rule?.createScriptURL("")??src}))}`;
