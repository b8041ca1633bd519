// /status.atom (RFC 4287): the observed changes. The id and date of an entry follow from its content, so no reader sees it twice.
import { createHash } from "node:crypto";
import type { HistorySnapshot } from "../../../protocol/history/keeper.ts";
import { type Change, WATCH_MS } from "../../../protocol/history/log.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { formatInstant } from "../../../protocol/values/figure-text.ts";
import { escapeXml } from "../../documents/xml.ts";
import { resources } from "../../registry/resources.ts";
import { changeText, changeWord } from "./history.ts";

/** The parts of the configuration that the feed shows. */
export interface FeedSetup {
  readonly siteName: string;
  readonly preset: Preset;
  /** What it is of, where that is less than the network. */
  readonly title?: string;
  readonly feedUrl: string;
  readonly pageUrl: string;
}

const MAX_ENTRIES = 50;

/** The newest changes first. Only observed changes have an entry, and the subtitle says so. */
export function statusFeed({ log, startedMs }: HistorySnapshot, setup: FeedSetup): string {
  const { siteName, preset, title = resources["/status"].title, feedUrl, pageUrl } = setup;
  const changes = log.changes.slice(-MAX_ENTRIES).reverse();
  const updatedMs = changes[0]?.atMs ?? log.sinceMs ?? startedMs;
  const sample = preset.network === "sample" ? " Sample network: invented data." : "";
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${uuidUrn(feedUrl, preset.network)}</id>`,
    `  <title>${escapeXml(`${title}: ${preset.protocol} (${preset.network}), ${siteName}`)}</title>`,
    `  <subtitle>${escapeXml(`${resources["/status.atom"].description}${sample}`)}</subtitle>`,
    `  <updated>${atomTimestamp(updatedMs)}</updated>`,
    `  <author><name>${escapeXml(siteName)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(feedUrl)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>`,
    ...changes.map((change) => feedEntry(change, setup)),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}

function feedEntry(change: Change, { preset, feedUrl, pageUrl }: FeedSetup): string {
  const { of, from, to, afterMs, atMs, height } = change;
  const what = changeText(change, preset);
  const updated = atomTimestamp(atMs);
  const seen = `Seen at block ${height} of ${formatInstant(atMs)}.`;
  const isLate = atMs - afterMs > WATCH_MS;
  const before = `Last seen ${changeWord(of, from)} at ${formatInstant(afterMs)}${isLate ? ", and not observed in between" : ""}.`;
  return [
    "  <entry>",
    `    <id>${uuidUrn(feedUrl, preset.network, String(atMs), from, to, ...of)}</id>`,
    `    <title>${escapeXml(what)}</title>`,
    `    <updated>${updated}</updated>`,
    `    <link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>`,
    `    <content type="text">${escapeXml(`${what}. ${seen} ${before}`)}</content>`,
    "  </entry>",
  ].join("\n");
}

const atomTimestamp = (ms: number) => new Date(ms).toISOString();

/** A UUID of version 8 (RFC 9562), made from a digest of the parts. */
function uuidUrn(...parts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString("hex").slice(0, 32);
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")}`;
}
