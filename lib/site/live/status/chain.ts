// The page head and the badge of one chain. Its status is the view of /status, for that chain.

import { chainSignShape } from "../../../answers/sign-shape.ts";
import { config } from "../../../config.ts";
import type { NetworkReading, SignState } from "../../../protocol/model/network-status.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { chainName, shortChainName } from "../../../protocol/values/chains.ts";
import { type Blocks, disclosure } from "../../../render/blocks.ts";
import { escapeXml } from "../../documents/xml.ts";
import { chainUrl } from "../../registry/chain-pages.ts";
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

const BADGE_SECONDS = 60;
const CHARACTER_WIDTH = 7;
const MARGIN = 8;

/** SVG without script and style: any site's policy permits it. The reading is of this chain. */
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

/** Constant: lists of links are read much later. */
export function getChainHead(
  code: string,
): Readonly<Record<"title" | "description" | "canonical", string>> {
  const { preset } = config();
  const name = chainName(code, preset);
  return {
    title: `Can I send from ${name} now?`,
    description: `Live: whether ${preset.protocol} takes deposits from ${name} and pays out there now, with halts and fees.`,
    canonical: chainUrl(code),
  };
}

function badgeMarkup(code: string): string {
  const name = chainName(code, config().preset);
  return `<a href="${chainUrl(code)}"><img src="${chainUrl(code, "badge")}" height="20" alt="${name}: see its state"></a>`;
}

export function badgeBlocks(code: string): Blocks {
  const title = "A badge for your site";
  const rule = `It shows the state as it was when it was loaded. Keep no copy: load it at each view. After ${BADGE_SECONDS} seconds it says that it is out of date.`;
  const markup = { code: badgeMarkup(code), language: "html", label: title };
  return [disclosure(title, { text: [rule] }, markup)];
}
