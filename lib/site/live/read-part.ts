// The part of a page that its script requests again. For browsers; `sayingOf` also for the server.
import { OWN_MARKUP_POLICY } from "../../http/security-headers.ts";

export const refreshedParts = {
  "/status/now": "now",
  "/assets/now": "now",
  "/track/now": "swap",
  "/pricing/now": "sizes",
} as const;

/** The chain of the asking page. No page takes this argument, so no link can name another chain. */
export const PART_CHAIN = "page-chain";

/** Leaves out when the copy was made: equal copies get equal tags. */
export function sayingOf(part: string): string {
  return part.replace(/ data-read="\d+"/g, "");
}

/** TypeScript's own types lack Trusted Types. */
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

export function createPartReader(address: keyof typeof refreshedParts, timeoutMs: number) {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(OWN_MARKUP_POLICY, { createHTML: (text) => text });
  /** Scripts do not run in the result. The head has a style that the page's own policy forbids. */
  const parse = (whole: string) => {
    const html = whole.slice(whole.indexOf("<body>"));
    return new DOMParser()
      .parseFromString(policy?.createHTML(html) ?? html, "text/html")
      .getElementById(refreshedParts[address]);
  };

  /**
   * `part`: null if unchanged since `etag`. `serverMs`: the server's clock (epoch), or null.
   * @throws NoPartError, or what `fetch` throws.
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

export function keepOpen(find: () => ParentNode, change: () => void): void {
  const wasOpen = new Map(listDetails(find()).map((one) => [nameOf(one), one.open]));
  change();
  for (const one of listDetails(find())) one.open = wasOpen.get(nameOf(one)) ?? one.open;
}
