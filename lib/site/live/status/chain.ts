// What stands around the status of one chain. What it says is the view of /status, of that chain alone.
import { config } from "../../../config.ts";
import { codeBlock, heading, type MarkdownBlock, paragraph } from "../../../markdown/nodes.ts";
import { chainName } from "../../../protocol/safety/halt-names.ts";
import { chainUrl } from "../../registry/chain-pages.ts";
import { chainPath } from "../../registry/chain-paths.ts";
import { BADGE_SECONDS } from "./badge.ts";
import { type HistoryLinks, historyWords } from "./history-tables.ts";

/** It says nothing that could be otherwise when a list of links is read. */
export function getChainHead(code: string): Readonly<Record<"title" | "description" | "canonical", string>> {
  const { preset } = config();
  const name = chainName(code, preset);
  return {
    title: `Can I send from ${name} now?`,
    description: `Live: whether ${preset.protocol} takes deposits from ${name} and pays out there now, with halts, fees and ninety days.`,
    canonical: chainUrl(code),
  };
}

export const badgeWords = {
  title: "A badge for your site",
  rule: `It shows the state as it was when it was loaded. Keep no copy: load it at each view. After ${BADGE_SECONDS} seconds it says that it is out of date.`,
};

/** Its text alternative says nothing that ages. */
export function badgeMarkup(code: string): string {
  const name = chainName(code, config().preset);
  return `<a href="${chainUrl(code)}"><img src="${chainUrl(code, "badge")}" height="20" alt="${name}: see its state"></a>`;
}

/** The end of the Markdown of one chain. */
export function badgeBlocks(code: string): readonly MarkdownBlock[] {
  return [heading(2, badgeWords.title), paragraph(badgeWords.rule), codeBlock("html", badgeMarkup(code))];
}

/** The links below the history, to those of the chain. */
export function chainHistoryLinks(code: string): HistoryLinks {
  const paths = [chainPath(code, "atom"), chainPath(code, "json")];
  return historyWords.links.map(([path, text], index) => [paths[index] ?? path, text]);
}
