import { TRUSTED_TYPES_POLICY } from "@/lib/http/security-headers.ts";
import type { ResourcePath } from "@/lib/site/registry/resources.ts";

const bridgePath: ResourcePath = "/webmcp.js";

/** Loads the script if the browser has WebMCP. The text never changes: a CSP has its hash. */
const webMcpLoader = `if(document.modelContext?.registerTool??navigator.modelContext?.registerTool){const src="${bridgePath}",rule=globalThis.trustedTypes?.createPolicy("${TRUSTED_TYPES_POLICY}",{createScriptURL:()=>src});document.head.append(Object.assign(document.createElement("script"),{src:rule?.createScriptURL("")??src}))}`;

export function WebMcp() {
  return <script>{webMcpLoader}</script>;
}
