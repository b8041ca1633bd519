// Names of arguments: which are unknown, given twice or meant for another page, and what is close.
import { editDistance } from "../../protocol/values/edit-distance.ts";

export const campaignNames = ["utm_…", "fbclid", "gclid", "msclkid", "ttclid", "twclid"];

export const isCampaignName = (name: string) =>
  /^utm_\w+$/.test(name) || campaignNames.includes(name);

/** The first that may be repeated to a reader; empty if none is a plain name. */
export function plainName(names: readonly string[]): string {
  return names.find((name) => /^[a-z_]{1,24}$/i.test(name)) ?? "";
}

/** What other services call our arguments, in lower case without underscores. */
const synonyms: Readonly<Record<string, string>> = {
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

function closestName(unknownName: string, legalNames: readonly string[]): string | undefined {
  const name = unknownName.toLowerCase();
  const isSharedPrefix = (legalName: string) =>
    legalName.startsWith(name) || (legalName.length > 3 && name.startsWith(legalName));
  const isMistyped = (legalName: string) => editDistance(name, legalName) <= 2;
  return [
    synonyms[name.replaceAll("_", "")],
    ...(name.length < 3 ? [] : legalNames.filter(isSharedPrefix)),
    ...(name.length < 4 ? [] : legalNames.filter(isMistyped)),
  ].find((candidate) => candidate !== undefined && legalNames.includes(candidate));
}

/** Arguments that are legal, but not where they stand now. `text` says where one may stand. */
interface Elsewhere {
  readonly names: readonly string[];
  readonly text: (name: string) => string;
}

export function unknownNameText(
  name: string,
  legalNames: readonly string[],
  elsewhere?: Elsewhere,
): string {
  const suggestion = closestName(name, [...legalNames, ...(elsewhere?.names ?? [])]);
  return [
    `${["Unknown argument", name].join(" ").trimEnd()}.`,
    ...(suggestion === undefined ? [] : [`Did you mean ${suggestion}?`]),
    suggestion !== undefined && elsewhere?.names.includes(suggestion)
      ? elsewhere.text(suggestion)
      : legalNamesText(legalNames),
  ].join(" ");
}

function legalNamesText(legalNames: readonly string[]): string {
  if (legalNames.length === 0) return "None is taken here.";
  return `The legal ones are: ${legalNames.join(", ")}.`;
}

interface NameFault {
  readonly name: string;
  readonly text: string;
}

/** One fault for each text: all names that are not plain have the same one. */
export function listNameFaults(
  query: URLSearchParams,
  legalNames: readonly string[],
  elsewhere?: Elsewhere,
): readonly NameFault[] {
  const faults = [...new Set(query.keys())].flatMap((name) => {
    const text = legalNames.includes(name)
      ? repetitionText(name, query)
      : illegalNameText(name, legalNames, elsewhere);
    return text === null ? [] : [{ name, text }];
  });
  return [...new Map(faults.map((fault) => [fault.text, fault])).values()];
}

function repetitionText(name: string, query: URLSearchParams): string | null {
  const isRepeated = new Set(query.getAll(name)).size > 1;
  return isRepeated ? `${name} is given more than once. Give it once.` : null;
}

function illegalNameText(
  name: string,
  legalNames: readonly string[],
  elsewhere?: Elsewhere,
): string | null {
  if (isCampaignName(name)) return null;
  if (elsewhere?.names.includes(name)) return elsewhere.text(name);
  return unknownNameText(plainName([name]), legalNames, elsewhere);
}
