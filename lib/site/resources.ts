// Site room: the registry, data without imports. What is published stands here once; every list of resources is derived from it.

/** A prose file of `content/`, its date, and the digest that the date belongs to: a changed file with an unchanged date fails a spec. */
export interface Source {
  readonly file: string;
  readonly updated: string;
  readonly digest: string;
}

export const sources = {
  home: { file: "home.md", updated: "2026-11-20", digest: "efc2ba071d25" },
  pricing: { file: "pricing.md", updated: "2026-11-20", digest: "fa8cf3a598e5" },
  agents: { file: "agents.md", updated: "2026-11-20", digest: "a60ce687ec23" },
  legal: { file: "legal.md", updated: "2026-11-20", digest: "5c72ed12be15" },
  webhooks: { file: "developers/webhooks.md", updated: "2026-11-20", digest: "ffea3fcf7702" },
  readTheNetwork: {
    file: "skills/read-the-network-before-sending/SKILL.md",
    updated: "2026-11-20",
    digest: "4905bf596128",
  },
} as const satisfies Record<string, Source>;
export type SourceName = keyof typeof sources;

/** How long a shared cache may keep a resource; `lib/http/reply.ts` holds the header of each class. */
export type CacheClass = "negotiated" | "document" | "slow" | "live";

/** The section of llms.txt in which a resource is listed. */
export type Section = "Docs" | "Pricing" | "API" | "MCP" | "Skills" | "Optional";

export interface Resource {
  readonly site: "website" | "swap";
  /** `page` is HTML with a Markdown twin; `prose` is Markdown of `content/`; `generated` is built from the registry; `endpoint` is not a document. */
  readonly kind: "page" | "prose" | "generated" | "endpoint";
  readonly mediaType: string;
  readonly cache: CacheClass;
  readonly title: string;
  /** One sentence: what the resource is good for. */
  readonly description: string;
  readonly source?: SourceName;
  /** On a page: the path of its Markdown twin. */
  readonly twin?: string;
  /** On a twin: the path of its page. */
  readonly page?: string;
  /** Same bytes as the resource at this path. */
  readonly aliasOf?: string;
  /** Listed in llms.txt under this heading; a page is listed by its twin. */
  readonly section?: Section;
  /** Listed in sitemap.xml. */
  readonly sitemap?: true;
  /** On a page: its name in the navigation. */
  readonly label?: string;
}

const html = "text/html; charset=utf-8";
const markdown = "text/markdown; charset=utf-8";
const text = "text/plain; charset=utf-8";
const json = "application/json; charset=utf-8";

const home = {
  title: "What a swap costs, whether it is safe to send, where yours stands",
  description:
    "Facts about cross-chain swaps, read from the network itself and dated to the block: fees, halts and interfaces, for people and agents. Read-only.",
  source: "home",
} as const;
const pricing = {
  title: "Pricing and fees guide",
  description:
    "What access costs (nothing, no key) and what a swap costs: each fee in the order it is taken, who receives it and its formula, with a worked example.",
  source: "pricing",
} as const;
const legal = {
  title: "Legal: terms, warranty and logging",
  description:
    "The terms in short: a read-only service without warranty, what is logged and for how long, and the licence.",
  source: "legal",
} as const;
const agents = {
  site: "website",
  kind: "prose",
  mediaType: markdown,
  cache: "document",
  title: "Agent rules",
  description:
    "How an agent uses this service safely: call order, identifiers, tools, errors, limits and safety rules.",
  source: "agents",
} as const;

export const resources = {
  "/": {
    ...home,
    site: "website",
    kind: "page",
    mediaType: html,
    cache: "negotiated",
    twin: "/index.md",
    sitemap: true,
  },
  "/index.md": {
    ...home,
    site: "website",
    kind: "prose",
    mediaType: markdown,
    cache: "document",
    page: "/",
    section: "Docs",
    sitemap: true,
  },
  "/pricing": {
    ...pricing,
    site: "website",
    kind: "page",
    mediaType: html,
    cache: "negotiated",
    twin: "/pricing.md",
    label: "Pricing",
    sitemap: true,
  },
  "/pricing.md": {
    ...pricing,
    site: "website",
    kind: "prose",
    mediaType: markdown,
    cache: "document",
    page: "/pricing",
    section: "Pricing",
    sitemap: true,
  },
  "/legal": {
    ...legal,
    site: "website",
    kind: "page",
    mediaType: html,
    cache: "negotiated",
    twin: "/legal.md",
    label: "Legal",
    sitemap: true,
  },
  "/legal.md": {
    ...legal,
    site: "website",
    kind: "prose",
    mediaType: markdown,
    cache: "document",
    page: "/legal",
    section: "Optional",
    sitemap: true,
  },
  "/AGENTS.md": { ...agents, section: "Docs", sitemap: true },
  "/.well-known/agent-rules": { ...agents, aliasOf: "/AGENTS.md" },
  "/developers/webhooks.md": {
    site: "swap",
    kind: "prose",
    mediaType: markdown,
    cache: "document",
    title: "Webhooks: there are none",
    description: "No webhooks, callbacks or event kinds exist: what to poll instead, how often, and when to stop.",
    source: "webhooks",
    section: "API",
    sitemap: true,
  },
  "/.well-known/agent-skills/read-the-network-before-sending/SKILL.md": {
    site: "website",
    kind: "prose",
    mediaType: markdown,
    cache: "document",
    title: "Skill: read the network before sending",
    description:
      "Agent skill: check halts, freshness and pools with the MCP tools or the status document before funds are sent.",
    source: "readTheNetwork",
    section: "Skills",
    sitemap: true,
  },
  "/.well-known/agent-skills/index.json": {
    site: "website",
    kind: "generated",
    mediaType: json,
    cache: "document",
    title: "Agent skills index",
    description: "The agent skills published here, each with the SHA-256 digest of its bytes (discovery 0.2.0).",
    section: "Skills",
  },
  "/.well-known/ai-catalog.json": {
    site: "website",
    kind: "generated",
    mediaType: "application/ai-catalog+json",
    cache: "document",
    title: "AI catalog",
    description: "AI Catalog 1.0: the MCP server, the OpenAPI description and the agent skill.",
    section: "Optional",
  },
  "/.well-known/mcp/server-card.json": {
    site: "website",
    kind: "generated",
    mediaType: "application/mcp-server-card+json",
    cache: "slow",
    title: "MCP server card",
    description: "Metadata of the MCP server: address, transport, protocol versions and tools.",
    section: "MCP",
  },
  "/.well-known/ai-plugin.json": {
    site: "website",
    kind: "generated",
    mediaType: json,
    cache: "document",
    title: "AI plugin manifest (legacy)",
    description:
      "The retired plugin manifest format, kept for clients that still read it; new clients use the MCP server.",
    section: "Optional",
  },
  "/openapi.json": {
    site: "website",
    kind: "generated",
    mediaType: json,
    cache: "document",
    title: "OpenAPI description",
    description: "OpenAPI 3.1.0 description of every resource of this site and of the MCP endpoint.",
    section: "API",
  },
  "/.well-known/status": {
    site: "swap",
    kind: "generated",
    mediaType: "application/health+json",
    cache: "live",
    title: "Status",
    description:
      "Live: whether this service can verify its facts now, and the network's verdict, height, age and chains.",
    section: "API",
  },
  "/mcp": {
    site: "website",
    kind: "endpoint",
    mediaType: "application/json",
    cache: "live",
    title: "MCP endpoint",
    description: "Read-only MCP server: POST JSON-RPC messages here; there is no GET stream.",
    section: "MCP",
  },
  "/robots.txt": {
    site: "website",
    kind: "generated",
    mediaType: text,
    cache: "slow",
    title: "Robots policy",
    description: "Crawler and content-signal policy.",
  },
  "/llms.txt": {
    site: "website",
    kind: "generated",
    mediaType: text,
    cache: "document",
    title: "Summary for language models",
    description: "The short summary: what this service answers and where.",
  },
  "/llms-full.txt": {
    site: "website",
    kind: "generated",
    mediaType: text,
    cache: "document",
    title: "Expanded map for language models",
    description: "Every public document in one file, each under its source address.",
    section: "Optional",
  },
  "/sitemap.xml": {
    site: "website",
    kind: "generated",
    mediaType: "application/xml; charset=utf-8",
    cache: "slow",
    title: "Sitemap",
    description: "The pages and documents, with the date of each one's content.",
    section: "Optional",
  },
  "/logo.svg": {
    site: "website",
    kind: "generated",
    mediaType: "image/svg+xml; charset=utf-8",
    cache: "slow",
    title: "Logo",
    description: "The mark: two boards on a signpost.",
  },
  "/webmcp.js": {
    site: "website",
    kind: "generated",
    mediaType: "text/javascript; charset=utf-8",
    cache: "document",
    title: "WebMCP bridge",
    description: "Script that registers the read-only tools with an agent inside the page; only such browsers load it.",
  },
} as const satisfies Record<string, Resource>;

export type ResourcePath = keyof typeof resources;
type PathWhere<Shape> = { [Path in ResourcePath]: (typeof resources)[Path] extends Shape ? Path : never }[ResourcePath];
/** HTML pages, rendered by React. */
export type PagePath = PathWhere<{ kind: "page" }>;
/** Everything that a route handler of `publish` serves. */
export type DocumentPath = PathWhere<{ kind: "prose" | "generated" }>;
export type ProsePath = PathWhere<{ kind: "prose" }>;
/** Documents with a body of their own, aliases left out. */
export type BodyPath = Exclude<DocumentPath, PathWhere<{ aliasOf: string }>>;

export const resourcePaths = Object.keys(resources) as ResourcePath[];

/** The registry's line of a path, as the wide type. */
export function toResource(path: ResourcePath): Resource {
  return resources[path];
}

export function isResourcePath(path: string): path is ResourcePath {
  return Object.hasOwn(resources, path);
}

/** Methods that a resource answers; anything else is 405 with this list in `Allow`. */
export function toAllowedMethods(path: ResourcePath): readonly string[] {
  return resources[path].kind === "endpoint" ? ["POST"] : ["GET", "HEAD", "OPTIONS"];
}

/** Request header by which the middleware tells a Markdown twin's handler that it answers the page's own address. */
export const NEGOTIATED_HEADER = "x-signpost-negotiated";

/** Internal addresses that every missing resource is sent to; asked for directly they are 404 as well. */
export const missingPaths = ["/not-found.json", "/not-found.md"] as const;
