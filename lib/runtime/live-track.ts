// The progress of a swap, from this process's network.

import { config } from "../config.ts";
import { swapHeadline } from "../say/swap.en.ts";
import { trackMarkdown } from "../site/live/track/blocks.ts";
import { parseTrackQuery, trackView } from "../site/live/track/view.ts";
import { getSampleSwaps } from "../site/prose/examples.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import { getNetwork } from "./network.ts";

function listSamples(): {
  readonly txid: string;
  readonly state: string;
  readonly title: string;
}[] {
  const { still, walk } = getSampleSwaps();
  const listed = still.map(({ txid, shows, title, order: { refused, isLimitOrder, parts } }) => {
    const isPartlyFilled = shows === "swapping" && parts?.[2] !== undefined;
    const state = swapHeadline({
      state: shows,
      terminal: true,
      signing: "open",
      shown: new Set(["swap", "refund"]),
      doubt: null,
      paidFor: null,
      refundExpected: refused !== undefined,
      refundWait: null,
      limitOrder: isLimitOrder,
      order: {
        status: isPartlyFilled ? "partly_filled" : "resting",
        bought: null,
        limitPrice: null,
        filledBps: null,
        expiresAtMs: null,
      },
    });
    return { txid, title, state };
  });
  return [...listed, { txid: walk.txid, state: "Every state in turn", title: walk.title }];
}

export async function getTrackView(search: URLSearchParams) {
  const { preset } = config();
  const query = parseTrackQuery(search, preset);
  const reading = query.asked && (await getNetwork().getSwap(query.asked.txid, query.asked.chain));
  const samples = preset.network === "sample" ? listSamples() : [];
  const view = trackView({ preset, query, reading, samples, readAtMs: Date.now() });
  return { observedAtMs: reading?.clock.blockTimeMs ?? null, view };
}

export async function getTrackMarkdown(query: URLSearchParams) {
  const { observedAtMs, view } = await getTrackView(query);
  return {
    text: liveMarkdown(getDocumentHead("/track.md"), observedAtMs, trackMarkdown(view)),
    isRefused: view.isRefused,
  };
}
