// This folder checks any deployment by its answers alone, and imports nothing of the site. It is a package of its own.
// This file: the addresses that agents try without being told, and the media type that each must have.

const markdown = "text/markdown; charset=utf-8";
const text = "text/plain; charset=utf-8";
const json = "application/json; charset=utf-8";

export const CARD = "/.well-known/mcp/server-card.json";
export const CATALOG = "/.well-known/ai-catalog.json";
export const LINKSET = "/.well-known/api-catalog";
export const SKILLS = "/.well-known/agent-skills/index.json";
export const PLUGIN = "/.well-known/ai-plugin.json";
export const SECURITY = "/.well-known/security.txt";
export const STATUS = "/.well-known/status";

/** The original first, then its aliases, which serve the same bytes and headers. */
export const aliases: readonly (readonly string[])[] = [
  [
    CARD,
    "/mcp/server-card",
    "/.well-known/mcp.json",
    "/.well-known/mcp-server-card",
    "/.well-known/mcp-server-card.json",
  ],
  [CATALOG, "/.well-known/ard.json"],
  ["/AGENTS.md", "/.well-known/agent-rules"],
];

/** This address and its aliases. */
export const withAliases = (original: string): readonly string[] =>
  aliases.find(([first]) => first === original) ?? [original];

/** Each address with its media type. Parameters may have any order; names are case-insensitive. */
export const known: Readonly<Record<string, string>> = {
  "/robots.txt": text,
  "/sitemap.xml": "application/xml; charset=utf-8",
  "/sitemap.md": markdown,
  "/llms.txt": text,
  "/llms-full.txt": text,
  "/index.md": markdown,
  "/pricing.md": markdown,
  "/AGENTS.md": markdown,
  "/.well-known/agent-rules": markdown,
  "/openapi.json": json,
  [LINKSET]: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  [CATALOG]: "application/ai-catalog+json",
  "/.well-known/ard.json": "application/ai-catalog+json",
  [CARD]: "application/mcp-server-card+json",
  "/mcp/server-card": "application/mcp-server-card+json",
  "/.well-known/mcp.json": "application/mcp-server-card+json",
  "/.well-known/mcp-server-card": "application/mcp-server-card+json",
  "/.well-known/mcp-server-card.json": "application/mcp-server-card+json",
  [SKILLS]: json,
  [PLUGIN]: json,
  [STATUS]: "application/health+json",
  [SECURITY]: text,
};

/** The known texts that every site has. Each other known address has its own row. */
export const expected = [
  "/robots.txt",
  "/sitemap.xml",
  "/sitemap.md",
  "/llms.txt",
  "/llms-full.txt",
  "/index.md",
  "/AGENTS.md",
] as const;

/** The known addresses that a swap site on its own host also has. */
export const knownOfSwap = ["/robots.txt", "/sitemap.xml", "/llms.txt", "/openapi.json", STATUS] as const;

/** Addresses that a site without keys, accounts and payments must not publish, and why. Each must answer 404. */
export const absent: readonly { readonly id: string; readonly paths: readonly string[]; readonly reason: string }[] = [
  {
    id: "oauth",
    paths: [
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-protected-resource",
      "/.well-known/openid-configuration",
    ],
    reason: "there is no login: a client that finds one starts a login flow and fails to connect",
  },
  { id: "auth-md", paths: ["/auth.md"], reason: "there is no registration to describe" },
  {
    id: "a2a",
    paths: ["/.well-known/agent-card.json", "/.well-known/agent.json"],
    reason: "there is no A2A endpoint",
  },
  {
    id: "payments",
    paths: [
      "/.well-known/payments",
      "/.well-known/x402",
      "/.well-known/x402.json",
      "/.well-known/mpp",
      "/.well-known/ucp",
      "/.well-known/acp.json",
      "/.well-known/ap2.json",
    ],
    reason: "nothing is sold or paid here",
  },
  {
    id: "bot-auth",
    paths: ["/.well-known/http-message-signatures-directory"],
    reason: "it is for operators of bots",
  },
  {
    id: "old-skills",
    paths: ["/.well-known/skills/", "/.well-known/skills/index.json"],
    reason: "the 0.1 path is retired",
  },
];
