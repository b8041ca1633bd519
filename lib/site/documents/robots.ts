// Robots.txt. Everything is allowed to everyone; one setting says what may be done with the content.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import type { Scope } from "../registry/published.ts";

/** AI crawlers that read their own group only, each named as its operator documents it. */
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
