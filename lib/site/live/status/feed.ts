// /status.atom: the observed changes. The id and date of an entry follow from its content, so no reader sees it twice.
import type { HistorySnapshot } from "../../../protocol/history/keeper.ts";
import { type Change, WATCH_MS } from "../../../protocol/history/log.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { formatInstant } from "../../../protocol/values/figure-text.ts";
import { resources } from "../../registry/resources.ts";
import { atomFeed, type Feed, type FeedEntry } from "../atom.ts";
import { changeText, changeWord } from "./history.ts";

/** `title`: what it is of, where that is less than the network. */
export type FeedSetup = Pick<Feed, "siteName" | "preset" | "feedUrl" | "pageUrl"> & Partial<Pick<Feed, "title">>;

const MAX_ENTRIES = 50;

/** The newest changes first. Only observed changes have an entry, and the subtitle says so. */
export function statusFeed({ log, startedMs }: HistorySnapshot, setup: FeedSetup): string {
  const changes = log.changes.slice(-MAX_ENTRIES).reverse();
  return atomFeed({
    title: resources["/status"].title,
    ...setup,
    subtitle: resources["/status.atom"].description,
    updatedMs: changes[0]?.atMs ?? log.sinceMs ?? startedMs,
    entries: changes.map((change) => changeEntry(change, setup.preset)),
  });
}

function changeEntry(change: Change, preset: Preset): FeedEntry {
  const { of, from, to, afterMs, atMs, height } = change;
  const title = changeText(change, preset);
  const seen = `Seen at block ${height} of ${formatInstant(atMs)}.`;
  const isLate = atMs - afterMs > WATCH_MS;
  const before = `Last seen ${changeWord(of, from)} at ${formatInstant(afterMs)}${isLate ? ", and not observed in between" : ""}.`;
  return { key: [String(atMs), from, to, ...of], title, updatedMs: atMs, text: `${title}. ${seen} ${before}` };
}
