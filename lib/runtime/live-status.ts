// The data of /status, its feed, the status document and /assets: whether it is safe to send now, chain by chain, and what was observed before.
import { config } from "../config.ts";
import { logOfChain } from "../protocol/history/log.ts";
import { chainName } from "../protocol/safety/halt-names.ts";
import { assetsDocument } from "../site/live/assets/document.ts";
import { assetsView } from "../site/live/assets/view.ts";
import { statusDocument } from "../site/live/status/document.ts";
import { statusFeed } from "../site/live/status/feed.ts";
import { historyView } from "../site/live/status/history.ts";
import { historyDocument } from "../site/live/status/history-document.ts";
import { statusView, unknownArguments } from "../site/live/status/view.ts";
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
export async function readStatus(chain: string | null) {
  const reading = await getNetwork().getStatus(chain === null ? {} : { chain });
  const history = await getHistory().recall();
  return { reading, history: chain === null ? history : { ...history, log: logOfChain(history.log, chain) } };
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

async function readAssets(query: URLSearchParams) {
  const network = getNetwork();
  const [status, pools] = await Promise.all([network.getStatus(), network.getPools()]);
  const view = assetsView(status, pools, config().preset, Date.now(), unknownArguments(query, "every asset"));
  return { status, pools, view };
}

export async function getAssetsView(query: URLSearchParams) {
  const { status, view } = await readAssets(query);
  return { observedAtMs: status.clock.blockTimeMs, view };
}

/** The body of /assets.json. */
export async function getAssetsDocument(): Promise<string> {
  const { status, pools, view } = await readAssets(new URLSearchParams());
  return `${JSON.stringify(assetsDocument(status, pools, view.rows))}\n`;
}
