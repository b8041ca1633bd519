import localFont from "next/font/local";

// Overpass and Overpass Mono (SIL Open Font License 1.1), Latin, variable: 61 KB of this origin.
// `optional` never swaps the font after the first paint, so nothing shifts.
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
