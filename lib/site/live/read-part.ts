// Reads the live part of an open page again, in the browser. The server uses `withoutReadTime`.
import { OWN_MARKUP_POLICY } from "../../http/security-headers.ts";
import { showLocalTimes } from "./local-times.ts";

export const refreshedParts = {
  "/status/now": "now",
  "/assets/now": "now",
  "/track/now": "swap",
  "/pricing/now": "sizes",
} as const;

/** Query parameter that the script adds to /status/now: the open page's chain. Pages have none. */
export const PART_CHAIN = "page-chain";

/** Removes the time of the reading, so that unchanged HTML keeps its ETag. */
export function withoutReadTime(partHtml: string): string {
  return partHtml.replace(/ data-read="\d+"/g, "");
}

/** TypeScript's DOM types have no Trusted Types. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string };
}

export class NoPartError extends Error {
  readonly retryAfterSeconds: number | null;
  constructor(retryAfterSeconds: number | null) {
    super("the server did not answer with the page");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface PartAnswer {
  readonly part: HTMLElement | null;
  readonly etag: string | null;
  /** Epoch ms from the Date header. Null without a valid header. */
  readonly serverMs: number | null;
}

type ReadPart = (address: string, etag: string | null) => Promise<PartAnswer>;

export function createPartReader(path: keyof typeof refreshedParts, timeoutMs: number): ReadPart {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const markupPolicy = trustedTypes?.createPolicy(OWN_MARKUP_POLICY, {
    createHTML: (text) => text,
  });
  /** Skips <head>: the page's CSP forbids the <style> in it. DOMParser runs no scripts. */
  const parsePart = (html: string) => {
    const bodyHtml = html.slice(html.indexOf("<body>"));
    return new DOMParser()
      .parseFromString(markupPolicy?.createHTML(bodyHtml) ?? bodyHtml, "text/html")
      .getElementById(refreshedParts[path]);
  };

  return async (address, etag) => {
    const response = await fetch(address, {
      headers: { accept: "text/html", ...(etag !== null && { "if-none-match": etag }) },
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { headers, status, ok } = response;
    const dateMs = Date.parse(headers.get("date") ?? "");
    const serverMs = Number.isFinite(dateMs) ? dateMs : null;
    if (status === 304) return { part: null, etag, serverMs };
    const newPart = ok ? parsePart(await response.text()) : null;
    if (!newPart) throw new NoPartError(Number(headers.get("retry-after")) || null);
    showLocalTimes(newPart);
    return { part: newPart, etag: headers.get("etag"), serverMs };
  };
}

const listDetails = (root: ParentNode) => [...root.querySelectorAll("details")];
const summaryOf = (details: Element) => details.querySelector("summary")?.textContent ?? "";

export function keepOpen(findRoot: () => ParentNode, replaceContent: () => void): void {
  const isOpenBySummary = new Map(
    listDetails(findRoot()).map((details) => [summaryOf(details), details.open]),
  );
  replaceContent();
  for (const details of listDetails(findRoot()))
    details.open = isOpenBySummary.get(summaryOf(details)) ?? details.open;
}
