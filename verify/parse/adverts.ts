// This folder parses what a site serves. It judges nothing and sends no request.
// This file: the addresses that one answer names. An unreadable document names none; its own row reports the fault.
import { CARD, CATALOG, LINKSET, PLUGIN, SKILLS, STATUS, withAliases } from "../addresses.ts";
import type { Answer } from "../fetcher.ts";
import { getLinks, mediaType, readHtml, readMarkdown, type Source } from "../site.ts";
import { isLoaded } from "./html.ts";
import { parseRobots } from "./robots.ts";
import { parseSitemap } from "./sitemap.ts";

export interface Advert {
  /** As written. */
  readonly href: string;
  readonly by: Source;
  readonly type?: string | undefined;
}

export function listAdverts(answer: Answer): readonly Advert[] {
  if (answer.status !== 200) return [];
  const path = new URL(answer.url).pathname;
  const header = getLinks(answer).map(
    ({ href, rel, type }): Advert =>
      isLoaded(rel) ? { href, by: "asset" } : { href, by: "Link header", type: type ?? undefined },
  );
  return [...header, ...readBody(path, answer)];
}

function readBody(path: string, answer: Answer): readonly Advert[] {
  const read = readers[path];
  if (read) return attempt(() => read(answer));
  const type = mediaType(answer);
  if (type === "text/html") return readPage(answer);
  if (type === "text/markdown") return readLinks(answer, "Markdown");
  if (type === "application/xml" || type === "text/xml") return attempt(() => readSitemap(answer));
  return [];
}

const plain = (by: Source, hrefs: readonly string[]): Advert[] => hrefs.map((href) => ({ href, by }));

/** Addresses in any JSON, in members with these names. */
function readJson(by: Source, names: readonly string[]) {
  return ({ text }: Answer): readonly Advert[] => {
    const adverts: Advert[] = [];
    JSON.parse(text, function (this: { type?: unknown }, name: string, value: unknown) {
      if (!names.includes(name) || typeof value !== "string") return value;
      const type = name !== "src" && typeof this.type === "string" && this.type.includes("/") ? this.type : undefined;
      adverts.push({ href: value, by, type });
      return value;
    });
    return adverts;
  };
}

const card = readJson("server card", ["url", "src", "websiteUrl", "serverUrl", "endpoint"]);
const catalog = readJson("ai-catalog", ["url", "documentationUrl", "logoUrl"]);

const readers: Readonly<Record<string, (answer: Answer) => readonly Advert[]>> = {
  "/robots.txt": ({ text }) => plain("robots.txt", parseRobots(text).sitemaps),
  "/llms.txt": (answer) => readList(answer, "llms.txt"),
  "/llms-full.txt": (answer) => readList(answer, "llms-full.txt"),
  "/openapi.json": readOpenApi,
  [LINKSET]: readJson("api-catalog", ["anchor", "href"]),
  [SKILLS]: readJson("skills index", ["url"]),
  [PLUGIN]: readJson("plugin manifest", ["url", "logo_url", "legal_info_url"]),
  [STATUS]: ({ text }) =>
    plain("status", Object.values((JSON.parse(text) as { links?: Record<string, string> }).links ?? {})),
  ...Object.fromEntries(withAliases(CARD).map((path) => [path, card])),
  ...Object.fromEntries(withAliases(CATALOG).map((path) => [path, catalog])),
};

function attempt(read: () => readonly Advert[]): readonly Advert[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function readSitemap({ text }: Answer): readonly Advert[] {
  return plain(
    "sitemap",
    parseSitemap(text).entries.map(({ loc }) => loc),
  );
}

function readLinks(answer: Answer, by: Source): readonly Advert[] {
  const { anchors } = readMarkdown({ answer, url: answer.url }).document;
  return plain(
    by,
    anchors.map(({ href }) => href),
  );
}

/** A list for programs also contains addresses that are called rather than read. */
function readList(answer: Answer, by: Source): readonly Advert[] {
  const { spelled } = readMarkdown({ answer, url: answer.url }).document;
  return [...readLinks(answer, by), ...plain(by, spelled)];
}

function readPage(answer: Answer): readonly Advert[] {
  const { anchors, links, assets } = readHtml({ answer, url: answer.url });
  const related = links.filter(({ href }) => !assets.includes(href));
  return [
    ...plain(
      "page",
      anchors.map(({ href }) => href),
    ),
    ...related.map(({ href, type }): Advert => ({ href, by: "page", type: type ?? undefined })),
    ...plain("asset", assets),
  ];
}

/** Paths that a GET can request as written, without parameters to fill in. */
function readOpenApi({ text }: Answer): readonly Advert[] {
  const { paths = {} } = JSON.parse(text) as { paths?: Record<string, { get?: unknown }> };
  return plain(
    "openapi",
    Object.keys(paths).filter((path) => paths[path]?.get && !path.includes("{")),
  );
}
