// The part of a page that its script requests again. For browsers, and for the server's tags.
import { OWN_MARKUP_POLICY } from "../../http/security-headers.ts";

export const refreshedParts = {
  "/status/now": "now",
  "/assets/now": "now",
  "/track/now": "swap",
  "/pricing/now": "sizes",
} as const;

/** The chain of the asking page. No page takes this argument, so no link can name another chain. */
export const PART_CHAIN = "page-chain";

/** Leaves out when the copy was made, so equal copies get equal tags. */
export function withoutReadTime(part: string): string {
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

interface PartAnswer {
  /** Null if unchanged since the tag that was sent. */
  readonly part: HTMLElement | null;
  readonly etag: string | null;
  /** The server's clock (epoch); null if it sent no date. */
  readonly serverMs: number | null;
}

/** @throws NoPartError, or what `fetch` throws. */
type ReadPart = (address: string, etag: string | null) => Promise<PartAnswer>;

export function createPartReader(path: keyof typeof refreshedParts, timeoutMs: number): ReadPart {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(OWN_MARKUP_POLICY, { createHTML: (text) => text });
  /** Scripts do not run in the result. The head has a style that the page's own policy forbids. */
  const parse = (html: string) => {
    const body = html.slice(html.indexOf("<body>"));
    return new DOMParser()
      .parseFromString(policy?.createHTML(body) ?? body, "text/html")
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
    const part = ok ? parse(await response.text()) : null;
    if (!part) throw new NoPartError(Number(headers.get("retry-after")) || null);
    return { part, etag: headers.get("etag"), serverMs };
  };
}

const listDetails = (root: ParentNode) => [...root.querySelectorAll("details")];
const nameOf = (details: Element) => details.querySelector("summary")?.textContent ?? "";

/** Details that were open before the change stay open. Their summary identifies them. */
export function keepOpen(find: () => ParentNode, change: () => void): void {
  const wasOpen = new Map(listDetails(find()).map((details) => [nameOf(details), details.open]));
  change();
  for (const details of listDetails(find()))
    details.open = wasOpen.get(nameOf(details)) ?? details.open;
}
