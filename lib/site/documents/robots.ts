// Robots.txt allows every page and document to every crawler. Answers to questions are computed and have no end, so they are left out
// for crawlers. A fetcher that a person sent may ask what that person asks.
// One setting says how the content may be used.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import { getServed, type Scope } from "../registry/published.ts";
import { isLivePage } from "../registry/resources.ts";

/** AI crawlers that read only their own group. Each name is documented by its operator. */
const aiCrawlers = [
  "GPTBot",
  "OAI-SearchBot",
  "ClaudeBot",
  "Claude-Web",
  "anthropic-ai",
  "Google-Extended",
  "CCBot",
  "PerplexityBot",
  "Applebot-Extended",
  "Amazonbot",
  "Bytespider",
  "meta-externalagent",
  "Omgilibot",
  "cohere-ai",
] as const;

/** Fetchers of one address for one person, likewise documented. */
const userFetchers = [
  "ChatGPT-User",
  "Claude-User",
  "Perplexity-User",
  "MistralAI-User",
  "meta-externalfetcher",
  "Amzn-User",
] as const;

export function robotsTxt(scope: Scope): string {
  const { contentSignal } = config();
  const questions = getServed(scope).filter(isLivePage);
  const disallowed = questions.map((path) => `Disallow: ${path}?`);
  const group = (agent: string, rules: readonly string[]) =>
    [`User-agent: ${agent}`, `Content-Signal: ${contentSignal}`, "Allow: /", ...rules, ""].join("\n");
  const groups = [
    ...userFetchers.map((agent) => group(agent, [])),
    ...[...aiCrawlers, "*"].map((agent) => group(agent, disallowed)),
  ];
  return `${groups.join("\n")}\nSitemap: ${absoluteUrl("/sitemap.xml", scope)}\n`;
}
