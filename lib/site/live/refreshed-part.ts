// The part of a page that its script asks for, so that an open tab does not load a page.

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
