// What a page may weigh, in bytes. KB are thousands.

/** Of HTML before compression, the runtime's copy of what it shows included. */
export const HTML_BYTES = 60_000;
export const FONT_BYTES = 65_000;
/** Beyond Next's runtime, each file and each inline script compressed by itself. */
export const OWN_SCRIPT_BYTES = 5_000;
