import localFont from "next/font/local";

// Overpass and Overpass Mono (SIL Open Font License 1.1): together 61 KB, served by this site.
// With `display: "optional"`, the browser never changes the font after the first paint, so no text
// moves.
const sans = localFont({
  src: "../node_modules/@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--face-sans",
});
const mono = localFont({
  src: "../node_modules/@fontsource-variable/overpass-mono/files/overpass-mono-latin-wght-normal.woff2",
  weight: "300 700",
  display: "optional",
  adjustFontFallback: false,
  variable: "--face-mono",
});

export const faces = `${sans.variable} ${mono.variable}`;
