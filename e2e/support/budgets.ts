// Limits in compressed bytes of what a browser downloads for a page. HTML, styles and our scripts
// together stay below 60 KB.
import { gzipSync } from "node:zlib";

export const HTML_BYTES = 24_000;
export const STYLE_BYTES = 9_420;
/** Without Next's runtime. Each file is compressed alone. 1,800 bytes are the list of assets. */
export const OWN_SCRIPT_BYTES = 7_400;
/** Not compressed again: font files are already compressed. */
export const FONT_BYTES = 65_000;

export function compressedSize(body: string | Uint8Array): number {
  return gzipSync(body).byteLength;
}
