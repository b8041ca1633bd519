// The data of /track: where a swap stands. The query is `txid`,
// the id of the inbound transaction, and optionally `chain`.
import { config } from "../config.ts";
import type { LiveView } from "../site/live/live-view.ts";
import { parseTrackQuery } from "../site/live/track/query.ts";
import { type TrackView, trackView } from "../site/live/track/view.ts";
import { getSampleSwaps } from "../site/prose/examples.ts";
import { getNetwork } from "./network.ts";

export async function getTrackView(search: URLSearchParams): Promise<LiveView<TrackView>> {
  const { preset } = config();
  const query = parseTrackQuery(search, preset);
  const reading = query.asked && (await getNetwork().getSwap(query.asked.txid, query.asked.chain));
  const samples = preset.network === "sample" ? getSampleSwaps() : [];
  const view = trackView({ preset, query, reading, samples, readAtMs: Date.now() });
  return { observedAtMs: reading?.clock.blockTimeMs ?? null, view };
}
