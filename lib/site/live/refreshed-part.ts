// The part of a page that its script asks for, so that an open tab does not load a page.

/** Request header of a script of a page: the part is enough. Where nothing answers to it, the whole page comes and has the part. */
export const PART_HEADER = "x-signpost-part";

/** The id of the element that is the part. */
export const refreshedParts = { "/status": "now", "/track": "swap", "/pricing/now": "sizes" } as const;

/** The HTML of the `div` with this id, in a page that React rendered; null where there is none. */
export function partHtml(html: string, id: string): string | null {
  const start = html.indexOf(`<div id="${id}"`);
  if (start === -1) return null;
  const tags = /<(\/?)div[\s>]/g;
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] === "" ? 1 : -1;
    if (depth < 1) return html.slice(start, tags.lastIndex);
  }
  return null;
}

/** The same for two copies that say the same: when a copy was made is not part of what it says. */
export function sayingOf(part: string): string {
  return part.replace(/ data-read="\d+"/g, "");
}
