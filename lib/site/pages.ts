// Site room: what the React pages show, made from the registry and the prose; app/ only lays it out.
import type { Metadata } from "next";
import { config } from "../config.ts";
import { toLinks, toUrl } from "./links.ts";
import { wayposts } from "./missing.ts";
import { getProseBody, getSitemapLinks } from "./prose.ts";
import { type PagePath, type ResourcePath, resourcePaths, resources, sources, toResource } from "./resources.ts";

/** A registered address as a page links to it: root-relative on its own site, absolute across the two. */
function toHref(path: ResourcePath): string {
  const { siteUrl, swapUrl } = config();
  return toResource(path).site === "swap" && swapUrl !== siteUrl ? toUrl(path) : path;
}

export function getChrome() {
  const { siteName, network } = config();
  return {
    siteName,
    sample: network === "sample",
    navigation: resourcePaths.flatMap((path) => {
      const { label } = toResource(path);
      return label ? [{ href: toHref(path), label }] : [];
    }),
    documents: getSitemapLinks().map(({ path, title }) => ({ href: toHref(path), title })),
  };
}

export function getWayposts() {
  return wayposts.map((path) => ({ href: toHref(path), title: toResource(path).title }));
}

export function getPage(path: PagePath) {
  const { source, twin } = resources[path];
  return {
    links: toLinks(path),
    address: toUrl(path),
    body: getProseBody(source),
    updated: sources[source].updated,
    twin: toHref(twin),
    jsonLd: JSON.stringify(toJsonLd(path)).replace(/</g, "\\u003c"),
  };
}

export function getRootMetadata(): Metadata {
  const { siteUrl, siteName } = config();
  return { metadataBase: new URL(siteUrl), title: siteName, icons: { icon: toHref("/logo.svg") } };
}

export function getPageMetadata(path: PagePath): Metadata {
  const { siteName } = config();
  const { title, description } = resources[path];
  const shown = path === "/" ? `${siteName}: ${title}` : `${title} · ${siteName}`;
  return {
    title: shown,
    description,
    openGraph: { title: shown, description, type: "website", siteName },
  };
}

function toJsonLd(path: PagePath): Record<string, unknown> {
  const { siteName } = config();
  const { title, description, source } = resources[path];
  const home = toUrl("/");
  const organization = {
    "@type": "Organization",
    "@id": `${home}#organization`,
    name: siteName,
    url: home,
    logo: toUrl("/logo.svg"),
  };
  return {
    "@context": "https://schema.org",
    "@graph": [
      organization,
      {
        "@type": "WebSite",
        "@id": `${home}#website`,
        name: siteName,
        url: home,
        publisher: { "@id": organization["@id"] },
      },
      {
        "@type": "WebPage",
        url: toUrl(path),
        name: title,
        description,
        dateModified: sources[source].updated,
        inLanguage: "en",
      },
    ],
  };
}
