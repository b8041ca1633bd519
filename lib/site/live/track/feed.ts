// /track.atom: the states that a swap is known to have reached. Nothing in it is about now, so that no entry becomes wrong in a reader.
import type { SwapReading } from "../../../protocol/model/swap.ts";
import { resources } from "../../registry/resources.ts";
import { atomFeed, type Feed, type FeedEntry } from "../atom.ts";
import { swapName } from "./swap-summary.ts";
import { swapTimeline, type TimelineContext } from "./timeline.ts";

type FeedSetup = Pick<Feed, "siteName" | "feedUrl" | "pageUrl"> & TimelineContext & { readonly readAtMs: number };

const DATES = "An entry has the date of the block by which it was known.";

/** `reading`: null without a question. */
export function trackFeed(reading: SwapReading | null, setup: FeedSetup): string {
  const { readAtMs } = setup;
  const { title, description } = resources["/track.atom"];
  const entries = reading === null ? [] : reachedStates(reading, setup).reverse();
  return atomFeed({
    ...setup,
    title: reading === null ? title : [title, ...swapName(reading), reading.txid].join(", "),
    subtitle: `${description} ${reading === null ? "Name a transaction: ?txid=" : DATES}`,
    updatedMs: entries[0]?.updatedMs ?? readAtMs,
    entries,
  });
}

/** In their order. None by the word of one source, and none where no block is known: an entry needs a date. */
function reachedStates(reading: SwapReading, context: TimelineContext): FeedEntry[] {
  const { txid, state, terminal, doubt, headline, explanation, clock, startedAtMs } = reading;
  const updatedMs = clock.blockTimeMs;
  if (updatedMs === null || doubt !== null) return [];
  const done = swapTimeline(reading, context).filter(({ status }) => status === "done");
  const swap = [...swapName(reading), `transaction ${txid}`].join(", ");
  const steps = done.map(({ step, name }) => ({
    key: [txid, step],
    title: name,
    updatedMs,
    publishedMs: step === "observed" ? startedAtMs : null,
    text: `${name}: ${swap}.`,
  }));
  return terminal ? [...steps, { key: [txid, state], title: headline, updatedMs, text: explanation }] : steps;
}
