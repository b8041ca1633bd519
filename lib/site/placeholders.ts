// Site room: what `{{name}}` in content/ stands for: the configuration, and what is generated from schemas, the registry and the sample network.
import { config } from "../config.ts";
import { toTable } from "../markdown/write.ts";
import { protocolVersions, serverName } from "../mcp/identity.ts";
import { prompts } from "../mcp/prompts.ts";
import { toDocumentReference, toPromptReference, toToolReference } from "../mcp/reference.ts";
import { tools } from "../mcp/tools/all.ts";
import { PRESETS_DATE, presets } from "../protocol/chains.ts";
import { getExamples } from "./examples.ts";
import { toFeeGuide } from "./fee-guide.ts";
import { toGuides } from "./guides.ts";
import { toResourceTable } from "./resource-table.ts";

/** Name in content/ → Markdown. */
export async function getPlaceholders(): Promise<Readonly<Record<string, string>>> {
  const { siteUrl, swapUrl, siteName, contactEmail, network, preset } = config();
  const external = preset.chains.filter((chain) => !chain.native);
  return {
    ...(await getExamples()),
    ...toFeeGuide(network),
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
    contact: contactEmail ? `Contact: <${contactEmail}>.` : "This deployment names no contact.",
    sample_note:
      network === "sample"
        ? "This deployment shows the **sample** network: invented data for trying the interfaces. Never send funds by it."
        : "",
    tools: tools.map(({ name, description }) => `- \`${name}\`: ${toFirstSentence(description)}`).join("\n"),
    mcp_versions: protocolVersions.map((version) => `\`${version}\``).join(", "),
    tool_reference: toToolReference(tools),
    resource_reference: toDocumentReference(toGuides(() => "")),
    prompt_reference: toPromptReference(prompts),
    resources: toResourceTable(),
    public_upstreams: toPublicUpstreams(),
    block_times: toTable(
      ["Chain", "Code", "Approximate block time (s)"],
      external.map((chain) => [chain.name, chain.code, String(chain.blockSeconds)]),
    ),
  };
}

/** The network's own public addresses, never the configured ones: those may be private. */
function toPublicUpstreams(): string {
  const { preset } = config();
  const { protocol, nodeUrls, indexerUrls, docsUrl } = preset.network === "sample" ? presets.thorchain : preset;
  const toLine = (name: string, urls: readonly string[]) =>
    `- \`{${name}}\`: ${urls.map((url) => `\`${url}\``).join(" or ")}`;
  return [
    `Public addresses, run by others, as of ${PRESETS_DATE} UTC; newer ones are in the [${protocol} documentation](${docsUrl}):`,
    `${toLine("node_url", nodeUrls)}\n${toLine("indexer_url", indexerUrls)}`,
  ].join("\n\n");
}

function toFirstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
