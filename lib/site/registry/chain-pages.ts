// Addresses of each chain's status page. `resources` lists none of them, because the chains depend
// on the configured network.
import { config } from "../../config.ts";
import { findChainRow } from "../../protocol/values/chain-lookup.ts";
import type { Chain } from "../../protocol/values/chain-rows.ts";
import { chainCodeOf } from "../../protocol/values/chains.ts";
import { type ChainForm, chainFormEnds, chainPath } from "./chain-paths.ts";
import { catalogLinks, type Link, linkTo } from "./links.ts";
import { resources } from "./resources.ts";

export const chainMediaTypes: Readonly<Record<ChainForm, string>> = {
  md: resources["/status.md"].mediaType,
  json: resources["/quote.json"].mediaType,
  badge: resources["/logo.svg"].mediaType,
};

const formNames = Object.keys(chainFormEnds) as ChainForm[];

export function listChainCodes(): readonly string[] {
  return config().preset.chains.map(({ code }) => code.toLowerCase());
}

export function chainUrl(code: string, form: ChainForm | null = null): string {
  return `${config().swapUrl}${chainPath(code, form)}`;
}

export interface ChainAddress {
  /** Null if the network has no such chain. */
  readonly chain: Chain | null;
  /** Markdown, JSON or badge. Null for the HTML page. */
  readonly form: ChainForm | null;
}

export function parseChainPath(path: string): ChainAddress | null {
  const match = /^\/status\/([^/.]+)(\.md|\.json|\/badge\.svg)?$/.exec(path);
  if (!match) return null;
  const [, pathSegment = "", formEnd] = match;
  return {
    chain: findChain(pathSegment),
    form: formNames.find((form) => chainFormEnds[form] === formEnd) ?? null,
  };
}

export function findChain(pathSegment: string): Chain | null {
  const { preset } = config();
  const code = chainCodeOf(decodeSegment(pathSegment), preset.chains);
  return findChainRow(code, preset) ?? null;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Matches one path segment. Escapes above %7F do not match, because Next fails to decode them. */
const SEGMENT_PATTERN = "(?:[^/.%]|%[0-7][0-9A-Fa-f])+";

/** Next route of a chain's page. Excludes /status/now and the image that Next draws. */
export const CHAIN_PAGE = `/status/:chain((?!now$|opengraph-image$)${SEGMENT_PATTERN})`;

export function listChainForms() {
  return formNames.map((form) => ({
    form,
    source: `/status/:chain(${SEGMENT_PATTERN})${chainFormEnds[form].replace(".", "\\.")}`,
    destination: `/status/:chain${chainFormEnds[form]}`,
  }));
}

export function listChainLinks(code: string, form: ChainForm | null = null): readonly Link[] {
  const alternateForms = ([null, "md", "json"] as const).filter(
    (alternateForm) => alternateForm !== form,
  );
  const alternateLinks = alternateForms.map((alternateForm) => ({
    href: chainUrl(code, alternateForm),
    rel: "alternate",
    type: mediaTypeOfForm(alternateForm).replace(/;.*/, ""),
  }));
  return [
    { href: chainUrl(code), rel: "canonical" },
    ...alternateLinks,
    linkTo("/llms.txt", "describedby"),
    ...(form === "json" ? [] : catalogLinks()),
  ];
}

function mediaTypeOfForm(form: ChainForm | null): string {
  return form === null ? resources["/status"].mediaType : chainMediaTypes[form];
}
