// What is published at the addresses of one chain. The registry has no row of them, since each network has chains of its own.
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

/** In small letters, as addresses have them. */
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

/** A chain of this network by its code or its name, in any case; null: there is none. */
export function findChain(written: string): Chain | null {
  const { chains } = config().preset;
  const code = chainCodeOf(decoded(written), chains);
  return chains.find((chain) => chain.code === code) ?? null;
}

export type ChainAddress = NonNullable<ReturnType<typeof parseChainPath>>;

/** What an address that no row of the registry has asks for; null: nothing of a chain. `chain`: null where there is none. `form`: null for the page. */
export function parseChainPath(path: string) {
  const written = /^\/status\/([^/.]+)(\.md|\.json|\/badge\.svg)?$/.exec(path);
  if (!written) return null;
  const form = formNames.find((name) => chainFormEnds[name] === written[2]) ?? null;
  return { chain: findChain(written[1] ?? ""), form };
}

/** A part of a path that Next can decode. It fails at any other. */
const SEGMENT = "(?:[^/.%]|%[0-7][0-9A-Fa-f])+";

/** The page of a chain, in the form of `next.config.ts`. The part of /status and the image that Next draws have their own addresses. */
export const CHAIN_PAGE = `/status/:chain((?!now$|opengraph-image$)${SEGMENT})`;

/** The same of each form, with its address by the chain's. */
export function listChainForms() {
  return formNames.map((form) => ({
    form,
    source: `/status/:chain(${SEGMENT})${chainFormEnds[form].replace(".", "\\.")}`,
    destination: `/status/:chain${chainFormEnds[form]}`,
  }));
}

/** Relations of a chain's page, or of a form of it, as `listLinks` has them of others. */
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
