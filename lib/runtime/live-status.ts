// The status page, its documents and badges, from this process's network.

import { config } from "../config.ts";
import { getNetworkStatus } from "../mcp/tools/get-network-status.ts";
import { chainName } from "../protocol/values/chains.ts";
import { blocksMarkdown } from "../render/markdown.ts";
import type { FrameAnswer } from "../site/live/frame.ts";
import { badgeBlocks, chainBadge, getChainHead } from "../site/live/status/chain.ts";
import { statusDocument } from "../site/live/status/document.ts";
import { statusFrame } from "../site/live/status/frame.ts";
import { statusPage, unknownArguments } from "../site/live/status/page.ts";
import { statuspageStatus, statuspageSummary } from "../site/live/status/statuspage.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import type { ChainForm } from "../site/registry/chain-paths.ts";
import { getLiveSetup, getNetwork } from "./network.ts";

export async function getStatusPage(query: URLSearchParams, chain: string | null = null) {
  const { preset } = config();
  const reading = await readStatus(chain);
  const shownChainsText = chain === null ? "every chain" : `${chainName(chain, preset)} alone`;
  const complaints = unknownArguments(query, shownChainsText);
  return {
    observedAtMs: reading.clock.blockTimeMs,
    ...statusPage(reading, { preset, nowMs: Date.now(), chain, complaints }),
  };
}

export async function getStatusFrame(query: URLSearchParams): Promise<FrameAnswer> {
  return statusFrame(getLiveSetup(), query);
}

function readStatus(chain: string | null) {
  return getNetwork().getStatus(chain === null ? {} : { chain });
}

export async function getStatusMarkdown(query: URLSearchParams): Promise<string> {
  const { observedAtMs, blocks } = await getStatusPage(query);
  return liveMarkdown(getDocumentHead("/status.md"), observedAtMs, blocksMarkdown(blocks));
}

export async function getStatusDocument(): Promise<string> {
  const reading = await getNetwork().getStatus();
  const nowMs = Date.now();
  const serviceTimes = { startedMs: nowMs - process.uptime() * 1000, nowMs };
  return `${JSON.stringify(statusDocument(reading, config().preset, serviceTimes))}\n`;
}

export async function getStatuspageSummary(): Promise<string> {
  return `${JSON.stringify(statuspageSummary(await readStatus(null), config().preset))}\n`;
}

export async function getStatuspageStatus(): Promise<string> {
  return `${JSON.stringify(statuspageStatus(await readStatus(null), config().preset))}\n`;
}

export async function getChainDocument(chain: string): Promise<Record<string, unknown>> {
  const { network } = config();
  const { structured } = await getNetworkStatus.run(
    getNetwork(),
    { chain },
    { networkName: network },
  );
  return structured;
}

type ChainBody = (chain: string, query: URLSearchParams) => Promise<string>;

export const chainBodies: Readonly<Record<Exclude<ChainForm, "json">, ChainBody>> = {
  md: async (chain, query) => {
    const { observedAtMs, blocks } = await getStatusPage(query, chain);
    const markdown = blocksMarkdown([...blocks, ...badgeBlocks(chain)]);
    return liveMarkdown(getChainHead(chain), observedAtMs, markdown);
  },
  badge: async (chain) => chainBadge(await readStatus(chain), chain, config().preset),
};
