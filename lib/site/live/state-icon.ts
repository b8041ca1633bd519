// SVG shapes of states, and tab icons in fixed colours. Browsers load this file too.
import type { Tone } from "../../protocol/model/swap.ts";
import type { State } from "../../render/blocks.ts";

/** One shape in an SVG viewBox of 16 × 16. Attribute names are React's: `strokeWidth`. */
export type Drawing = readonly [
  tag: "path" | "circle",
  attributes: Readonly<Record<string, string | number>>,
];

const filledPath = (d: string): Drawing => ["path", { d, fill: "currentColor" }];
const triangle: Drawing = [
  "path",
  {
    d: "M8 1.2 15.4 14.4H.6z",
    fill: "currentColor",
    stroke: "currentColor",
    strokeLinejoin: "round",
  },
];
const outline = { fill: "none", stroke: "currentColor" };

export const drawings: Readonly<Record<State, Drawing>> = {
  open: ["circle", { cx: 8, cy: 8, r: 7, fill: "currentColor" }],
  halted: filledPath("M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z"),
  costly: triangle,
  warned: triangle,
  unknown: ["path", { d: "M8 1.4 14.6 8 8 14.6 1.4 8z", ...outline, strokeWidth: 2 }],
  scheduled: filledPath("M8 8V1a7 7 0 1 0 7 7z"),
  stale: [
    "circle",
    { cx: 8, cy: 8, r: 6, ...outline, strokeWidth: 2, strokeDasharray: "3.2 3.08" },
  ],
};

export const wayDrawings: Readonly<Record<"moving" | "refund", Drawing>> = {
  moving: filledPath("M1 6h7V2l7 6-7 6v-4H1z"),
  refund: [
    "path",
    { d: "M12.5 14V6.5a4 4 0 0 0-8 0V11M1.2 8.2 4.5 11.8l3.3-3.6", ...outline, strokeWidth: 2.4 },
  ],
};

export type IconName = Exclude<State, "scheduled"> | keyof typeof wayDrawings;

/** Fixed colours: badges on other sites and tab icons cannot use the design tokens. */
export const stateColours: Readonly<Record<IconName, readonly [fill: string, ink: string]>> = {
  open: ["#0b6b45", "#fff"],
  halted: ["#b3201a", "#fff"],
  costly: ["#b3201a", "#fff"],
  warned: ["#f4b92f", "#1b1503"],
  unknown: ["#f4b92f", "#1b1503"],
  stale: ["#5a6560", "#fff"],
  moving: ["#0a4785", "#fff"],
  refund: ["#f0902f", "#1b0e03"],
};

export const toneIcons: Readonly<Record<Tone, IconName>> = {
  done: "open",
  moving: "moving",
  held: "warned",
  refund: "refund",
  stopped: "halted",
  unknown: "unknown",
};

export const iconNames = Object.keys(stateColours) as readonly IconName[];

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(stateColours, name);
}

export const ICON_FOLDER = "/icons/";

export const iconPath = (name: IconName) => `${ICON_FOLDER}${name}.svg`;

export function iconSvg(name: IconName): string {
  const [background, ink] = stateColours[name];
  const [tag, attributes] = { ...drawings, ...wayDrawings }[name];
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) =>
      ` ${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="${background}"/><g color="${ink}" transform="translate(2.4 2.4) scale(.7)"><${tag}${attributeTexts.join("")}/></g></svg>\n`;
}

export function showIcon(name: string | undefined): void {
  const iconLink = document.head.querySelector(`link[rel=icon][href^="${ICON_FOLDER}"]`);
  iconLink?.setAttribute(
    "href",
    iconPath(name !== undefined && isIconName(name) ? name : "unknown"),
  );
}
