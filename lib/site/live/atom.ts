// An Atom feed (RFC 4287). The id of an entry follows from what it tells, so that no reader sees it twice.
import { createHash } from "node:crypto";
import type { Preset } from "../../protocol/values/chains.ts";
import { escapeXml } from "../documents/xml.ts";

export interface FeedEntry {
  /** What tells it from the other entries of the feed. */
  readonly key: readonly string[];
  readonly title: string;
  readonly updatedMs: number;
  /** When it happened; absent where that is not known. */
  readonly publishedMs?: number | null;
  readonly text: string;
}

export interface Feed extends Readonly<Record<"siteName" | "feedUrl" | "pageUrl" | "title" | "subtitle", string>> {
  readonly preset: Preset;
  readonly updatedMs: number;
  readonly entries: readonly FeedEntry[];
}

export function atomFeed(feed: Feed): string {
  const { siteName, preset, feedUrl, title, subtitle, updatedMs, entries } = feed;
  const sample = preset.network === "sample" ? " Sample network: invented data." : "";
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${uuidUrn(feedUrl, preset.network)}</id>`,
    `  <title>${escapeXml(`${title}: ${preset.protocol} (${preset.network}), ${siteName}`)}</title>`,
    `  <subtitle>${escapeXml(`${subtitle}${sample}`)}</subtitle>`,
    `  <updated>${atomTimestamp(updatedMs)}</updated>`,
    `  <author><name>${escapeXml(siteName)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(feedUrl)}"/>`,
    pageLink(feed),
    ...entries.map((entry) => entryElement(entry, feed)),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}

function entryElement({ key, title, updatedMs, publishedMs = null, text }: FeedEntry, feed: Feed): string {
  return [
    "  <entry>",
    `    <id>${uuidUrn(feed.feedUrl, feed.preset.network, ...key)}</id>`,
    `    <title>${escapeXml(title)}</title>`,
    `    <updated>${atomTimestamp(updatedMs)}</updated>`,
    ...(publishedMs === null ? [] : [`    <published>${atomTimestamp(publishedMs)}</published>`]),
    `  ${pageLink(feed)}`,
    `    <content type="text">${escapeXml(text)}</content>`,
    "  </entry>",
  ].join("\n");
}

const pageLink = ({ pageUrl }: Feed) => `  <link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>`;

const atomTimestamp = (ms: number) => new Date(ms).toISOString();

/** A UUID of version 8 (RFC 9562), made from a digest of the parts. */
function uuidUrn(...parts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString("hex").slice(0, 32);
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")}`;
}
