import { TRUSTED_TYPES_POLICY } from "@/lib/http/security-headers.ts";
import type { ResourcePath } from "@/lib/site/registry/resources.ts";

const bridgePath: ResourcePath = "/webmcp.js";

/**
 * Inline script that loads /webmcp.js if the browser supports WebMCP. The text must be constant,
 * because the Content Security Policy of the page allows inline scripts by hash.
 */
const webMcpLoader = `if(document.modelContext?.registerTool??navigator.modelContext?.registerTool){const src="${bridgePath}",rule=globalThis.trustedTypes?.createPolicy("${TRUSTED_TYPES_POLICY}",{createScriptURL:()=>src});document.head.append(Object.assign(document.createElement("script"),{src:rule?.createScriptURL("")??src}))}`;

export function WebMcp() {
  return <script>{webMcpLoader}</script>;
}
