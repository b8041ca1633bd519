// Limits of what a browser downloads for a page, in compressed
// bytes. HTML, styles and own scripts together stay below 60 KB.
import { gzipSync } from "node:zlib";

/** With the runtime's copy of the page's data. */
export const HTML_BYTES = 24_000;
export const STYLE_BYTES = 9_420;
/** Without Next's runtime. Each file and inline script is compressed by itself. The list of assets has 1,800 of them, on three pages. */
export const OWN_SCRIPT_BYTES = 7_400;
/** Their formats are compressed already. */
export const FONT_BYTES = 65_000;

/** zlib's default level. */
export function compressedSize(body: string | Uint8Array): number {
  return gzipSync(body).byteLength;
}
