// Where a swap stands, from this process's network.

import { config } from "../config.ts";
import { swapHeadline } from "../protocol/swap/words.ts";
import { InputError } from "../protocol/values/input-error.ts";
import { trackMarkdown } from "../site/live/track/blocks.ts";
import { trackFeed } from "../site/live/track/feed.ts";
import { depositAddress, parseTrackQuery, trackView } from "../site/live/track/view.ts";
import { getSampleSwaps } from "../site/prose/examples.ts";
import { getDocumentHead, liveMarkdown } from "../site/prose/markdown-document.ts";
import { absoluteUrl } from "../site/registry/links.ts";
import { getNetwork } from "./network.ts";

/** The transactions of the sample network under the headlines of their pages. */
function listSamples(): { readonly txid: string; readonly state: string; readonly title: string }[] {
  const { still, walk } = getSampleSwaps();
  const listed = still.map(({ txid, shows, title, order: { refund, limit } }) => {
    const state = swapHeadline({
      state: shows,
      terminal: true,
      signing: "open",
      shown: new Set(["swap", "refund"]),
      doubt: null,
      paidFor: null,
      refundExpected: refund !== undefined,
      refundWait: null,
      limitOrder: limit !== undefined,
      order: {
        status: limit?.filledParts ? "partly_filled" : "resting",
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

/** The body of /track.atom. @throws InputError for what names no transaction. */
export async function getTrackFeed(search: URLSearchParams): Promise<string> {
  const { siteName, preset } = config();
  const { asked, errors } = parseTrackQuery(search, preset);
  const fault = errors.form ?? errors.txid ?? errors.chain;
  if (fault !== null) throw new InputError("invalid_question", fault);
  const chain = asked?.chain ?? null;
  const reading = asked && (await getNetwork().getSwap(asked.txid, chain));
  const addressOf = (path: "/track" | "/track.atom") =>
    asked === null ? absoluteUrl(path) : depositAddress(absoluteUrl(path), asked.txid, chain);
  const [feedUrl, pageUrl] = [addressOf("/track.atom"), addressOf("/track")];
  return trackFeed(reading, { siteName, preset, chain, feedUrl, pageUrl, readAtMs: Date.now() });
}
