// Site room: the API catalog (RFC 9727, RFC 9264, RFC 8631). One context lists the APIs, one an API says what describes it.
import { config } from "../config.ts";
import { toUrl } from "./links.ts";
import { toResource } from "./resources.ts";

export function toApiCatalog(): string {
  const { siteUrl } = config();
  const description = (path: "/openapi.json" | "/.well-known/mcp/server-card.json") => [
    { href: toUrl(path), type: toResource(path).mediaType.split(";")[0] },
  ];
  const status = [{ href: toUrl("/.well-known/status"), type: toResource("/.well-known/status").mediaType }];
  const linkset = [
    {
      anchor: toUrl("/.well-known/api-catalog"),
      item: [{ href: toUrl("/openapi.json"), type: "application/json" }, { href: toUrl("/mcp") }],
    },
    {
      anchor: `${siteUrl}/`,
      "service-desc": description("/openapi.json"),
      "service-doc": [{ href: toUrl("/developers/api"), type: "text/html" }],
      status,
    },
    {
      anchor: toUrl("/mcp"),
      "service-desc": description("/.well-known/mcp/server-card.json"),
      "service-doc": [{ href: toUrl("/developers/mcp"), type: "text/html" }],
      status,
    },
  ];
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}
