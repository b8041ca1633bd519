// What the rows about the two forms of an address share.
import type { Answer } from "../fetcher.ts";
import { Missing } from "../missing.ts";
import { parseNames } from "../parse/cache-control.ts";
import { every } from "../row.ts";
import { getTwins, mediaType, type Site, type Twins } from "../site.ts";
import type { AcceptCase } from "./accept-table.ts";

export const HTML = "text/html";
export const MARKDOWN = "text/markdown";
/** A page's address that no site publishes. */
export const MISSING_PAGE = "/signpost-verify/no-such-page";

/** Status and media type. */
export const show = (answer: Answer): string => `${answer.status} ${mediaType(answer)}`;

export function ask(site: Site, url: string, accept: AcceptCase["accept"], method = "GET"): Promise<Answer> {
  return site.fetcher.get({ url, method, headers: { Accept: accept } });
}

/** The page at the base address. @throws Missing if it has no twin. */
export function needHome(site: Site): Twins {
  const home = getTwins(site).find(({ page }) => page.path === "/");
  if (!home) throw new Missing("/ has no Markdown twin");
  return home;
}

export function variesByAccept(answer: Answer): boolean {
  const names = parseNames(answer.headers.vary);
  return names.includes("accept") || names.includes("*");
}

/** Applies a rule to every page with a twin. */
export function everyPage(site: Site, fault: (twins: Twins) => Promise<string | null> | string | null) {
  return every(getTwins(site), "pages", async (twins) => {
    const seen = await fault(twins);
    return seen === null ? null : `${twins.page.label}: ${seen}`;
  });
}
