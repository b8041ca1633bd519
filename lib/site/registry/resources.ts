// This folder is the registry: what the site publishes, where, with which dates and links.
// This file lists every resource, and imports nothing. All other lists are derived from it.

export const sources = {
  home: "home.md",
  pricing: "pricing.md",
  agents: "agents.md",
  developers: "developers/index.md",
  api: "developers/api.md",
  mcp: "developers/mcp.md",
  legal: "legal.md",
  privacy: "privacy.md",
  webhooks: "developers/webhooks.md",
  readTheNetwork: "skills/read-the-network-before-sending/SKILL.md",
  estimateCost: "skills/estimate-a-swaps-cost/SKILL.md",
  watchSwap: "skills/watch-a-swap/SKILL.md",
} as const;
export type SourceName = keyof typeof sources;

type CacheClass = "negotiated" | "document" | "slow" | "live" | "unstored";

export type Section = "Docs" | "Pricing" | "API" | "MCP" | "Skills" | "Optional";

export interface Resource {
  readonly site: "website" | "swap";
  /** `part`: HTML that is shown inside another page. `endpoint`: an address that takes POST. */
  readonly kind: "page" | "part" | "prose" | "generated" | "endpoint";
  readonly mediaType: string;
  readonly cache: CacheClass;
  readonly title: string;
  readonly description: string;
  readonly source?: SourceName;
  readonly twin?: string;
  readonly page?: string;
  readonly tool?: string;
  readonly aliasOf?: string;
  /** Heading under which llms.txt lists the resource. A page has none: its Markdown is listed. */
  readonly section?: Section;
  /** If true, sitemap.md lists the resource. If it is a page, sitemap.xml lists it too. */
  readonly sitemap?: true;
  /** Each of the two sites publishes its own version, if the sites have two hosts. */
  readonly onBoth?: true;
  /** Setting that the resource needs. Without the setting, its address answers 404. */
  readonly needs?: "contactEmail" | "openaiAppsChallenge";
  /** No list names the resource, because only browsers request it. */
  readonly unlisted?: true;
  readonly label?: string;
  readonly shortTitle?: string;
  readonly takesQuestion?: true;
  /** Whose pages may show the resource in an `<iframe>`. Nobody's unless given. */
  readonly framedBy?: FramedBy;
}

export type FramedBy = "site" | "anyone";

const html = "text/html; charset=utf-8";
const markdown = "text/markdown; charset=utf-8";
const text = "text/plain; charset=utf-8";
const json = "application/json; charset=utf-8";

const home = {
  site: "website",
  title: "What a swap costs and whether it is safe to send",
  description:
    "Facts about cross-chain swaps for people and agents: fees, halts and interfaces. Read from the network itself, with the block of each. Read-only.",
  source: "home",
} as const;
const pricing = {
  site: "website",
  title: "Pricing and fees guide",
  description:
    "What a swap costs: each fee in order, who receives it and its formula. Access is free and needs no key.",
  source: "pricing",
} as const;
const legal = {
  site: "website",
  title: "Legal: terms and warranty",
  description: "The terms in short: no warranty, the licence, and what crawlers may do.",
  source: "legal",
} as const;
const privacy = {
  site: "website",
  title: "Privacy: what is logged",
  description: "What is logged, for how long, and who else sees a question.",
  source: "privacy",
} as const;
const developers = {
  site: "swap",
  title: "Developers: start here",
  description:
    "The interfaces for building on swaps: the MCP server, the node and indexer calls, polling instead of webhooks.",
  source: "developers",
} as const;
const api = {
  site: "swap",
  title: "REST API reference",
  description:
    "The node and indexer calls for watching a swap: parameters, example answers and how to read each stage. And this site's resources.",
  source: "api",
} as const;
const mcp = {
  site: "swap",
  title: "MCP server",
  description:
    "How to connect a client, every tool with its arguments and answer, and worked calls with their output.",
  source: "mcp",
} as const;
const webhooks = {
  site: "swap",
  title: "Webhooks: there are none",
  description: "No webhooks, no callbacks: what to poll instead, how often, and when to stop.",
  source: "webhooks",
} as const;
const quote = {
  site: "swap",
  cache: "live",
  title: "Quote: what a swap costs now",
  description:
    "Live: what a swap of your pair and size brings, what it costs and how long it takes. Also whether it is safe to send.",
} as const;
const status = {
  site: "swap",
  cache: "live",
  title: "Network status",
  description:
    "Live: trading, deposits, signing and liquidity, chain by chain, with the reason and what to do now.",
} as const;
const assets = {
  site: "swap",
  cache: "live",
  title: "What can be swapped",
  description:
    "Live: each asset, the deepest pool first, with its state, pool depth and outbound fee.",
} as const;
const track = {
  site: "swap",
  cache: "live",
  title: "Track a swap",
  description:
    "Live: where a swap is, by its transaction id. What happens next, and what a refund means.",
} as const;
const prose = { site: "website", kind: "prose", mediaType: markdown, cache: "document" } as const;
const generated = { site: "website", kind: "generated" } as const;
const openSearch = {
  site: "swap",
  kind: "generated",
  mediaType: "application/opensearchdescription+xml; charset=utf-8",
  cache: "slow",
  unlisted: true,
} as const;
const jsonDocument = { ...generated, mediaType: json, cache: "document" } as const;
const agents = {
  ...prose,
  title: "Agent rules",
  description:
    "How an agent uses this service safely: call order, identifiers, tools, errors, limits and safety rules.",
  source: "agents",
} as const;
const aiCatalog = {
  ...generated,
  mediaType: "application/ai-catalog+json",
  cache: "document",
  title: "AI catalog",
  description: "AI Catalog 1.0: the MCP server, OpenAPI and the agent skills.",
} as const;
const serverCard = {
  ...generated,
  mediaType: "application/mcp-server-card+json",
  cache: "slow",
  title: "MCP server card",
  description: "The MCP server: address, transport, protocol versions and tools.",
} as const;

const page = { kind: "page", mediaType: html, cache: "negotiated", sitemap: true } as const;
const livePage = { kind: "page", mediaType: html, sitemap: true } as const;
const questionPage = { ...livePage, takesQuestion: true } as const;
const part = { kind: "part", mediaType: html } as const;
const openFrame = { ...part, framedBy: "anyone" } as const;
const liveTwin = { kind: "generated", mediaType: markdown } as const;
const liveJson = { kind: "generated", mediaType: json, section: "API" } as const;
const twin = { kind: "prose", mediaType: markdown, cache: "document", sitemap: true } as const;
const skill = { ...prose, section: "Skills", sitemap: true } as const;
const cardAlias = { ...serverCard, aliasOf: "/.well-known/mcp/server-card.json" } as const;

export const resources = {
  "/": { ...home, ...page, twin: "/index.md" },
  "/index.md": { ...home, ...twin, page: "/", section: "Docs" },
  "/pricing": { ...pricing, ...page, twin: "/pricing.md", label: "Fees" },
  "/pricing.md": { ...pricing, ...twin, page: "/pricing", section: "Pricing" },
  "/pricing/now": {
    site: "website",
    ...part,
    cache: "live",
    framedBy: "site",
    title: "What four swaps cost now",
    description: "Live: the table of the fee guide.",
  },
  "/quote": { ...quote, ...questionPage, twin: "/quote.md", label: "Quote" },
  "/quote.md": { ...quote, ...liveTwin, page: "/quote", section: "Pricing" },
  "/quote.json": {
    ...quote,
    ...liveJson,
    title: "Quote as JSON",
    description:
      "Live: the structured answer of the tool get_swap_quote, with the tool's arguments in the query.",
    tool: "get_swap_quote",
  },
  "/status": { ...status, ...livePage, twin: "/status.md", label: "Status" },
  "/status/now": {
    ...status,
    ...part,
    title: "Network status now",
    description: "Live: the part of /status that an open page asks for.",
  },
  "/status.md": { ...status, ...liveTwin, page: "/status", section: "API" },
  "/api/v2/summary.json": {
    ...status,
    ...liveJson,
    title: "Status summary for aggregators",
    description: "Live: chains, halts in force and halts to come, in the shape of Statuspage.",
  },
  "/api/v2/status.json": {
    ...status,
    ...liveJson,
    title: "Status in one word for aggregators",
    description: "Live: the network's state, in the shape of Statuspage.",
  },
  "/assets": { ...assets, ...livePage, twin: "/assets.md" },
  "/assets/now": {
    ...assets,
    ...part,
    title: "What can be swapped now",
    description: "Live: the part of /assets that an open page asks for.",
  },
  "/assets.md": { ...assets, ...liveTwin, page: "/assets", section: "API" },
  "/assets.json": {
    ...assets,
    ...liveJson,
    title: "Assets as JSON",
    description: "Live: the rows of /assets.",
  },
  "/track": { ...track, ...questionPage, twin: "/track.md", label: "Track" },
  "/track/now": {
    ...track,
    ...part,
    title: "A swap now",
    description: "Live: the part of /track that an open page asks for.",
  },
  "/track.md": { ...track, ...liveTwin, page: "/track", section: "API" },
  "/track.json": {
    ...track,
    ...liveJson,
    title: "Swap as JSON",
    description: "Live: the structured answer of the tool get_swap_status, by its arguments.",
    tool: "get_swap_status",
  },
  "/embed/status": {
    ...status,
    ...openFrame,
    description: "Live: the network's state in a frame, for other sites.",
  },
  "/embed/quote": {
    ...quote,
    ...openFrame,
    description: "Live: one quote in a frame, for other sites.",
  },
  "/developers": { ...developers, ...page, twin: "/developers.md", label: "Developers" },
  "/developers.md": { ...developers, ...twin, page: "/developers", section: "API" },
  "/developers/api": { ...api, ...page, twin: "/developers/api.md" },
  "/developers/api.md": { ...api, ...twin, page: "/developers/api", section: "API" },
  "/developers/mcp": { ...mcp, ...page, twin: "/developers/mcp.md" },
  "/developers/mcp.md": { ...mcp, ...twin, page: "/developers/mcp", section: "MCP" },
  "/developers/webhooks": {
    ...webhooks,
    ...page,
    twin: "/developers/webhooks.md",
    shortTitle: "Webhooks",
  },
  "/developers/webhooks.md": { ...webhooks, ...twin, page: "/developers/webhooks", section: "API" },
  "/legal": { ...legal, ...page, twin: "/legal.md", shortTitle: "Legal" },
  "/legal.md": { ...legal, ...twin, page: "/legal", section: "Optional" },
  "/privacy": { ...privacy, ...page, twin: "/privacy.md", shortTitle: "Privacy" },
  "/privacy.md": { ...privacy, ...twin, page: "/privacy", section: "Optional" },
  "/AGENTS.md": { ...agents, section: "Docs", sitemap: true },
  "/.well-known/agent-rules": { ...agents, aliasOf: "/AGENTS.md" },
  "/.well-known/agent-skills/read-the-network-before-sending/SKILL.md": {
    ...skill,
    title: "Skill: read the network before sending",
    description:
      "Check halts, freshness and pools with the MCP tools or the status document before funds are sent.",
    source: "readTheNetwork",
  },
  "/.well-known/agent-skills/estimate-a-swaps-cost/SKILL.md": {
    ...skill,
    title: "Skill: estimate a swap's cost",
    description: "Ask for a quote, name every fee and compare a swap in parts with one part.",
    source: "estimateCost",
  },
  "/.well-known/agent-skills/watch-a-swap/SKILL.md": {
    ...skill,
    title: "Skill: watch a swap",
    description:
      "Follow a transaction id to its end at the right pace, and read refunds for what they are.",
    source: "watchSwap",
  },
  "/.well-known/agent-skills/index.json": {
    ...jsonDocument,
    title: "Agent skills index",
    description: "Each skill with the SHA-256 digest of its bytes (discovery 0.2.0).",
    section: "Skills",
  },
  "/.well-known/ai-catalog.json": { ...aiCatalog, section: "Optional" },
  "/.well-known/ard.json": { ...aiCatalog, aliasOf: "/.well-known/ai-catalog.json" },
  "/.well-known/api-catalog": {
    ...generated,
    mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    cache: "document",
    title: "API catalog",
    description: "RFC 9727 linkset: every API here, its description and status.",
    section: "API",
  },
  "/.well-known/mcp/server-card.json": serverCard,
  "/.well-known/mcp.json": cardAlias,
  "/.well-known/mcp-server-card": cardAlias,
  "/.well-known/mcp-server-card.json": cardAlias,
  "/mcp/server-card": { ...cardAlias, section: "MCP" },
  "/.well-known/ai-plugin.json": {
    ...jsonDocument,
    title: "AI plugin manifest (legacy)",
    description: "A retired format.",
    section: "Optional",
  },
  "/.well-known/security.txt": {
    ...generated,
    mediaType: text,
    cache: "slow",
    title: "Security contact",
    description: "Where to report a weakness (RFC 9116); published where a contact is configured.",
    needs: "contactEmail",
  },
  "/.well-known/openai-apps-challenge": {
    ...generated,
    mediaType: text,
    cache: "unstored",
    title: "Proof for OpenAI's directory of apps",
    description: "A token which proves that the operator of this site lists it there.",
    needs: "openaiAppsChallenge",
    unlisted: true,
  },
  "/openapi.json": {
    ...jsonDocument,
    onBoth: true,
    title: "OpenAPI description",
    description: "OpenAPI 3.1.0 of this site, long; /index.json is its index.",
    section: "API",
  },
  "/index.json": {
    ...jsonDocument,
    onBoth: true,
    title: "Index of the OpenAPI description",
    description: "Its version, and its paths by media type.",
  },
  "/.well-known/status": {
    ...status,
    ...liveJson,
    mediaType: "application/health+json",
    title: "Status",
    description:
      "Live: whether this service can verify its facts now, and the network's verdict, height, age and chains.",
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
    ...generated,
    mediaType: text,
    onBoth: true,
    cache: "slow",
    title: "Robots policy",
    description: "Crawler and content-signal policy.",
  },
  "/llms.txt": {
    ...generated,
    mediaType: text,
    onBoth: true,
    cache: "document",
    title: "Summary for language models",
    description: "The short summary: what this service answers and where.",
  },
  "/llms-full.txt": {
    ...generated,
    mediaType: text,
    cache: "document",
    title: "Expanded map for language models",
    description: "The documents in one file. Of references and skills, the headings.",
    section: "Optional",
  },
  "/sitemap.xml": {
    ...generated,
    mediaType: "application/xml; charset=utf-8",
    onBoth: true,
    cache: "slow",
    title: "Sitemap",
    description: "The pages, with the date of each one's content.",
    section: "Optional",
  },
  "/sitemap.md": {
    ...generated,
    mediaType: markdown,
    cache: "document",
    title: "Sitemap in Markdown",
    description: "Every page and document under its heading, with one sentence each.",
    section: "Optional",
  },
  "/logo.svg": {
    ...generated,
    mediaType: "image/svg+xml; charset=utf-8",
    cache: "slow",
    title: "Logo",
    description: "The mark: two boards on a signpost.",
  },
  "/manifest.json": {
    ...generated,
    mediaType: "application/manifest+json",
    cache: "slow",
    onBoth: true,
    unlisted: true,
    title: "Manifest",
    description: "How a browser installs the site.",
  },
  "/quote/opensearch.xml": {
    ...openSearch,
    title: "Search: quote",
    description: "Quote a swap: write the asset that you send.",
  },
  "/track/opensearch.xml": {
    ...openSearch,
    title: "Search: track",
    description: "Track a swap: write its transaction id.",
  },
  "/webmcp.js": {
    ...generated,
    mediaType: "text/javascript; charset=utf-8",
    cache: "document",
    unlisted: true,
    title: "WebMCP bridge",
    description:
      "Script that registers the read-only tools with an agent inside the page; only such browsers load it.",
  },
} as const satisfies Record<string, Resource>;

export type ResourcePath = keyof typeof resources;
type PathWhere<Shape> = {
  [Path in ResourcePath]: (typeof resources)[Path] extends Shape ? Path : never;
}[ResourcePath];
export type PagePath = PathWhere<{ kind: "page" }>;
export type PartPath = PathWhere<{ kind: "part" }>;
export type OpenFramePath = PathWhere<{ framedBy: "anyone" }>;
export type FramedPath = PathWhere<{ framedBy: FramedBy }>;
export type ProsePagePath = PathWhere<{ kind: "page"; source: SourceName }>;
export type LivePagePath = PathWhere<{ kind: "page"; cache: "live" }>;
export type QuestionPath = PathWhere<{ takesQuestion: true }>;
type LiveTwinPath = PathWhere<{ kind: "generated"; page: LivePagePath }>;
export type ToolAnswerPath = PathWhere<{ tool: string }>;
type DocumentPath = PathWhere<{ kind: "prose" | "generated" }>;
export type StablePath = Exclude<DocumentPath, PathWhere<{ cache: "live" }>>;
export type LivePath = Exclude<DocumentPath, StablePath>;
export type LiveTextPath = Exclude<LivePath, ToolAnswerPath>;
export type ProsePath = PathWhere<{ kind: "prose" }>;
export type StableBodyPath = Exclude<StablePath, PathWhere<{ aliasOf: string }>>;

export function bodyPath(path: StablePath): StableBodyPath {
  return (findResource(path).aliasOf ?? path) as StableBodyPath;
}

export function isCardPath(path: ResourcePath): boolean {
  return isStablePath(path) && bodyPath(path) === "/.well-known/mcp/server-card.json";
}

export function isStablePath(path: ResourcePath): path is StablePath {
  const { kind, cache } = findResource(path);
  return (kind === "prose" || kind === "generated") && cache !== "live";
}

export function isProsePath(path: string): path is ProsePath {
  return isResourcePath(path) && resources[path].kind === "prose";
}

export function isProsePage(path: ResourcePath): path is ProsePagePath {
  const { kind, cache } = findResource(path);
  return kind === "page" && cache !== "live";
}

export const resourcePaths = Object.keys(resources) as ResourcePath[];
/** The links at the top of each page, in their order. */
export const navigationPaths = ["/quote", "/status", "/track", "/pricing", "/developers"] as const;

export function findResource(path: ResourcePath): Resource {
  return resources[path];
}

export function mediaTypeOf(path: ResourcePath): string {
  return resources[path].mediaType.replace(/;.*/, "");
}

export function isResourcePath(path: string): path is ResourcePath {
  return Object.hasOwn(resources, path);
}

export type CountedPath = LivePagePath | PartPath | LiveTwinPath | ToolAnswerPath;

export function isLivePage(path: ResourcePath): path is CountedPath {
  const { cache, kind, page } = findResource(path);
  const isVariantOfPage = isPart(path) || isToolAnswer(path) || page !== undefined;
  return cache === "live" && (kind === "page" || isVariantOfPage);
}

export function isPart(path: ResourcePath): path is PartPath {
  return findResource(path).kind === "part";
}

/** The paths that pages of other sites may show in an `<iframe>`. */
export const openFramePaths = resourcePaths.filter(isOpenFrame);

function isOpenFrame(path: ResourcePath): path is OpenFramePath {
  return findResource(path).framedBy === "anyone";
}

export function isFramed(path: ResourcePath): path is FramedPath {
  return findResource(path).framedBy !== undefined;
}

export function isToolAnswer(path: ResourcePath): path is ToolAnswerPath {
  return findResource(path).tool !== undefined;
}

const pageImagePaths = resourcePaths
  .filter((path) => resources[path].kind === "page")
  .map((path) => `${path === "/" ? "" : path}/opengraph-image`);
const imagePaths: ReadonlySet<string> = new Set([
  ...pageImagePaths,
  ...["/apple-icon", "/favicon.ico"],
]);

/** True for an image that Next draws, or for an address of the folder of icons. */
export function isDrawnImage(path: string): boolean {
  return imagePaths.has(path) || path.startsWith("/icons/");
}

/** The ends of addresses of data: where nothing is published there, the answer is no page. */
export const dataEnds = "json|xml|txt|svg|js";

export function usualSpelling(path: string): string {
  return /^\/agents\.md$/i.test(path) ? "/AGENTS.md" : path;
}

export const httpMethods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

export function allowedMethods(path: ResourcePath): readonly string[] {
  return resources[path].kind === "endpoint" ? ["POST"] : ["GET", "HEAD", "OPTIONS"];
}

/** Request header with the path that the client requested, before a rewrite to Markdown. */
export const NEGOTIATED_HEADER = "x-signpost-negotiated";

export const missingPaths = ["/not-found.json", "/not-found.md"] as const;
