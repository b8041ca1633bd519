// Checks argument names: unknown, given twice, or of another page. Suggests the closest name.
import { editDistance } from "../../protocol/values/edit-distance.ts";
import { formatBpsAsPercent } from "../../say/figures.en.ts";

export const campaignNames = ["utm_…", "fbclid", "gclid", "msclkid", "ttclid", "twclid"];

export const isCampaignName = (name: string) =>
  /^utm_\w+$/.test(name) || campaignNames.includes(name);

/**
 * The first name that has only letters and "_", at most 24, or "" if there is none. Only such a
 * name is safe to repeat in a message.
 */
export function firstPlainName(names: readonly string[]): string {
  return names.find((name) => /^[a-z_]{1,24}$/i.test(name)) ?? "";
}

/** Maps argument names of other services, in lower case without "_", to this site's names. */
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

export function closestName(
  unknownName: string,
  legalNames: readonly string[],
): string | undefined {
  const lowerName = unknownName.toLowerCase();
  const isSharedPrefix = (legalName: string) =>
    legalName.startsWith(lowerName) || (legalName.length > 3 && lowerName.startsWith(legalName));
  const isTypoOf = (legalName: string) => editDistance(lowerName, legalName) <= 2;
  return [
    synonyms[lowerName.replaceAll("_", "")],
    ...(lowerName.length < 3 ? [] : legalNames.filter(isSharedPrefix)),
    ...(lowerName.length < 4 ? [] : legalNames.filter(isTypoOf)),
  ].find((candidate) => candidate !== undefined && legalNames.includes(candidate));
}

interface OtherPageArguments {
  readonly names: readonly string[];
  readonly text: (name: string) => string;
}

/** `value`: what was given under the unknown name, to tell what it would mean. */
export function unknownNameText(
  name: string,
  value: unknown,
  legalNames: readonly string[],
  otherPage?: OtherPageArguments,
): string {
  const suggestedName = closestName(name, [...legalNames, ...(otherPage?.names ?? [])]);
  return [
    `${["Unknown argument", name].join(" ").trimEnd()}.`,
    ...(suggestedName === undefined ? [] : [`Did you mean ${suggestedName}?`]),
    ...(suggestedName?.endsWith("_bps") ? [bpsText(value)] : []),
    suggestedName !== undefined && otherPage?.names.includes(suggestedName)
      ? otherPage.text(suggestedName)
      : legalNamesText(legalNames),
  ].join(" ");
}

function bpsText(value: unknown): string {
  const bpsDigits = /^\d{1,4}$/.exec(
    typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  )?.[0];
  return bpsDigits === undefined
    ? "It is in basis points: 300 are 3 %."
    : `It is in basis points: ${bpsDigits} would be ${formatBpsAsPercent(Number(bpsDigits))}.`;
}

function legalNamesText(legalNames: readonly string[]): string {
  if (legalNames.length === 0) return "None is taken here.";
  return `The legal ones are: ${legalNames.join(", ")}.`;
}

interface NameFault {
  readonly name: string;
  readonly text: string;
}

/**
 * Lists the wrong argument names of a query, each with a text for the user. A text comes only once:
 * names that `firstPlainName` refuses are not repeated, so they have the same text.
 */
export function listNameFaults(
  query: URLSearchParams,
  legalNames: readonly string[],
  otherPage?: OtherPageArguments,
): readonly NameFault[] {
  const nameFaults = [...new Set(query.keys())].flatMap((name) => {
    const text = legalNames.includes(name)
      ? repetitionText(name, query)
      : illegalNameText(name, query.get(name), legalNames, otherPage);
    return text === null ? [] : [{ name, text }];
  });
  return [...new Map(nameFaults.map((fault) => [fault.text, fault])).values()];
}

function repetitionText(name: string, query: URLSearchParams): string | null {
  if (new Set(query.getAll(name)).size <= 1) return null;
  return `${name} is given more than once. Give it once.`;
}

function illegalNameText(
  name: string,
  value: unknown,
  legalNames: readonly string[],
  otherPage?: OtherPageArguments,
): string | null {
  if (isCampaignName(name)) return null;
  if (otherPage?.names.includes(name)) return otherPage.text(name);
  return unknownNameText(firstPlainName([name]), value, legalNames, otherPage);
}
