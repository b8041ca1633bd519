// The API catalog (RFC 9727, RFC 9264, RFC 8631). One context lists the APIs, one an API says what describes it.
import { config } from "../../config.ts";
import { toUrl } from "../registry/links.ts";
import { type ResourcePath, toMediaType } from "../registry/resources.ts";

export function toApiCatalog(): string {
  const { siteUrl } = config();
  const typed = (path: ResourcePath) => ({ href: toUrl(path), type: toMediaType(path) });
  const status = [typed("/.well-known/status")];
  const linkset = [
    {
      anchor: toUrl("/.well-known/api-catalog"),
      item: [typed("/openapi.json"), { href: toUrl("/mcp") }],
    },
    {
      anchor: `${siteUrl}/`,
      "service-desc": [typed("/openapi.json")],
      "service-doc": [typed("/developers/api")],
      status,
    },
    {
      anchor: toUrl("/mcp"),
      "service-desc": [typed("/.well-known/mcp/server-card.json")],
      "service-doc": [typed("/developers/mcp")],
      status,
    },
  ];
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}
