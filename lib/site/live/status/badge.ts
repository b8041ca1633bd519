// The badge of a chain, which other sites show in their pages: "Dogecoin: open, 20 s ago". A minute later it says that it is out of date.
import type { NetworkReading, SignState } from "../../../protocol/model/network-status.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import { shortChainName } from "../../../protocol/safety/halt-names.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { escapeXml } from "../../documents/xml.ts";
import { chainSignShape } from "../sign-shape.ts";
import { stateColours } from "../state-icon.ts";

const words: Readonly<Record<SignState, string>> = {
  halted: "halted",
  partly_halted: "halted",
  sources_disagree: "not known",
  payouts_wait: "payouts wait",
  swaps_wait: "large swaps wait",
  halts_soon: "halts soon",
  not_checked: "not known",
  warned: "read the warning",
  open: "open",
};

/** How long a badge that stays open says what it said. */
export const BADGE_SECONDS = 60;
const CHARACTER_WIDTH = 7;
const MARGIN = 8;

/** An image that runs by itself: no script, no style, so any policy lets it. `reading`: of the chain alone. */
export function chainBadge({ sign, clock }: NetworkReading, code: string, preset: Preset): string {
  const name = shortChainName(code, preset);
  const isKnown = words[sign.state] !== words.not_checked && clock.ageMs !== null;
  const said = `${name}: ${words[sign.state]}${isKnown ? `, ${Math.max(0, toSeconds(clock.ageMs ?? 0))} s ago` : ""}`;
  const old = `${name}: out of date`;
  const width = 2 * MARGIN + CHARACTER_WIDTH * Math.max(said.length, old.length);
  const face = (text: string, [ground, ink]: readonly [string, string], isFirst: boolean) =>
    `<g visibility="${isFirst ? "visible" : "hidden"}"><rect width="${width}" height="20" rx="3" fill="${ground}"/><text x="${MARGIN}" y="14" fill="${ink}" font-family="sans-serif" font-size="12">${escapeXml(text)}</text><set attributeName="visibility" to="${isFirst ? "hidden" : "visible"}" begin="${BADGE_SECONDS}s"/></g>`;
  const title = escapeXml(said);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}"><title>${title}</title>${face(said, stateColours[chainSignShape(sign.state)], true)}${face(old, stateColours.stale, false)}</svg>\n`;
}
