// The part of a page that its script asks for, so that an open tab does not load a page.

/** By the address of the part: the id of its element, in the page and in the part. */
export const refreshedParts = {
  "/status/now": "now",
  "/assets/now": "now",
  "/track/now": "swap",
  "/pricing/now": "sizes",
} as const;

/** The same for two copies that say the same: when a copy was made is not part of what it says. */
export function sayingOf(part: string): string {
  return part.replace(/ data-read="\d+"/g, "");
}
