// Data for React pages and their layout. Live pages import this file, so it imports no prose.
import type { Metadata } from "next";
import { config } from "../../config.ts";
import { FRESH_MS, STALE_MS } from "../../protocol/safety/freshness.ts";
import { quoteExamples, quoteHints, quoteLabels } from "../../say/quote-form.en.ts";
import { listFixedExamples } from "../live/quote/pool-choices.ts";
import { getChainHead } from "../live/status/chain.ts";
import { getSitemapLinks } from "../prose/markdown-document.ts";
import { listChainLinks } from "../registry/chain-pages.ts";
import { absoluteUrl, hrefOf, type Link, listLinks } from "../registry/links.ts";
import {
  findResource,
  navigationPaths,
  type PagePath,
  type ProsePagePath,
  resourcePaths,
  resources,
} from "../registry/resources.ts";
import { updatedAt } from "../registry/updated.ts";
import { isPagePath, jsonLdOf, pagesAbove } from "./json-ld.ts";
import { MISSING_HEADING } from "./missing.ts";

const APPLE_ICON = "/apple-icon";

export function getChrome() {
  const { siteName, network, siteUrl, swapUrl, originTrialToken } = config();
  return {
    siteName,
    // In print, this origin completes each relative link. Undefined if there are two sites: the
    // layout cannot know on which of them it is shown.
    origin: swapUrl === siteUrl ? siteUrl : undefined,
    home: hrefOf("/"),
    sample: network === "sample",
    // Chrome passes over a token of another origin.
    originTrialTokens: originTrialToken?.split(",") ?? [],
    navigation: navigationPaths.map((path) => ({
      path,
      href: hrefOf(path),
      label: resources[path].label,
    })),
    legalLinks: (["/legal", "/privacy"] as const).map((path) => ({
      href: hrefOf(path),
      label: resources[path].shortTitle,
    })),
    documents: getSitemapLinks().map(({ path, title }) => ({ href: hrefOf(path), label: title })),
  };
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
      parents: pagesAbove(path),
    }),
  };
}

export function getChainPageHead(code: string): PageHeadData {
  const { title, description, canonical: address } = getChainHead(code);
  const jsonLd = jsonLdOf({
    title,
    description,
    address,
    updated: null,
    parents: ["/", "/status"],
  });
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
  const [, siteSection] = path.split("/");
  return resourcePaths
    .filter((sibling) => isPagePath(sibling) && sibling.split("/")[1] === siteSection)
    .map((sibling) => {
      const { title, shortTitle, label } = findResource(sibling);
      return { path: sibling, label: shortTitle ?? label ?? title };
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

export const getQuoteExamples = () =>
  listFixedExamples(config().preset).map(({ query, label }) => ({
    href: `${hrefOf("/quote")}?${query}`,
    label,
  }));

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

export function pageTitle(path: PagePath, answerTexts: readonly string[] = []): string {
  const { title } = resources[path];
  return path === "/" ? `${config().siteName}: ${title}` : joinTitle([...answerTexts, title]);
}

export function missingTitle(): string {
  return joinTitle([MISSING_HEADING]);
}

function joinTitle(titleTexts: readonly string[]): string {
  return [...titleTexts, config().siteName].join(" · ");
}
