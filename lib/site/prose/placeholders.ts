// The values of the placeholders `{{name}}` in the texts of content/.

import { config } from "../../config.ts";
import { cacheControl } from "../../http/cache.ts";
import {
  code,
  joined,
  line,
  link,
  list,
  type MarkdownBlock,
  paragraph,
  strong,
  table,
} from "../../markdown/nodes.ts";
import { writeLine, writeMarkdown } from "../../markdown/write.ts";
import { isSkill } from "../../mcp/documents.ts";
import { cursorInstallLink, vsCodeInstallLink } from "../../mcp/install-links.ts";
import { exampleQuestions } from "../../mcp/prompts/example-questions.ts";
import { prompts } from "../../mcp/prompts/prompts.ts";
import { documentReference, promptReference, toolReference } from "../../mcp/reference.ts";
import { tools } from "../../mcp/tools/all.ts";
import { campaignNames } from "../../mcp/tools/argument-names.ts";
import { POLL_RULE } from "../../mcp/tools/get-swap-status.ts";
import { protocolVersions, serverName } from "../../mcp/transport/identity.ts";
import { PRESETS_DATE, presets } from "../../protocol/values/chains.ts";
import {
  depositRows,
  LATE_RISK_TEXT,
  missingMemoTexts,
  ONLY_ON_ITS_CHAIN,
} from "../../say/deposits.en.ts";
import { GIVE_UP_AFTER_TEXT } from "../../say/swap.en.ts";
import { DEFAULT_RATE_LIMIT } from "../../variables.ts";
import { absoluteUrl } from "../registry/links.ts";
import { messageCost, pageCost } from "../registry/message-costs.ts";
import { getPublished } from "../registry/published.ts";
import {
  allowedMethods,
  findResource,
  mediaTypeOf,
  type ResourcePath,
} from "../registry/resources.ts";
import { getExamples } from "./examples.ts";
import { feeRules } from "./fee-rules.ts";
import { listGuides } from "./guides.ts";

export async function getPlaceholders(): Promise<Readonly<Record<string, string>>> {
  const { siteUrl, swapUrl, siteName, contactEmail, network, preset } = config();
  const externalChains = preset.chains.filter((chain) => !chain.native);
  const guides = listGuides(() => "");
  return {
    ...(await getExamples()),
    ...feeRules[preset.protocol],
    origin: siteUrl,
    swap_origin: swapUrl,
    site_name: siteName,
    site_slug: serverName(siteName),
    protocol: preset.protocol,
    network,
    segment: preset.segment,
    native_asset: preset.nativeAsset,
    docs_url: preset.docsUrl,
    facts_source:
      network === "sample"
        ? `the embedded sample network, not from ${preset.protocol}`
        : `the public node and indexer APIs of ${preset.protocol}`,
    seen_by_nodes:
      network === "sample"
        ? "Nobody is asked."
        : "A node that is asked for a quote sees all of it: the pair, the amount, the receiving and the refund address, and the app that takes a fee. A node or indexer that is asked for a swap sees its transaction id. Neither sees the network address of the caller.",
    contact: contactEmail
      ? writeLine(line`Contact: ${link(contactEmail, `mailto:${contactEmail}`)}.`)
      : "This deployment names no contact.",
    sample_note:
      network === "sample"
        ? writeLine(
            line`This deployment shows the ${strong("sample")} network: invented data to try the interfaces. Never send funds based on it.`,
          )
        : "",
    tools: writeMarkdown([list(tools.map(({ name, purpose }) => line`${code(name)}: ${purpose}`))]),
    content_signals: contentSignalList(config().contentSignal),
    poll_rule: POLL_RULE,
    give_up_after: GIVE_UP_AFTER_TEXT,
    rate_limit: rateLimitText(),
    campaign_names: writeLine(joined(campaignNames.map(code))),
    cursor_link: cursorInstallLink(serverName(siteName), absoluteUrl("/mcp")),
    vscode_link: vsCodeInstallLink(serverName(siteName), absoluteUrl("/mcp")),
    example_questions: writeMarkdown([list(exampleQuestions(preset.protocol))]),
    mcp_versions: writeLine(joined(protocolVersions.map(code))),
    tool_reference: toolReference(tools),
    resource_reference: documentReference(guides.filter((guide) => !isSkill(guide))),
    skill_reference: documentReference(guides.filter(isSkill)),
    prompt_reference: promptReference(prompts),
    resources: resourceTable(),
    only_on_its_chain: ONLY_ON_ITS_CHAIN,
    late_risk: LATE_RISK_TEXT,
    missing_memo: missingMemoTexts[preset.protocol],
    deposit_shapes: writeMarkdown([
      table(
        ["Chains", "The memo and the transaction", "What loses the deposit"],
        depositRows(preset).map(({ name, codes, howText, lossText }) => [
          `${name}: ${codes.join(", ")}`,
          howText,
          lossText ?? "",
        ]),
      ),
    ]),
    public_upstreams: writeMarkdown(publicUpstreams()),
    block_times: writeMarkdown([
      table(
        ["Chain", "Code", "Approximate block time (s)"],
        externalChains.map((chain) => [chain.name, chain.code, String(chain.blockSeconds)]),
      ),
    ]),
  };
}

/** Lists the network's public URLs, because the URLs that this deployment uses may be private. */
function publicUpstreams(): MarkdownBlock[] {
  const { preset } = config();
  const { protocol, nodeUrls, indexerUrls, docsUrl } =
    preset.network === "sample" ? presets.thorchain : preset;
  const upstreamItem = (name: string, urls: readonly string[]) =>
    line`${code(`{${name}}`)}: ${joined(urls.map(code), " or ")}`;
  return [
    paragraph(
      line`Public addresses, run by others, as of ${PRESETS_DATE} UTC; newer ones are in the ${link(`${protocol} documentation`, docsUrl)}:`,
    ),
    list([upstreamItem("node_url", nodeUrls), upstreamItem("indexer_url", indexerUrls)]),
  ];
}

/**
 * Text about the rate limit. It names the live status document, because the operator may change
 * the limit after this text is built.
 */
function rateLimitText(): string {
  const messageCountOf = (name: string, ...argumentNames: string[]) =>
    messageCost({
      method: "tools/call",
      params: {
        name,
        arguments: Object.fromEntries(argumentNames.map((argument) => [argument, ""])),
      },
    });
  const quoteMessageCount = messageCountOf("get_swap_quote");
  const limitOrderMessageCount = messageCountOf("get_swap_quote", "target_out");
  return [
    `One client may send ${DEFAULT_RATE_LIMIT} messages a minute, unless the operator set another number.`,
    "`messages_per_minute` of [the status document](/.well-known/status) names it, `null` where there is no limit.",
    "A client is an IPv4 address, or an IPv6 network of 64 bits.",
    "Each message to `/mcp` counts, and so does each answer of a live page.",
    `A quote counts ${quoteMessageCount}, and a limit order ${limitOrderMessageCount}.`,
    `The page \`/quote\` counts ${pageCost("/quote", "amount=1")}, and a swap's status ${messageCountOf("get_swap_status", "txid")}.`,
    "Above the limit, the answer is HTTP 429 with `Retry-After`.",
  ].join(" ");
}

const purposeTexts: Readonly<Record<string, string>> = {
  search: "be indexed, and shown in search results as links and excerpts",
  "ai-input": "be read by an AI model to answer a question",
  "ai-train": "be used to train AI models",
};

/** Values of the key `use`: the most that an AI system may do with a document. */
const useTexts: Readonly<Record<string, string>> = {
  immediate: "AI systems may read the documents for one answer, and not store them",
  reference: "AI systems may index, quote and link the documents",
  full: "AI systems may also summarize and reproduce the documents",
};

export function contentSignalList(setting: string): string {
  const signalLines = setting.split(", ").map((signal) => {
    const [signalName = "", value = ""] = signal.split("=");
    const permissionText = `the documents may ${value === "yes" ? "" : "not "}${purposeTexts[signalName]}`;
    return line`${code(signal)}: ${useTexts[value] ?? permissionText}.`;
  });
  return writeMarkdown([list(signalLines)]);
}

function resourceTable(): string {
  const publishedPaths = getPublished("all");
  const mainPaths = publishedPaths.filter(
    (path) => !findResource(path).aliasOf && !findResource(path).page,
  );
  const resourceRows = mainPaths.map((path) => {
    const { title, mediaType, cache, twin } = findResource(path);
    const aliases = publishedPaths.filter((alias) => findResource(alias).aliasOf === path);
    const otherPaths = [...(twin ? [twin as ResourcePath] : []), ...aliases];
    const [method] = allowedMethods(path);
    return [
      mediaType.startsWith("text/") ? link(path, absoluteUrl(path)) : code(path),
      joined(otherPaths.map(code)),
      `${title} (${method === "GET" ? "" : `${method}, `}${mediaTypeOf(path)}, ${cache})`,
    ];
  });
  const cacheClassTexts = Object.entries(cacheControl).map(
    ([name, value]) => line`${name} is ${code(value)}`,
  );
  return writeMarkdown([
    table(["Address", "Also at", "What (media type, cache)"], resourceRows),
    paragraph(line`In ${code("Cache-Control")}, ${joined(cacheClassTexts, "; ")}.`),
  ]);
}
