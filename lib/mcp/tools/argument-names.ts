// Names of arguments that are not taken: what is said of one, and which legal one may be meant. For tools, and for the query of an address.
import { distance } from "../../protocol/values/asset-match.ts";

/** What other sites add to the links that people follow. It changes no answer. */
export const campaignNames = ["utm_…", "fbclid", "gclid", "msclkid", "ttclid", "twclid"];

export const isCampaignName = (name: string) => /^utm_\w+$/.test(name) || campaignNames.includes(name);

/** The first one that is a plain word. Empty if there is none. */
export function plainName(names: readonly string[]): string {
  return names.find((name) => /^[a-z_]{1,24}$/i.test(name)) ?? "";
}

/** What other services call our arguments, in small letters and without underscores. */
const otherNames: Readonly<Record<string, string>> = {
  sell: "from",
  sellasset: "from",
  selltoken: "from",
  source: "from",
  buy: "to",
  buyasset: "to",
  buytoken: "to",
  toasset: "to",
  totoken: "to",
  sellamount: "amount",
  address: "destination",
  receiver: "destination",
  recipient: "destination",
  toaddress: "destination",
  min: "liquidity_tolerance_bps",
  minamountout: "liquidity_tolerance_bps",
  minout: "liquidity_tolerance_bps",
  slippage: "liquidity_tolerance_bps",
  slippagebps: "liquidity_tolerance_bps",
  tolerance: "liquidity_tolerance_bps",
  partner: "affiliate",
  referrer: "affiliate",
  hash: "txid",
  id: "txid",
  transaction: "txid",
  tx: "txid",
  txhash: "txid",
};

/** The legal name that is like this one, or that other services write so. */
function findMeant(written: string, legal: readonly string[]): string | undefined {
  const name = written.toLowerCase();
  const isLike = (one: string) => one.startsWith(name) || (one.length > 3 && name.startsWith(one));
  return [
    otherNames[name.replaceAll("_", "")],
    ...(name.length < 3 ? [] : legal.filter(isLike)),
    ...(name.length < 4 ? [] : legal.filter((one) => distance(name, one) <= 2)),
  ].find((one) => one !== undefined && legal.includes(one));
}

/** Names that another address takes, and what to say of one. */
interface Elsewhere {
  readonly names: readonly string[];
  readonly text: (name: string) => string;
}

export function unknownText(name: string, legal: readonly string[], elsewhere?: Elsewhere): string {
  const { names = [], text } = elsewhere ?? {};
  const meant = findMeant(name, [...legal, ...names]);
  const known = legal.length === 0 ? "None is taken here." : `The legal ones are: ${legal.join(", ")}.`;
  return [
    `${["Unknown argument", name].join(" ").trimEnd()}.`,
    ...(meant === undefined ? [] : [`Did you mean ${meant}?`]),
    text && meant !== undefined && names.includes(meant) ? text(meant) : known,
  ].join(" ");
}

/** An argument of a query that cannot be taken as it stands, and why. */
interface NameFault {
  readonly name: string;
  readonly text: string;
}

export function listNameFaults(
  query: URLSearchParams,
  legal: readonly string[],
  elsewhere?: Elsewhere,
): readonly NameFault[] {
  const faults = [...new Set(query.keys())].flatMap((name) => {
    if (legal.includes(name)) {
      const isTwice = new Set(query.getAll(name)).size > 1;
      return isTwice ? [{ name, text: `${name} is given more than once. Give it once.` }] : [];
    }
    if (isCampaignName(name)) return [];
    const text = elsewhere?.names.includes(name)
      ? elsewhere.text(name)
      : unknownText(plainName([name]), legal, elsewhere);
    return [{ name, text }];
  });
  // Names that are no plain words have one text.
  return [...new Map(faults.map((fault) => [fault.text, fault])).values()];
}
