// Builds llms.txt and llms-full.txt from the served documents, in the order of the registry.
import { config } from "../../config.ts";
import {
  code,
  heading,
  joined,
  type Line,
  line,
  link,
  list,
  type MarkdownBlock,
  paragraph,
  quotation,
  strong,
} from "../../markdown/nodes.ts";
import { listHeadings } from "../../markdown/render.ts";
import { writeLine, writeMarkdown } from "../../markdown/write.ts";
import { tools } from "../../mcp/tools/all.ts";
import { POLL_RULE } from "../../mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../mcp/tools/json-schema.ts";
import { resourceItem } from "../prose/markdown-document.ts";
import { getProseBody } from "../prose/prose.ts";
import { chainUrl, listChainCodes } from "../registry/chain-pages.ts";
import { absoluteUrl } from "../registry/links.ts";
import { getPublished, type Scope } from "../registry/published.ts";
import {
  findResource,
  type ResourcePath,
  resourcePaths,
  resources,
  type Section,
  type SourceName,
} from "../registry/resources.ts";

const sections: readonly Section[] = ["Docs", "Pricing", "API", "MCP", "Skills", "Optional"];

/** The website lists the documents of both sites. The swap site lists only its own documents. */
function inSection(section: Section, scope: Scope = "all"): readonly ResourcePath[] {
  return getPublished(scope === "swap" ? "swap" : "all").filter(
    (path) => findResource(path).section === section,
  );
}

function toItem(path: ResourcePath): Line {
  if (isDocument(path)) return resourceItem(path);
  const { title, description, tool } = findResource(path);
  const ofSwapSite = path === "/openapi.json" ? swapDescription() : "";
  return line`${title} (${code(absoluteUrl(path))}): ${description}${ofSwapSite}${argumentList(tool)}`;
}

/** Of two sites, each describes its own resources. */
function swapDescription(): Line {
  const swapUrl = absoluteUrl("/openapi.json", "swap");
  return swapUrl === absoluteUrl("/openapi.json") ? "" : line` Of the swap site: ${code(swapUrl)}.`;
}

function argumentList(tool: string | undefined): Line {
  const schema = tools.find(({ name }) => name === tool)?.inputSchema;
  if (!schema) return "";
  const { properties, required = [] } = inputJsonSchema(schema);
  const optionalNames = Object.keys(properties).filter((name) => !required.includes(name));
  const codeList = (list: readonly string[]) => joined(list.map(code));
  return line` Required: ${codeList(required)}. Optional: ${codeList(optionalNames)}.`;
}

function chainItem(): Line {
  const chainLinks = listChainCodes().map((chain) => link(chain, chainUrl(chain, "md")));
  return line`Live: the same of one chain: ${joined(chainLinks)}.`;
}

function isDocument(path: ResourcePath): boolean {
  return /^text\/(markdown|html);/.test(findResource(path).mediaType);
}

export function llmsTxt(scope: Scope): string {
  const { siteName, preset, network } = config();
  const factsSource =
    network === "sample"
      ? line`the embedded ${strong("sample")} network, invented data in the shapes of ${preset.protocol}`
      : `the public node and indexer APIs of ${preset.protocol}`;
  const sectionBlocks = sections.flatMap((section) => {
    const resourceItems = inSection(section, scope).flatMap((path) => [
      toItem(path),
      ...(path === "/status.md" ? [chainItem()] : []),
    ]);
    if (scope === "swap" && section === "Optional") resourceItems.push(toItem("/llms.txt"));
    return resourceItems.length > 0 ? [heading(2, section), list(resourceItems)] : [];
  });
  const blocks = [
    ...llmsOpening(),
    paragraph(
      line`Facts come from ${factsSource}. ${siteName} holds no keys, signs nothing and sends nothing. Every page is also Markdown: send ${code("Accept: text/markdown")}, or use its ${code(".md")} address.`,
    ),
    heading(2, "When to use this"),
    list([
      "To tell what a swap costs: each fee, its formula and who receives it.",
      "To check, right before funds are sent, that the network and both chains are open and that the reading is fresh.",
      line`To follow a swap by polling with ${code("get_swap_status")}; there are no webhooks. ${withCode(POLL_RULE)}`,
    ]),
    ...sectionBlocks,
  ];
  return `${writeMarkdown(blocks)}\n`;
}

/** llms-full.txt has the full text of documents in these sections. Of others, only the headings. */
const wholeSections: readonly Section[] = ["Docs", "Pricing", "Optional"];

export function llmsFullTxt(): string {
  const documents = sections
    .flatMap((section) => inSection(section))
    .filter((path) => findResource(path).kind === "prose")
    .map((path) => {
      const { title, description, source, section } = findResource(path);
      const body = getProseBody(source as SourceName).replace(/^---\n[\s\S]*?\n---\n+/, "");
      const isInFull = wholeSections.includes(section as Section);
      const documentBody = isInFull
        ? lowerHeadings(spellAddresses(body))
        : `${description}\n\n${contentsLine(body)}\n`;
      return `${writeMarkdown([heading(2, title)])}\n\nSource: ${absoluteUrl(path)}\n\n${documentBody}`;
    });
  const otherPaths = getPublished("all").filter((path) => findResource(path).kind !== "prose");
  const otherResources = writeMarkdown([
    heading(2, "Every other resource"),
    list(otherPaths.map(toItem)),
  ]);
  return `${writeMarkdown(llmsOpening())}\n\n${documents.join("\n")}\n${otherResources}\n`;
}

function contentsLine(markdown: string): string {
  const headingTexts = listHeadings(markdown).map(({ text }) => text);
  return writeLine(`Read it there. It has: ${headingTexts.join("; ")}.`);
}

function withCode(text: string): Line {
  return text.split("`").map((part, index) => (index % 2 === 1 ? code(part) : part));
}

function llmsOpening(): MarkdownBlock[] {
  return [heading(1, config().siteName), quotation(resources["/"].description)];
}

function spellAddresses(markdown: string): string {
  const programAddresses = new Set(
    resourcePaths.filter((path) => !isDocument(path)).map((path) => absoluteUrl(path)),
  );
  return markdown.replace(/\[([^\]]+)\]\((\S+?)\)/g, (markup, name: string, address: string) =>
    programAddresses.has(address) ? `${name} (\`${address}\`)` : markup,
  );
}

function lowerHeadings(markdown: string): string {
  let isInCodeBlock = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (line.startsWith("```")) isInCodeBlock = !isInCodeBlock;
      return !isInCodeBlock && /^#{1,4} /.test(line) ? `##${line}` : line;
    })
    .join("\n");
}
