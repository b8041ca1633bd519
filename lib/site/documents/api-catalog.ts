// The API catalog (RFC 9727, RFC 9264, RFC 8631). One context lists the APIs; each API has a context with its descriptions.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import { mediaTypeOf, type ResourcePath } from "../registry/resources.ts";

export function apiCatalog(): string {
  const { siteUrl } = config();
  const typed = (path: ResourcePath) => ({ href: absoluteUrl(path), type: mediaTypeOf(path) });
  const status = [typed("/.well-known/status"), typed("/status/history.json")];
  const linkset = [
    { anchor: absoluteUrl("/.well-known/api-catalog"), item: [typed("/openapi.json"), { href: absoluteUrl("/mcp") }] },
    {
      anchor: `${siteUrl}/`,
      "service-desc": [typed("/openapi.json")],
      "service-doc": [typed("/developers/api")],
      status,
    },
    {
      anchor: absoluteUrl("/mcp"),
      "service-desc": [typed("/.well-known/mcp/server-card.json")],
      "service-doc": [typed("/developers/mcp")],
      status,
    },
  ];
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}
