// Site room: llms.txt and llms-full.txt, both in the order of the registry and made from the bytes that are served.
import { config } from "../config.ts";
import { toUrl } from "./links.ts";
import { toResourceItem } from "./markdown-document.ts";
import { getProseBody } from "./prose.ts";
import { getPublished, type Scope } from "./published.ts";
import { type ResourcePath, resourcePaths, resources, type Section, type SourceName, toResource } from "./resources.ts";

const sections: readonly Section[] = ["Docs", "Pricing", "API", "MCP", "Skills", "Optional"];

/** The website's summary names both sites' documents; the swap site's its own, and the website's summary. */
function inSection(section: Section, scope: Scope = "all"): readonly ResourcePath[] {
  return getPublished(scope === "swap" ? "swap" : "all").filter((path) => toResource(path).section === section);
}

export function toLlms(scope: Scope): string {
  const { siteName, preset, network } = config();
  const lists = sections.flatMap((section) => {
    const items = inSection(section, scope).map(toResourceItem);
    if (scope === "swap" && section === "Optional") items.push(toResourceItem("/llms.txt"));
    return items.length > 0 ? [`## ${section}\n\n${items.join("\n")}`] : [];
  });
  return spellAddresses(`# ${siteName}

> ${resources["/"].description}

Facts come from ${network === "sample" ? `the embedded **sample** network, invented data in the shapes of ${preset.protocol}` : `the public node and indexer APIs of ${preset.protocol}`}. ${siteName} holds no keys, signs nothing and sends nothing. Every page is also Markdown: send \`Accept: text/markdown\`, or use its \`.md\` address.

## When to use this

- To tell what a swap costs: each fee, its formula and who receives it.
- To check, right before funds are sent, that the network and both chains are open and that the reading is fresh.
- To follow a swap by polling; there are no webhooks.

${lists.join("\n\n")}
`);
}

export function toLlmsFull(): string {
  const documents = sections
    .flatMap((section) => inSection(section))
    .filter((path) => toResource(path).kind === "prose")
    .map((path) => {
      const { title, source } = toResource(path);
      const body = getProseBody(source as SourceName).replace(/^---\n[\s\S]*?\n---\n+/, "");
      return `## ${title}\n\nSource: ${toUrl(path)}\n\n${lowerHeadings(body)}`;
    });
  const others = getPublished("all")
    .filter((path) => toResource(path).kind !== "prose")
    .map(toResourceItem);
  return spellAddresses(
    `# ${config().siteName}\n\n> ${resources["/"].description}\n\n${documents.join("\n")}\n## Every other resource\n\n${others.join("\n")}\n`,
  );
}

/** What is Markdown, or a page that is, stays a link; any other address is spelled, so that no reader follows it as a document. */
function spellAddresses(markdown: string): string {
  const called = new Set(
    resourcePaths
      .filter((path) => !/^text\/(markdown|html);/.test(toResource(path).mediaType))
      .map((path) => toUrl(path)),
  );
  return markdown.replace(/\[([^\]]+)\]\((\S+?)\)/g, (link, name: string, address: string) =>
    called.has(address) ? `${name} (\`${address}\`)` : link,
  );
}

/** Headings of a document sink two levels below this file's own; fenced code stays as it is. */
function lowerHeadings(markdown: string): string {
  let fenced = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (line.startsWith("```")) fenced = !fenced;
      return !fenced && /^#{1,4} /.test(line) ? `##${line}` : line;
    })
    .join("\n");
}
