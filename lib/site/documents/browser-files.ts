// What browsers ask for by themselves: the manifest of an installed site, and the descriptions of its searches (OpenSearch 1.1).
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import type { Scope } from "../registry/published.ts";
import { resources } from "../registry/resources.ts";
import { escapeXml } from "./xml.ts";

/** The `theme-color` of the pages in light. */
const PAPER = "#fbfaf5";

export function manifestJson(scope: Scope): string {
  const { siteName } = config();
  const start = scope === "swap" ? "/quote" : "/";
  const manifest = {
    ...{ id: start, name: siteName, short_name: siteName, description: resources["/"].description, lang: "en" },
    // The address stays in sight.
    ...{ start_url: start, scope: "/", display: "minimal-ui", background_color: PAPER, theme_color: PAPER },
    icons: [
      { src: absoluteUrl("/logo.svg"), sizes: "any", type: "image/svg+xml" },
      { src: "/apple-icon", sizes: "180x180", type: "image/png" },
    ],
  };
  return `${JSON.stringify(manifest)}\n`;
}

/** What the text that is searched for becomes. */
const searchArguments = { "/quote": "from", "/track": "txid" } as const;
type SearchPage = keyof typeof searchArguments;
const searchPages = Object.keys(searchArguments) as SearchPage[];

/** At most 16 characters, as the format has it. */
const searchName = (page: SearchPage) => `${config().siteName.slice(0, 10).trim()} ${page.slice(1)}`;

/** For the head of a page. */
export function searchLinks() {
  return searchPages.map((page) => ({ title: searchName(page), href: absoluteUrl(`${page}/opensearch.xml`) }));
}

export function openSearchXml(page: SearchPage): string {
  const { description } = resources[`${page}/opensearch.xml`];
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeXml(searchName(page))}</ShortName>
  <Description>${escapeXml(description)}</Description>
  <Url type="text/html" template="${escapeXml(absoluteUrl(page))}?${searchArguments[page]}={searchTerms}"/>
  <Image width="32" height="32" type="image/x-icon">${escapeXml(config().swapUrl)}/favicon.ico</Image>
  <InputEncoding>UTF-8</InputEncoding>
</OpenSearchDescription>
`;
}
