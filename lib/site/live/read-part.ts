// The part of a page that its script asks for, so that an open tab does not load a page, and how a script reads it again. It runs in the browser, and `sayingOf` on the server too.
import { OWN_MARKUP_POLICY } from "../../http/security-headers.ts";

/** By the address of the part: the id of its element, in the page and in the part. */
export const refreshedParts = {
  "/status/now": "now",
  "/assets/now": "now",
  "/track/now": "swap",
  "/pricing/now": "sizes",
} as const;

/** The argument of /status/now for the chain of the page that asks. No page takes it, so no question can name another chain than its page. */
export const PART_CHAIN = "page-chain";

/** The same for two copies that say the same: when a copy was made is not part of what it says. */
export function sayingOf(part: string): string {
  return part.replace(/ data-read="\d+"/g, "");
}

/** What browsers with Trusted Types have, and TypeScript's own types have not. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string };
}

/** The answer was no part. */
export class NoPartError extends Error {
  readonly retryAfterSeconds: number | null;
  constructor(retryAfterSeconds: number | null) {
    super("the server did not answer with the page");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A page has one reader: it can create each policy name once. */
export function createPartReader(address: keyof typeof refreshedParts, timeoutMs: number) {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(OWN_MARKUP_POLICY, { createHTML: (text) => text });
  /** In a document in which no script runs. Its head is for a frame: a style in it would break the page's own policy. */
  const parse = (whole: string) => {
    const html = whole.slice(whole.indexOf("<body>"));
    return new DOMParser()
      .parseFromString(policy?.createHTML(html) ?? html, "text/html")
      .getElementById(refreshedParts[address]);
  };

  /**
   * `part`: null where it still says what the copy with this tag says. `etag`: to ask with the next time. `serverMs`: the server's clock, in epoch
   * milliseconds; null where it told none. @throws NoPartError, or what `fetch` throws.
   */
  return async (address: string, etag: string | null) => {
    const response = await fetch(address, {
      headers: { accept: "text/html", ...(etag !== null && { "if-none-match": etag }) },
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { headers, status, ok } = response;
    const dateMs = Date.parse(headers.get("date") ?? "");
    const serverMs = Number.isFinite(dateMs) ? dateMs : null;
    if (status === 304) return { part: null, etag, serverMs };
    const part = ok ? parse(await response.text()) : null;
    if (!part) throw new NoPartError(Number(headers.get("retry-after")) || null);
    return { part, etag: headers.get("etag"), serverMs };
  };
}

const listDetails = (root: ParentNode) => [...root.querySelectorAll("details")];
const nameOf = (details: Element) => details.querySelector("summary")?.textContent ?? "";

/**
 * What a reader has opened stays open when a script replaces a part of the page. `find` gives the part before the change, and the new one after
 * it. The same summary means the same details.
 */
export function keepOpen(find: () => ParentNode, change: () => void): void {
  const wasOpen = new Map(listDetails(find()).map((one) => [nameOf(one), one.open]));
  change();
  for (const one of listDetails(find())) one.open = wasOpen.get(nameOf(one)) ?? one.open;
}
