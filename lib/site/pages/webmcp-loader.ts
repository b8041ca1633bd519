// WebMCP. A page asks for the bridge only where an agent inside it can take tools; any other visitor loads nothing.
import { TRUSTED_TYPES_POLICY } from "../../http/security-headers.ts";
import type { ResourcePath } from "../registry/resources.ts";

const bridgePath: ResourcePath = "/webmcp.js";

/** Inline script of a page. Constant, so that a content security policy can name its hash. */
export const webMcpLoader = `if(document.modelContext?.registerTool??navigator.modelContext?.registerTool){const src="${bridgePath}",rule=globalThis.trustedTypes?.createPolicy("${TRUSTED_TYPES_POLICY}",{createScriptURL:()=>src});document.head.append(Object.assign(document.createElement("script"),{src:rule?.createScriptURL("")??src}))}`;
