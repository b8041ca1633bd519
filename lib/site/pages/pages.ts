// Data for and around React pages. Live pages load this, so it must load no prose.
// Responses for missing addresses are always 404, never stored, and link to documents.
import type { Metadata } from "next";
import { config } from "../../config.ts";
import { notFound } from "../../http/problem.ts";
import { type ProblemRequest, textResponse } from "../../http/problem-response.ts";
import { heading, link, list, paragraph } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { FRESH_MS, STALE_MS } from "../../protocol/safety/freshness.ts";
import { quoteExamples, quoteHints, quoteLabels } from "../../say/quote-form.en.ts";
import { getChainHead } from "../live/status/chain.ts";
import { getSitemapLinks } from "../prose/markdown-document.ts";
import { listChainLinks } from "../registry/chain-pages.ts";
import { absoluteUrl, hrefOf, type Link, listLinks } from "../registry/links.ts";
import {
  findResource,
  isResourcePath,
  missingPaths,
  NEGOTIATED_HEADER,
  type PagePath,
  type ProsePagePath,
  type ResourcePath,
  resourcePaths,
  resources,
} from "../registry/resources.ts";
import { updatedAt } from "../registry/updated.ts";

const APPLE_ICON = "/apple-icon";

export function getChrome() {
  const { siteName, network, siteUrl, swapUrl, originTrialToken } = config();
  return {
    siteName,
    // Print shows full links. With two sites, the layout does not know its page's origin.
    origin: swapUrl === siteUrl ? siteUrl : undefined,
    home: hrefOf("/"),
    sample: network === "sample",
    originTrialToken,
    navigation: resourcePaths.flatMap((path) => {
      const { label } = findResource(path);
      return label ? [{ path, href: hrefOf(path), label }] : [];
    }),
    legal: hrefOf("/legal"),
    documents: getSitemapLinks().map(({ path, title }) => ({ href: hrefOf(path), label: title })),
  };
}

export function getNotFoundLinks() {
  return notFoundLinks.map((path) => ({ href: hrefOf(path), label: findResource(path).title }));
}

export function getTwin(path: PagePath): string {
  return hrefOf(resources[path].twin);
}

export type PageHeadData = Readonly<Record<"title" | "address" | "jsonLd", string>> & {
  readonly links: readonly Link[];
};

export function getHead(path: PagePath): PageHeadData {
  const { title, description } = findResource(path);
  const address = absoluteUrl(path);
  return {
    title: pageTitle(path),
    links: listLinks(path),
    address,
    jsonLd: jsonLdOf({
      title,
      description,
      address,
      updated: updatedAt(path),
      above: pagesAbove(path),
    }),
  };
}

export function getChainPageHead(code: string): PageHeadData {
  const { title, description, canonical: address } = getChainHead(code);
  const jsonLd = jsonLdOf({ title, description, address, updated: null, above: ["/", "/status"] });
  return { title: joinTitle([title]), links: listChainLinks(code), address, jsonLd };
}

export const iconMetadata: Metadata = { icons: { apple: APPLE_ICON } };

export function getChainMetadata(code: string): Metadata {
  const { title, description } = getChainHead(code);
  const { openGraph, ...metadata } = metadataOf(joinTitle([title]), description);
  return {
    ...metadata,
    ...iconMetadata,
    openGraph: { ...openGraph, images: ["/status/opengraph-image"] },
  };
}

export function listSiblings(path: ProsePagePath) {
  const [, part] = path.split("/");
  return resourcePaths
    .filter((other) => isPagePath(other) && other.split("/")[1] === part)
    .map((path) => {
      const { title, shortTitle, label } = findResource(path);
      return { path, label: shortTitle ?? label ?? title };
    });
}

export function getBoard() {
  return {
    statusUrl: hrefOf("/.well-known/status"),
    statusPage: absoluteUrl("/status"),
    limits: { freshMs: FRESH_MS, staleMs: STALE_MS },
    sample: config().network === "sample",
  };
}

export function getQuoteAsk() {
  const fields = (["from", "to", "amount"] as const).map((name) => ({
    name,
    label: quoteLabels[name],
    hint: quoteHints[name],
    example: quoteExamples[name],
  }));
  return { action: hrefOf("/quote"), fields };
}

export const getAssetsUrl = () => hrefOf("/assets.json");

export function getSizesFrame() {
  const path = "/pricing/now";
  return { address: path, title: resources[path].title };
}

export function getRootMetadata(): Metadata {
  const { siteUrl } = config();
  return {
    metadataBase: new URL(siteUrl),
    icons: { icon: hrefOf("/logo.svg"), apple: APPLE_ICON },
    manifest: "/manifest.json",
  };
}

export function getPageMetadata(path: PagePath): Metadata {
  return metadataOf(pageTitle(path), resources[path].description);
}

function metadataOf(title: string, description: string) {
  return {
    description,
    openGraph: { title, description, type: "website" as const, siteName: config().siteName },
  };
}

/** Social cards leave `answer` out. */
export function pageTitle(path: PagePath, answer: readonly string[] = []): string {
  const { title } = resources[path];
  return path === "/" ? `${config().siteName}: ${title}` : joinTitle([...answer, title]);
}

export function missingTitle(): string {
  return joinTitle([MISSING_HEADING]);
}

function joinTitle(names: readonly string[]): string {
  return [...names, config().siteName].join(" · ");
}

interface DescribedPage extends Readonly<Record<"title" | "description" | "address", string>> {
  readonly updated: string | null;
  readonly above: readonly PagePath[];
}

/** Escaped for an inline script. No offers and no ratings. */
function jsonLdOf({ title, description, address, updated, above }: DescribedPage): string {
  const { siteName, contactEmail } = config();
  const home = absoluteUrl("/");
  const id = (name: string) => `${home}#${name}`;
  const organization = {
    "@type": "Organization",
    "@id": id("organization"),
    name: siteName,
    url: home,
    logo: absoluteUrl("/logo.svg"),
    ...(contactEmail
      ? { contactPoint: { "@type": "ContactPoint", contactType: "support", email: contactEmail } }
      : {}),
  };
  const publisher = { "@id": id("organization") };
  const website = {
    "@type": "WebSite",
    "@id": id("website"),
    name: siteName,
    url: home,
    publisher,
  };
  const webApi = {
    "@type": "WebAPI",
    "@id": id("api"),
    name: `${siteName} API`,
    description: resources["/openapi.json"].description,
    url: absoluteUrl("/openapi.json"),
    documentation: absoluteUrl("/developers/api"),
    provider: publisher,
  };
  const page = {
    "@type": "WebPage",
    "@id": address,
    url: address,
    name: title,
    description,
    ...(updated ? { dateModified: updated } : {}),
    inLanguage: "en",
    isPartOf: { "@id": id("website") },
  };
  const graph = [organization, website, webApi, page, ...breadcrumbs({ title, address, above })];
  return JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replace(
    /</g,
    "\\u003c",
  );
}

function pagesAbove(path: PagePath): readonly PagePath[] {
  if (path === "/") return [];
  const parts = path.split("/").slice(1, -1);
  return [
    "/",
    ...parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`).filter(isPagePath),
  ];
}

function breadcrumbs({
  title,
  address,
  above,
}: Pick<DescribedPage, "title" | "address" | "above">) {
  if (above.length === 0) return [];
  const steps = [
    ...above.map(
      (path) =>
        [path === "/" ? config().siteName : resources[path].title, absoluteUrl(path)] as const,
    ),
    [title, address] as const,
  ];
  return [
    {
      "@type": "BreadcrumbList",
      itemListElement: steps.map(([name, item], index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item,
      })),
    },
  ];
}

function isPagePath(path: string): path is PagePath {
  return isResourcePath(path) && resources[path].kind === "page";
}

const notFoundLinks: readonly ResourcePath[] = [
  "/quote",
  "/status",
  "/track",
  "/index.md",
  "/llms.txt",
  "/sitemap.xml",
];
export const MISSING_HEADING = "Page not found";
export const MISSING_LEAD = "This address holds no page and no document. Start from one of these:";

/** Answers 404 to every method: a problem for missing data, Markdown for a missing document. */
export function publishMissing(form: "problem" | "markdown") {
  const answer = (request: Request): Response => {
    if (form === "problem") return notFound(withAskedUrl(request));
    return missingMarkdown(request.method === "HEAD", request.headers.has(NEGOTIATED_HEADER));
  };
  return {
    GET: answer,
    HEAD: answer,
    OPTIONS: answer,
    POST: answer,
    PUT: answer,
    PATCH: answer,
    DELETE: answer,
  };
}

/** Vercel passes the address of the rewrite, which has the requested one in its query. */
function withAskedUrl({ url, method, headers }: Request): ProblemRequest {
  const { origin, pathname, searchParams } = new URL(url);
  const asked = pathname === missingPaths[0] ? searchParams.get("asked") : null;
  return { url: asked === null ? url : `${origin}/${encodeURI(asked)}`, method, headers };
}

function missingMarkdown(head: boolean, negotiated: boolean): Response {
  const text = writeMarkdown([
    heading(1, MISSING_HEADING),
    paragraph(MISSING_LEAD),
    list(notFoundLinks.map((path) => link(findResource(path).title, absoluteUrl(path)))),
  ]);
  const headers = {
    "Content-Type": "text/markdown; charset=utf-8",
    ...(negotiated && { Vary: "Accept" }),
  };
  return textResponse(404, `${text}\n`, headers, head);
}
