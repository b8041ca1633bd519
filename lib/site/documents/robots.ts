// Robots.txt allows every page and document to every crawler. Answers to questions are computed and have no end, so they are left out.
// One setting says how the content may be used.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import { getServed, type Scope } from "../registry/published.ts";
import { isLivePage } from "../registry/resources.ts";

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
  const questions = getServed(scope).filter(isLivePage);
  const rules = ["Allow: /", ...questions.map((path) => `Disallow: ${path}?`)].join("\n");
  const groups = [...aiCrawlers, "*"].map(
    (agent) => `User-agent: ${agent}\nContent-Signal: ${contentSignal}\n${rules}\n`,
  );
  return `${groups.join("\n")}\nSitemap: ${absoluteUrl("/sitemap.xml", scope)}\n`;
}
