// This folder measures the site beside its peers. The site does not import it.
// The report's chart as SVG: one bar per ratio, its spread, and the target line.
import type { Ratio } from "./groups/group.ts";

export interface Bar extends Ratio {
  readonly group: string;
}

const WIDTH = 860;
const LABEL = 400;
const ROW = 24;
const HEAD = 34;
const RIGHT = 70;

const escapeText = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The scale is logarithmic, so half and double are equally far from 1. */
export function ratioChart(title: string, bars: readonly Bar[]): string {
  const all = bars.flatMap(({ value, target }) => [value.median, ...(target === null ? [] : [target])]);
  const low = Math.log2(Math.min(0.25, ...all) / 1.15);
  const high = Math.log2(Math.max(4, ...all) * 1.15);
  const xOf = (ratio: number) => {
    const share = (Math.log2(ratio) - low) / (high - low);
    return LABEL + Math.min(1, Math.max(0, share)) * (WIDTH - LABEL - RIGHT);
  };
  const height = HEAD + bars.length * ROW + 12;
  const one = xOf(1).toFixed(1);
  const rows = bars.map((bar, index) => chartRow(bar, HEAD + index * ROW, xOf));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>${escapeText(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="12" y="21" font-weight="600" fill="#1b1b1b">${escapeText(title)}</text>
<line x1="${one}" y1="${HEAD - 4}" x2="${one}" y2="${height - 8}" stroke="#8a8a8a"/>
${rows.join("\n")}
</svg>
`;
}

function chartRow({ group, name, value, target }: Bar, y: number, xOf: (ratio: number) => number): string {
  const met = target === null || value.median >= target;
  const [from, to] = [Math.min(xOf(1), xOf(value.median)), Math.max(xOf(1), xOf(value.median))];
  const middle = y + ROW / 2;
  const spread = `<line x1="${xOf(value.min).toFixed(1)}" x2="${xOf(value.max).toFixed(1)}" y1="${middle}" y2="${middle}" stroke="#1b1b1b"/>`;
  const asked =
    target === null
      ? ""
      : `<line x1="${xOf(target).toFixed(1)}" x2="${xOf(target).toFixed(1)}" y1="${y + 2}" y2="${y + ROW - 2}" stroke="#1b1b1b" stroke-width="2" stroke-dasharray="3 2"/>`;
  const fill = target === null ? "#9db4c8" : met ? "#2f6f9f" : "#b4552d";
  const figure = `${value.median.toFixed(2)}×${target === null ? "" : met ? " ✓" : " ✗"}`;
  return `<text x="12" y="${middle + 4}" fill="#1b1b1b">${escapeText(`${group}: ${name}`)}</text><rect x="${from.toFixed(1)}" y="${y + 5}" width="${Math.max(1, to - from).toFixed(1)}" height="${ROW - 10}" fill="${fill}"/>${spread}${asked}<text x="${WIDTH - RIGHT + 6}" y="${middle + 4}" fill="#1b1b1b">${figure}</text>`;
}
