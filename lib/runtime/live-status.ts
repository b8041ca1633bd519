// Whether it is safe to send, and what was observed before, from this process's network.

import { config } from "../config.ts";
import { getNetworkStatus } from "../mcp/tools/get-network-status.ts";
import { logOfChain } from "../protocol/history/log.ts";
import { chainName } from "../protocol/safety/halt-names.ts";
import { statusMarkdown } from "../site/live/status/blocks.ts";
import { badgeBlocks, chainBadge, chainHistoryLinks, getChainHead } from "../site/live/status/chain.ts";
import { statusDocument } from "../site/live/status/document.ts";
import { statusFeed } from "../site/live/status/feed.ts";
import { historyView } from "../site/live/status/history.ts";
import { historyDocument } from "../site/live/status/history-document.ts";
import { statusView, unknownArguments } from "../site/live/status/view.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import { chainUrl } from "../site/registry/chain-pages.ts";
import type { ChainForm } from "../site/registry/chain-paths.ts";
import { absoluteUrl } from "../site/registry/links.ts";
import { getHistory, getNetwork } from "./network.ts";

/** `chain`: the code of the one that is shown alone. */
export async function getStatusView(query: URLSearchParams, chain: string | null = null) {
  const { preset } = config();
  const { reading, history } = await readStatus(chain);
  const nowMs = Date.now();
  const shown = chain === null ? "every chain" : `${chainName(chain, preset)} alone`;
  return {
    observedAtMs: reading.clock.blockTimeMs,
    view: statusView(reading, preset, nowMs, unknownArguments(query, shown), chain),
    history: historyView(history, nowMs, preset),
  };
}

/** Whoever reads the history also makes this server read the network, which records changes. */
async function readStatus(chain: string | null) {
  const reading = await getNetwork().getStatus(chain === null ? {} : { chain });
  const history = await getHistory().recall();
  return { reading, history: chain === null ? history : { ...history, log: logOfChain(history.log, chain) } };
}

export async function getStatusMarkdown(query: URLSearchParams): Promise<string> {
  const { observedAtMs, view, history } = await getStatusView(query);
  return liveMarkdown(getDocumentHead("/status.md"), observedAtMs, statusMarkdown(view, history));
}

export async function getStatusFeed(): Promise<string> {
  const { siteName, preset } = config();
  const { history } = await readStatus(null);
  const setup = { siteName, preset, feedUrl: absoluteUrl("/status.atom"), pageUrl: absoluteUrl("/status") };
  return statusFeed(history, setup);
}

/** The body of /status/history.json. */
export async function getStatusHistory(): Promise<string> {
  const { history } = await readStatus(null);
  return `${JSON.stringify(historyDocument(history, config().preset, Date.now()))}\n`;
}

/** The body of /.well-known/status. */
export async function getStatusDocument(): Promise<string> {
  const reading = await getNetwork().getStatus();
  const { memory } = await getHistory().recall();
  const nowMs = Date.now();
  const service = { startedMs: nowMs - process.uptime() * 1000, nowMs, memory };
  return `${JSON.stringify(statusDocument(reading, config().preset, service))}\n`;
}

/** The answer of the tool, and the history beside it. */
export async function getChainDocument(chain: string): Promise<Record<string, unknown>> {
  const { network, preset } = config();
  const { structured } = await getNetworkStatus.run(getNetwork(), { chain }, { networkName: network });
  const { history } = await readStatus(chain);
  return { ...structured, history: historyDocument(history, preset, Date.now()) };
}

export const chainBodies: Readonly<
  Record<Exclude<ChainForm, "json">, (chain: string, query: URLSearchParams) => Promise<string>>
> = {
  md: async (chain, query) => {
    const { observedAtMs, view, history } = await getStatusView(query, chain);
    const markdown = statusMarkdown(view, history, chainHistoryLinks(chain), badgeBlocks(chain));
    return liveMarkdown(getChainHead(chain), observedAtMs, markdown);
  },
  atom: async (chain) => {
    const { siteName, preset } = config();
    const { history } = await readStatus(chain);
    const { title } = getChainHead(chain);
    return statusFeed(history, {
      siteName,
      preset,
      title,
      feedUrl: chainUrl(chain, "atom"),
      pageUrl: chainUrl(chain),
    });
  },
  badge: async (chain) => chainBadge((await readStatus(chain)).reading, chain, config().preset),
};
