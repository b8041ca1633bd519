// Answers about assets, from this process's network.

import { assetsBlocks } from "../answers/assets/blocks.ts";
import { listAssetRows } from "../answers/assets/rows.ts";
import { assetsDocument } from "../answers/assets/structured.ts";
import { config } from "../config.ts";
import { dayOf } from "../protocol/values/instants.ts";
import { blocksMarkdown } from "../render/markdown.ts";
import { statusAging, unknownArguments } from "../site/live/status/page.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import { getNetwork } from "./network.ts";

async function readAssets() {
  const network = getNetwork();
  const [status, pools] = await Promise.all([network.getStatus(), network.getPools()]);
  return { status, pools, nowMs: Date.now() };
}

export async function getAssetsPage(query: URLSearchParams) {
  const { status, pools, nowMs } = await readAssets();
  const complaints = unknownArguments(query, "every asset");
  const context = { preset: config().preset, nowMs, chain: null, complaints };
  return {
    observedAtMs: status.clock.blockTimeMs,
    day: dayOf(nowMs),
    aging: statusAging(status, nowMs),
    blocks: assetsBlocks(status, pools, context),
  };
}

export async function getAssetsMarkdown(query: URLSearchParams): Promise<string> {
  const { observedAtMs, blocks } = await getAssetsPage(query);
  return liveMarkdown(getDocumentHead("/assets.md"), observedAtMs, blocksMarkdown(blocks));
}

export async function getAssetsDocument(): Promise<string> {
  const { status, pools, nowMs } = await readAssets();
  const assetRows = listAssetRows(status, pools, config().preset, nowMs);
  return `${JSON.stringify(assetsDocument(status, pools, assetRows))}\n`;
}
