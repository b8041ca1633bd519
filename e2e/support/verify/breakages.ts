// This folder breaks a site on purpose, to test the verify command.
// This file: ways to break a site, each with exactly the rows that must fail.
import type { Alteration, Exchange } from "./breaking-proxy.ts";

export interface Breakage extends Alteration {
  readonly name: string;
  /** Ids of the rows that fail. */
  readonly rows: readonly string[];
}

const cards = /^\/(mcp\/server-card|\.well-known\/mcp(\.json|\/server-card\.json|-server-card(\.json)?))$/;

/** Changes the body of an address in each of its representations. */
function rewrite(
  paths: readonly string[] | RegExp,
  change: (body: string, exchange: Exchange) => string,
): NonNullable<Alteration["alter"]> {
  const isMeant = (path: string) => (paths instanceof RegExp ? paths.test(path) : paths.includes(path));
  return (exchange) => {
    if (exchange.status !== 200 || !isMeant(exchange.path)) return;
    const changed = change(exchange.body, exchange);
    if (changed === exchange.body) throw new Error(`nothing to change at ${exchange.path}`);
    exchange.body = changed;
  };
}

function rewriteJson(
  paths: readonly string[] | RegExp,
  change: (body: Record<string, never>) => void,
): NonNullable<Alteration["alter"]> {
  return rewrite(paths, (body) => {
    const value = JSON.parse(body);
    change(value);
    return `${JSON.stringify(value)}\n`;
  });
}

const isHtmlHalf = ({ path, asked }: Exchange) =>
  !/\.\w+$|\.well-known|^\/mcp/.test(path) && /^(text\/html|\*\/\*)$/.test(asked.accept ?? "*/*");
const isMarkdown = ({ headers }: Exchange) => (headers["content-type"] ?? "").startsWith("text/markdown");

export const breakages: readonly Breakage[] = [
  {
    name: "a stale skill digest",
    rows: ["skills.digest"],
    alter: rewrite(["/.well-known/agent-skills/index.json"], (body) =>
      body.replace(/sha256:[0-9a-f]{4}/, "sha256:0000"),
    ),
  },
  {
    name: "a dead link in llms.txt",
    rows: ["links.llms-txt"],
    alter: rewrite(["/llms.txt"], (body, { asked }) => `${body}- [Gone](http://${asked.host}/gone.md): It was here.\n`),
  },
  {
    name: "no Vary: Accept on the HTML half",
    rows: ["vary.html", "vary.head", "vary.304", "vary.404", "ora.vary"],
    alter(exchange) {
      const kept = (exchange.headers.vary ?? "").split(", ").filter((name) => name.toLowerCase() !== "accept");
      if (isHtmlHalf(exchange)) exchange.headers.vary = kept.join(", ");
    },
  },
  {
    name: "status 200 for a missing page",
    rows: ["negotiation.missing", "errors.page-html", "ora.missing"],
    alter(exchange) {
      if (exchange.status === 404 && (exchange.headers["content-type"] ?? "").startsWith("text/html"))
        exchange.status = 200;
    },
  },
  {
    name: "a wrong media type of the server card",
    rows: ["text.types", "openapi.contract"],
    alter(exchange) {
      if (exchange.status === 200 && cards.test(exchange.path)) exchange.headers["content-type"] = "application/json";
    },
  },
  {
    name: "a tool that is missing from the server card",
    rows: ["card.tools"],
    alter: rewriteJson(cards, (card: { tools?: unknown[] }) => card.tools?.pop()),
  },
  {
    name: "an ETag that never gets 304",
    // Without If-None-Match the date decides. The second row checks that order.
    rows: ["validators.if-none-match", "validators.if-modified-since", "vary.304"],
    hide: ["if-none-match"],
  },
  {
    name: "a twin with a changed number",
    rows: ["twins.numbers"],
    alter(exchange) {
      if (!/^\/pricing(\.md)?$/.test(exchange.path) || !isMarkdown(exchange)) return;
      exchange.body = exchange.body.replace(/^(- .*?)\b\d+\.\d+/m, (_line, before: string) => `${before}31337.5`);
    },
  },
  {
    name: "a group of crawlers that is told of search alone",
    rows: ["robots.content-signal"],
    alter: rewrite(["/robots.txt"], (body) => body.replace(/Content-Signal: .*/, "Content-Signal: search=yes")),
  },
  {
    name: "a sitemap that lists sitemaps",
    rows: ["sitemap.form", "llms.in-sitemap", "agentsfirst.sitemap", "cloudflare.sitemap", "ora.lastmod"],
    alter: rewrite(["/sitemap.xml"], (body) =>
      body.replace(/(<\/?)urlset\b/g, "$1sitemapindex").replace(/(<\/?)url\b/g, "$1sitemap"),
    ),
  },
  {
    name: "a bridge that the home page does not load",
    rows: ["mcp.in-page", "cloudflare.webMcp"],
    alter(exchange) {
      if (exchange.path === "/") exchange.body = exchange.body.replaceAll("/webmcp.js", "/logo.svg");
    },
  },
  {
    name: "a sitemap with a foreign host",
    rows: ["sitemap.origin"],
    alter: rewrite(["/sitemap.xml"], (body) =>
      body.replace(/<loc>http:\/\/[^/]+\/legal</, "<loc>https://foreign.example/legal<"),
    ),
  },
  {
    name: "a problem without a code",
    rows: ["errors.data", "ora.problem"],
    alter(exchange) {
      if (exchange.status === 404) exchange.body = exchange.body.replace(/"code":"[^"]+",/, "");
    },
  },
  {
    name: "a canonical address of another page in front matter",
    rows: ["twins.canonical"],
    alter(exchange) {
      if (/^\/legal(\.md)?$/.test(exchange.path) && isMarkdown(exchange))
        exchange.body = exchange.body.replace(/^(canonical: ".*)legal"/m, '$1pricing"');
    },
  },
  {
    name: "HEAD with another Cache-Control than GET",
    rows: ["headers.head"],
    alter(exchange) {
      if (exchange.method === "HEAD" && exchange.path === "/llms.txt")
        exchange.headers["cache-control"] = "public, max-age=60";
    },
  },
  {
    name: "OAuth metadata that appears",
    rows: ["absent.oauth"],
    alter(exchange) {
      if (exchange.path !== "/.well-known/oauth-authorization-server") return;
      exchange.status = 200;
      exchange.body = '{"issuer":"https://login.example"}\n';
    },
  },
  {
    name: "a live status that caches may keep",
    rows: ["headers.live"],
    alter(exchange) {
      if (exchange.path === "/.well-known/status") exchange.headers["cache-control"] = "public, max-age=60";
    },
  },
  {
    name: "documents without a final newline",
    rows: ["text.lines"],
    alter: rewrite(["/AGENTS.md", "/.well-known/agent-rules"], (body) => body.replace(/\n$/, "")),
  },
  {
    name: "a 406 that caches may keep",
    rows: ["negotiation.not-acceptable", "errors.no-store", "ora.not-acceptable"],
    alter(exchange) {
      if (exchange.status === 406) exchange.headers["cache-control"] = "public, max-age=60";
    },
  },
  { name: "a local endpoint that serves a foreign Origin", rows: ["mcp.origin"], hide: ["origin"] },
  {
    name: "a local endpoint that serves any Host",
    rows: ["mcp.host"],
    alter(exchange) {
      if (exchange.path === "/mcp" && exchange.asked.host === "rebound.example") exchange.status = 200;
    },
  },
  {
    name: "a server card of another version",
    rows: ["card.identity", "identity.version", "aso.version"],
    alter: rewriteJson(cards, (card: { version?: string }) => {
      card.version = "0.9.0";
    }),
  },
  {
    name: "a sitemap that is dated in the future",
    rows: ["sitemap.lastmod"],
    alter: rewrite(["/sitemap.xml"], (body) => body.replace(/<lastmod>[^<]+/, "<lastmod>2999-01-01")),
  },
  {
    name: "a heading that only the page has",
    rows: ["twins.headings"],
    alter(exchange) {
      if (exchange.path === "/legal" && exchange.status === 200 && !isMarkdown(exchange))
        exchange.body = exchange.body.replace("</article>", '<h2 id="more">More</h2></article>');
    },
  },
  {
    name: "a document that scripts of other sites cannot read",
    rows: ["headers.cors"],
    alter(exchange) {
      if (exchange.path === "/openapi.json" && exchange.status === 200)
        delete exchange.headers["access-control-allow-origin"];
    },
  },
  {
    name: "a path that crawlers may not read",
    rows: ["robots.allow"],
    alter: rewrite(["/robots.txt"], (body) => body.replace("Allow: /", "Disallow: /pricing\nAllow: /")),
  },
  {
    name: "computed answers that any crawler may follow to further ones",
    rows: ["crawl.ends"],
    alter(exchange) {
      if (exchange.path === "/robots.txt") exchange.body = exchange.body.replace(/^Disallow: .*\n/gm, "");
      const [page, turn = "0"] = /^\/quote(?:\?turn=(\d+))?$/.exec(exchange.path) ?? [];
      if (page && exchange.status === 200 && !isMarkdown(exchange))
        exchange.body = exchange.body.replace("</main>", `<a href="/quote?turn=${Number(turn) + 1}">Next</a></main>`);
    },
  },
  {
    name: "a member of the AI catalog that its schema forbids",
    rows: ["ai-catalog.shape", "cloudflare.ard"],
    alter: rewriteJson(
      ["/.well-known/ai-catalog.json", "/.well-known/ard.json"],
      (catalog: { extensions?: object }) => {
        catalog.extensions = {};
      },
    ),
  },
  {
    name: "a described path that nobody serves",
    rows: ["links.openapi", "openapi.contract"],
    alter: rewriteJson(["/openapi.json"], (api: { paths?: Record<string, { get?: { operationId: string } }> }) => {
      const { get } = api.paths?.["/llms.txt"] ?? {};
      if (api.paths && get) api.paths["/gone.txt"] = { get: { ...get, operationId: "getGone" } };
    }),
  },
  {
    name: "a link to a part of a page that is not there",
    rows: ["links.fragments"],
    alter(exchange) {
      if (exchange.path === "/legal" && !isMarkdown(exchange))
        exchange.body = exchange.body.replace("<footer", '<nav><a href="#gone">Gone</a></nav><footer');
    },
  },
  {
    name: "a tool that is not said to be read-only",
    rows: ["mcp.read-only"],
    alter(exchange) {
      exchange.body = exchange.body.replace('"readOnlyHint":true', '"readOnlyHint":false');
    },
  },
  {
    name: "a tool that only one protocol version has",
    rows: ["mcp.tools"],
    alter(exchange) {
      if (exchange.asked["mcp-method"] === "tools/list")
        exchange.body = exchange.body.replace('"list_pools"', '"list_wells"');
    },
  },
  {
    name: "agent rules that name a tool of yesterday",
    rows: ["mcp.agents-md"],
    alter: rewrite(["/AGENTS.md", "/.well-known/agent-rules"], (body) => body.replaceAll("list_pools", "list_wells")),
  },
  {
    name: "a skill that was edited after its digest was taken",
    rows: ["skills.digest", "skills.front-matter"],
    alter: rewrite(/watch-a-swap\/SKILL\.md$/, (body) => body.replace("description: ", "description: Edited. ")),
  },
  {
    name: "a 304 without Cache-Control",
    rows: ["validators.304-headers"],
    alter(exchange) {
      if (exchange.status === 304 && exchange.path === "/llms.txt") delete exchange.headers["cache-control"];
    },
  },
  {
    name: "front matter without a version",
    rows: ["twins.front-matter", "ora.front-matter"],
    alter(exchange) {
      if (/^\/legal(\.md)?$/.test(exchange.path) && isMarkdown(exchange))
        exchange.body = exchange.body.replace(/^doc_version: .*\n/m, "");
    },
  },
  {
    name: "JSON-LD that is not JSON",
    rows: ["pages.json-ld", "ora.json-ld", "aso.json-ld"],
    alter(exchange) {
      if (!isMarkdown(exchange)) exchange.body = exchange.body.replace('{"@context"', '{@context"');
    },
  },
  {
    name: "a date of the content that is not past",
    rows: ["validators.last-modified", "validators.if-modified-since"],
    alter(exchange) {
      if (exchange.path === "/llms.txt") exchange.headers["last-modified"] = "Tue, 01 Jan 2999 00:00:00 GMT";
    },
  },
  {
    name: "an endpoint that answers DELETE",
    rows: ["mcp.methods"],
    alter(exchange) {
      if (exchange.path === "/mcp" && exchange.method === "DELETE") exchange.status = 200;
    },
  },
];
