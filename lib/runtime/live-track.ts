// The data of /track: where a swap stands. The query is `txid`,
// the id of the inbound transaction, and optionally `chain`.
import { config } from "../config.ts";
import { InputError } from "../protocol/values/input-error.ts";
import { trackFeed } from "../site/live/track/feed.ts";
import { parseTrackQuery } from "../site/live/track/query.ts";
import { depositAddress, trackView } from "../site/live/track/view.ts";
import { getSampleSwaps } from "../site/prose/examples.ts";
import { absoluteUrl } from "../site/registry/links.ts";
import { getNetwork } from "./network.ts";

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

export async function getTrackView(search: URLSearchParams) {
  const { preset } = config();
  const query = parseTrackQuery(search, preset);
  const reading = query.asked && (await getNetwork().getSwap(query.asked.txid, query.asked.chain));
  const samples = preset.network === "sample" ? getSampleSwaps() : [];
  const view = trackView({ preset, query, reading, samples, readAtMs: Date.now() });
  return { observedAtMs: reading?.clock.blockTimeMs ?? null, view };
}
