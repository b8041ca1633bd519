import { TRUSTED_TYPES_POLICY } from "@/lib/http/security-headers.ts";
import type { ResourcePath } from "@/lib/site/registry/resources.ts";

const bridgePath: ResourcePath = "/webmcp.js";

/** Loads the bridge only in browsers where an agent can use tools. It is constant, so a content security policy can name its hash. */
export const webMcpLoader = `if(document.modelContext?.registerTool??navigator.modelContext?.registerTool){const src="${bridgePath}",rule=globalThis.trustedTypes?.createPolicy("${TRUSTED_TYPES_POLICY}",{createScriptURL:()=>src});document.head.append(Object.assign(document.createElement("script"),{src:rule?.createScriptURL("")??src}))}`;

/** The tools for agents inside the page. */
export function WebMcp() {
  return <script>{webMcpLoader}</script>;
}
