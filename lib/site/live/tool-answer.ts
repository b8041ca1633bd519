// Site room: a tool's answer as a Markdown body. The tool judges and words the facts; nothing is added to them here.
import { config } from "../../config.ts";
import { toFence } from "../../markdown/code.ts";
import { tools } from "../../mcp/tools/all.ts";
import { getNetwork } from "../../protocol/network.ts";
import type { LiveView } from "./live-page.ts";

/** @param input the tool's arguments; null where the caller named none yet: the page then only says what to give. */
export async function getToolView(
  name: string,
  heading: string,
  lead: string,
  input: Readonly<Record<string, unknown>> | null,
): Promise<LiveView> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  if (input === null) return { observedAtMs: null, markdown: `# ${heading}\n\n${lead}\n` };
  const { text, structured } = await tool.run(getNetwork(), input, { networkName: config().network });
  const asOf = structured.as_of as { readonly block_time: string | null } | null;
  return {
    observedAtMs: asOf?.block_time ? Date.parse(asOf.block_time) : null,
    markdown: `# ${heading}\n\n${lead}\n\n${toFence("text", text)}\n`,
  };
}
