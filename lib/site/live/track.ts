// Site room: /track: where a swap stands. The query is `txid`, the id of the transaction that was sent, and `chain`, which is optional.
import { config } from "../../config.ts";
import { getNetwork } from "../../protocol/network.ts";
import { getSampleSwaps } from "../examples.ts";
import type { LiveView } from "./live-page.ts";
import { toTrackMarkdown } from "./track-markdown.ts";
import { parseTrackQuery } from "./track-query.ts";
import { type TrackView, toTrackView } from "./track-view.ts";

/** The view for people, beside the Markdown made from it. */
export interface TrackPage extends LiveView {
  readonly view: TrackView;
}

export async function getTrackView(search: URLSearchParams): Promise<TrackPage> {
  const { preset } = config();
  const query = parseTrackQuery(search, preset);
  const reading = query.asked && (await getNetwork().getSwap(query.asked.txid, query.asked.chain));
  const samples = preset.network === "sample" ? getSampleSwaps() : [];
  const view = toTrackView({ preset, query, reading, samples, readAtMs: Date.now() });
  return { observedAtMs: reading?.clock.blockTimeMs ?? null, markdown: toTrackMarkdown(view), view };
}
