// Addresses of one chain. The registry has no row for them: each network has its own chains.
import { config } from "../../config.ts";
import type { Chain } from "../../protocol/values/chain-rows.ts";
import { chainCodeOf } from "../../protocol/values/chains.ts";
import { type ChainForm, chainFormEnds, chainPath } from "./chain-paths.ts";
import { aiCatalog, type Link, linkTo } from "./links.ts";
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

/** A name may have a space: /status/bitcoin%20cash. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function findChain(written: string): Chain | null {
  const { chains } = config().preset;
  const code = chainCodeOf(decoded(written), chains);
  return chains.find((chain) => chain.code === code) ?? null;
}

export type ChainAddress = NonNullable<ReturnType<typeof parseChainPath>>;

/** Null: no address of a chain. `chain`: null if unknown. `form`: null for the page. */
export function parseChainPath(path: string) {
  const written = /^\/status\/([^/.]+)(\.md|\.json|\/badge\.svg)?$/.exec(path);
  if (!written) return null;
  const form = formNames.find((name) => chainFormEnds[name] === written[2]) ?? null;
  return { chain: findChain(written[1] ?? ""), form };
}

/** Next fails to decode any other percent-encoding. */
const SEGMENT = "(?:[^/.%]|%[0-7][0-9A-Fa-f])+";

/** For `next.config.ts`. Excludes the part of /status and the image that Next draws. */
export const CHAIN_PAGE = `/status/:chain((?!now$|opengraph-image$)${SEGMENT})`;

export function listChainForms() {
  return formNames.map((form) => ({
    form,
    source: `/status/:chain(${SEGMENT})${chainFormEnds[form].replace(".", "\\.")}`,
    destination: `/status/:chain${chainFormEnds[form]}`,
  }));
}

export function listChainLinks(code: string, form: ChainForm | null = null): readonly Link[] {
  const others = ([null, "md", "json"] as const).filter((other) => other !== form);
  const typeOf = (other: ChainForm | null) =>
    other === null ? resources["/status"].mediaType : chainMediaTypes[other];
  const alternates = others.map((other) => ({
    href: chainUrl(code, other),
    rel: "alternate",
    type: typeOf(other).replace(/;.*/, ""),
  }));
  const [catalog, rel] = aiCatalog;
  const more = [
    linkTo("/llms.txt", "describedby"),
    ...(form === null ? [linkTo(catalog, rel)] : []),
  ];
  return [{ href: chainUrl(code), rel: "canonical" }, ...alternates, ...more];
}
