// The progress of a swap, from this process's network.

import { config } from "../config.ts";
import type { SwapState } from "../protocol/model/swap.ts";
import { blocksMarkdown } from "../render/markdown.ts";
import { swapHeadline } from "../say/swap.en.ts";
import { trackWords } from "../say/track.en.ts";
import { type SampleRow, trackPage } from "../site/live/track/page.ts";
import { parseTrackQuery } from "../site/live/track/query.ts";
import { getSampleSwaps } from "../site/prose/examples.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import { getNetwork } from "./network.ts";

const exampleStates: readonly SwapState[] = ["confirming", "done", "refunded"];

function listSamples(): readonly SampleRow[] {
  const { still: stillSwaps, walk: walkedSwap } = getSampleSwaps();
  const isFirstExample = (txid: string, state: SwapState) =>
    exampleStates.includes(state) && stillSwaps.find((swap) => swap.state === state)?.txid === txid;
  const sampleRows = stillSwaps.map(
    ({ txid, state, title, order: { refund, isLimitOrder, parts } }) => {
      const isPartlyFilled = state === "swapping" && parts?.doneCount !== undefined;
      const headline = swapHeadline({
        state,
        terminal: true,
        signing: "open",
        shown: new Set(["swap", "refund"]),
        doubt: null,
        paidFor: null,
        refundExpected: refund !== undefined,
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
      return { txid, title, state: headline, isExample: isFirstExample(txid, state) };
    },
  );
  const { txid, title } = walkedSwap;
  return [...sampleRows, { txid, state: trackWords.everyState, title, isExample: false }];
}

export async function getTrackPage(searchParams: URLSearchParams) {
  const { preset } = config();
  const trackQuery = parseTrackQuery(searchParams, preset);
  const reading =
    trackQuery.lookup &&
    (await getNetwork().getSwap(trackQuery.lookup.txid, trackQuery.lookup.chain));
  const samples = preset.network === "sample" ? listSamples() : [];
  const page = trackPage({ preset, query: trackQuery, reading, samples, nowMs: Date.now() });
  return { observedAtMs: reading?.clock.blockTimeMs ?? null, page };
}

export async function getTrackMarkdown(query: URLSearchParams) {
  const { observedAtMs, page } = await getTrackPage(query);
  const markdown = blocksMarkdown(page.blocks);
  return {
    text: liveMarkdown(getDocumentHead("/track.md"), observedAtMs, markdown),
    isRefused: page.isRefused,
  };
}
