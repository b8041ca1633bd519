// Site room: llms.txt and llms-full.txt, both in the order of the registry and made from the bytes that are served.
import { config } from "../config.ts";
import { toUrl } from "./links.ts";
import { getProseBody, toResourceItem } from "./prose.ts";
import { type ResourcePath, resourcePaths, resources, type Section, type SourceName, toResource } from "./resources.ts";

const sections: readonly Section[] = ["Docs", "Pricing", "API", "MCP", "Skills", "Optional"];

function inSection(section: Section): readonly ResourcePath[] {
  return resourcePaths.filter((path) => toResource(path).section === section);
}

export function toLlms(): string {
  const { siteName, preset, network } = config();
  const lists = sections.map((section) => `## ${section}\n\n${inSection(section).map(toResourceItem).join("\n")}`);
  return `# ${siteName}

> ${resources["/"].description}

${siteName} reads ${preset.protocol} (network: ${network}) through its public node and indexer APIs. It holds no keys, signs nothing and sends nothing. Every page is also Markdown: send \`Accept: text/markdown\`, or use its \`.md\` address.

## When to use this

- To tell what a swap costs: each fee, its formula and who receives it.
- To check, right before funds are sent, that the network and both chains are open and that the reading is fresh.
- To follow a swap by polling; there are no webhooks.

${lists.join("\n\n")}
`;
}

export function toLlmsFull(): string {
  const documents = sections
    .flatMap(inSection)
    .filter((path) => toResource(path).kind === "prose")
    .map((path) => {
      const { title, source } = toResource(path);
      const body = getProseBody(source as SourceName).replace(/^---\n[\s\S]*?\n---\n+/, "");
      return `## ${title}\n\nSource: ${toUrl(path)}\n\n${lowerHeadings(body)}`;
    });
  const others = resourcePaths.filter((path) => toResource(path).kind !== "prose").map(toResourceItem);
  return `# ${config().siteName}\n\n> ${resources["/"].description}\n\n${documents.join("\n")}\n## Every other resource\n\n${others.join("\n")}\n`;
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
