// The head of one chain's status page, and the chain's badge.

import { signShapeOf } from "../../../answers/status/sign.ts";
import { config } from "../../../config.ts";
import type { NetworkReading } from "../../../protocol/model/network-status.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import { chainName, type Preset, shortChainName } from "../../../protocol/values/chains.ts";
import { type Blocks, disclosure } from "../../../render/blocks.ts";
import {
  badgeAltText,
  badgeRule,
  badgeText,
  badgeTitle,
  badgeWord,
  chainPageDescription,
  chainPageTitle,
  isBadgeKnown,
  oldBadgeText,
} from "../../../say/badge.en.ts";
import { escapeXml } from "../../documents/xml.ts";
import { chainUrl } from "../../registry/chain-pages.ts";
import { stateColours } from "../state-icon.ts";

const BADGE_VALID_SECONDS = 60;
const CHARACTER_PX = 7;
const MARGIN_PX = 8;

/** An SVG for other sites: no script or style, so any policy permits the image. */
export function chainBadge(reading: NetworkReading, code: string, preset: Preset): string {
  const { sign, clock } = reading;
  const shortName = shortChainName(code, preset);
  const word = badgeWord(sign);
  const ageSeconds =
    isBadgeKnown(word) && clock.ageMs !== null ? Math.max(0, toSeconds(clock.ageMs)) : null;
  const label = badgeText(shortName, word, ageSeconds);
  const staleLabel = oldBadgeText(shortName);
  const widthPx = 2 * MARGIN_PX + CHARACTER_PX * Math.max(label.length, staleLabel.length);
  const badgeFace = (
    text: string,
    [background, ink]: readonly [string, string],
    isFirst: boolean,
  ) =>
    `<g visibility="${isFirst ? "visible" : "hidden"}"><rect width="${widthPx}" height="20" rx="3" fill="${background}"/><text x="${MARGIN_PX}" y="14" fill="${ink}" font-family="sans-serif" font-size="12">${escapeXml(text)}</text><set attributeName="visibility" to="${isFirst ? "hidden" : "visible"}" begin="${BADGE_VALID_SECONDS}s"/></g>`;
  const escapedLabel = escapeXml(label);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="20" role="img" aria-label="${escapedLabel}"><title>${escapedLabel}</title>${badgeFace(label, stateColours[signShapeOf(reading)], true)}${badgeFace(staleLabel, stateColours.stale, false)}</svg>\n`;
}

/** The texts name no current state, because search results show these texts much later. */
export function getChainHead(
  code: string,
): Readonly<Record<"title" | "description" | "canonical", string>> {
  const { preset } = config();
  const name = chainName(code, preset);
  return {
    title: chainPageTitle(name),
    description: chainPageDescription(name, preset.protocol),
    canonical: chainUrl(code),
  };
}

function badgeMarkup(code: string): string {
  const name = chainName(code, config().preset);
  return `<a href="${chainUrl(code)}"><img src="${chainUrl(code, "badge")}" height="20" alt="${badgeAltText(name)}"></a>`;
}

export function badgeBlocks(code: string): Blocks {
  const markupBlock = { code: badgeMarkup(code), language: "html", label: badgeTitle };
  return [disclosure(badgeTitle, { text: [badgeRule(BADGE_VALID_SECONDS)] }, markupBlock)];
}
