// Files that browsers request by themselves: manifest, OpenSearch 1.1 descriptions, logo.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import type { Scope } from "../registry/published.ts";
import { resources } from "../registry/resources.ts";
import { escapeXml } from "./xml.ts";

const PAPER = "#fbfaf5";

export function manifestJson(scope: Scope): string {
  const { siteName } = config();
  const startPath = scope === "swap" ? "/quote" : "/";
  const manifest = {
    id: startPath,
    name: siteName,
    short_name: siteName,
    description: resources["/"].description,
    lang: "en",
    start_url: startPath,
    scope: "/",
    // "minimal-ui" keeps the address visible in an installed app.
    display: "minimal-ui",
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: absoluteUrl("/logo.svg"), sizes: "any", type: "image/svg+xml" },
      { src: "/apple-icon", sizes: "180x180", type: "image/png" },
    ],
  };
  return `${JSON.stringify(manifest)}\n`;
}

const searchArguments = { "/quote": "from", "/track": "txid" } as const;
type SearchPage = keyof typeof searchArguments;
const searchPages = Object.keys(searchArguments) as SearchPage[];

/** OpenSearch allows a name of at most 16 characters. */
const searchName = (page: SearchPage) =>
  `${config().siteName.slice(0, 10).trim()} ${page.slice(1)}`;

export function searchLinks() {
  return searchPages.map((page) => ({
    title: searchName(page),
    href: absoluteUrl(`${page}/opensearch.xml`),
  }));
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

/** SVG paths of the logo, on a grid of 32 × 32. At 16 px, straight edges lie on whole pixels. */
export function markPaths(): {
  readonly post: string;
  readonly near: string;
  readonly far: string;
} {
  return {
    post: "M14 2h4v2h-4zM14 14h4v4h-4zM14 28h4v4h-4z",
    near: "M2 4h22l7 5-7 5H2z",
    far: "M30 18H8l-7 5 7 5h22z",
  };
}

const onLight = { ink: "#13201b", board: "#00694a" };
const onDark = { ink: "#e8f0eb", board: "#3fbf8c" };

export function logoSvg(): string {
  const { post, near, far } = markPaths();
  const colourRules = ({ ink, board }: typeof onLight) => `.i{fill:${ink}}.b{fill:${board}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="256" height="256" role="img" aria-label="Signpost"><style>${colourRules(onLight)}@media (prefers-color-scheme:dark){${colourRules(onDark)}}</style><path class="i" d="${post}${far}"/><path class="b" d="${near}"/></svg>\n`;
}
