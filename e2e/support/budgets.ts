// What a browser may have to download for a page, in compressed bytes: HTML, styles and own scripts together stay below 60 KB (thousands).
import { gzipSync } from "node:zlib";

/** The runtime's copy of what the page shows included. */
export const HTML_BYTES = 24_000;
export const STYLE_BYTES = 9_000;
/** Beyond Next's runtime, each file and each inline script compressed by itself. */
export const OWN_SCRIPT_BYTES = 5_000;
/** Compressed by their format. */
export const FONT_BYTES = 65_000;

/** At zlib's own level; that of the front is one less for a page that is made anew, and higher for one that it keeps. */
export function toCompressedBytes(body: string | Uint8Array): number {
  return gzipSync(body).byteLength;
}
