// Answers about assets, from this process's network.

import { config } from "../config.ts";
import { assetsDocument } from "../site/live/assets/document.ts";
import { assetsMarkdown, assetsView } from "../site/live/assets/view.ts";
import { unknownArguments } from "../site/live/status/view.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import { getNetwork } from "./network.ts";

async function readAssets(query: URLSearchParams) {
  const network = getNetwork();
  const [status, pools] = await Promise.all([network.getStatus(), network.getPools()]);
  const view = assetsView(
    status,
    pools,
    config().preset,
    Date.now(),
    unknownArguments(query, "every asset"),
  );
  return { status, pools, view };
}

export async function getAssetsView(query: URLSearchParams) {
  const { status, view } = await readAssets(query);
  return { observedAtMs: status.clock.blockTimeMs, view };
}

export async function getAssetsMarkdown(query: URLSearchParams): Promise<string> {
  const { observedAtMs, view } = await getAssetsView(query);
  return liveMarkdown(getDocumentHead("/assets.md"), observedAtMs, assetsMarkdown(view));
}

export async function getAssetsDocument(): Promise<string> {
  const { status, pools, view } = await readAssets(new URLSearchParams());
  return `${JSON.stringify(assetsDocument(status, pools, view.rows))}\n`;
}
