// Robots.txt allows everything to every crawler. One setting says how the content may be used.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import type { Scope } from "../registry/published.ts";

/** AI crawlers that read only their own group. Each name is documented by its operator. */
const aiCrawlers = [
  "GPTBot",
  "ChatGPT-User",
  "OAI-SearchBot",
  "ClaudeBot",
  "Claude-Web",
  "Claude-User",
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

export function robotsTxt(scope: Scope): string {
  const { contentSignal } = config();
  const groups = [...aiCrawlers, "*"].map(
    (agent) => `User-agent: ${agent}\nContent-Signal: ${contentSignal}\nAllow: /\n`,
  );
  return `${groups.join("\n")}\nSitemap: ${absoluteUrl("/sitemap.xml", scope)}\n`;
}
