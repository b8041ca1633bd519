// What the network lists as the least fee of a swap by an affiliate's name and pair (THORNode since 3.19, ADR-026). How that fee is combined
// with the least fee of a pool differs by release, and published sources disagree. So the listed figure is told and nothing is computed from it.

import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import type { AffiliateFloor } from "../model/quote.ts";
import { withCode } from "../model/verdicts.ts";
import { isNotOffered } from "../upstream/errors.ts";
import { DynamicFees } from "../upstream/network-schemas.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import type { AgreedParameters } from "./agreement.ts";
import { DYNAMIC_FEES_KEY } from "./costs.ts";

const unreadable = withCode("unreadable");
const reasons = {
  unread: unreadable("too few sources gave the list of these fees"),
  unreadable: unreadable("the list of these fees could not be read"),
  notOffered: unreadable("the sources do not offer the list of these fees"),
  notVoted: unreadable("no vote says whether the network applies the fees of its list"),
  apart: withCode("providers_disagree")("our sources disagree"),
};

/** As fees are kept. */
const KEEP_MS = 10_000;
/** Of DYNAMICFEE-WHITELIST-{name}: 0 or less is not enrolled, 2 is computed and not applied. */
const APPLIED = 1;
const ENABLED = 1;
const MONITORED = 2;

/** What one node says of a name and a pair: the fee in bps, or a word. */
type Told = number | "none" | "not_offered" | "unreadable";

interface FloorSources {
  readonly nodes: readonly Provider[];
  readonly reserve: readonly Provider[];
  readonly quorum: Quorum;
  readonly signal: AbortSignal;
  readonly votes: AgreedParameters;
}

/**
 * Null without an affiliate, and on MAYAChain, which has no such fees. A node of `reserve` is asked where one of `nodes` gave nothing or
 * two differ: of three operators, two that say the same decide. Never throws.
 */
export async function readAffiliateFloor(
  { nodes, reserve, quorum, signal, votes }: FloorSources,
  { affiliate, from, to }: { readonly affiliate: string | undefined; readonly from: string; readonly to: string },
  preset: Preset,
): Promise<AffiliateFloor | null> {
  if (affiliate === undefined || preset.nativeChain === "MAYA") return null;
  const enabled = votes.get(DYNAMIC_FEES_KEY);
  if (enabled === undefined) return unknown("apart");
  const isVoted = enabled !== "unset" && enabled >= 0;
  if (isVoted && enabled !== ENABLED) return none;
  const path = `/${preset.segment}/dynamic_l1_fees`;
  const ask = (node: Provider): Promise<Told | null> =>
    node.get(path, DynamicFees, { signal, keepMs: KEEP_MS, isQuestion: true }).then(
      ({ value }) => findListed(value, affiliate, [from, to]),
      (error) => (isNotOffered(error) ? "not_offered" : null),
    );
  const told = (await Promise.all(nodes.map(ask))).filter((one) => one !== null);
  const agreed = agreeOn(told, quorum);
  const [spare] = agreed === null ? reserve : [];
  const third = spare ? await ask(spare) : null;
  if (told.length + (third === null ? 0 : 1) < quorum) return unknown("unread");
  const borneOut = told.filter((one) => one === third);
  const floor = agreedFloor(agreed ?? agreeOn(third === null ? [] : [...borneOut, third], quorum));
  return floor.bps === null || isVoted ? floor : unknown("notVoted");
}

function agreedFloor(told: Agreed<Told> | null): AffiliateFloor {
  if (told === null) return unknown("apart");
  if (told === "not_offered") return unknown("notOffered");
  if (told === "unreadable") return unknown("unreadable");
  return typeof told === "number" ? { bps: told, reason: null } : none;
}

const none: AffiliateFloor = { bps: null, reason: null };
const unknown = (why: keyof typeof reasons): AffiliateFloor => ({ bps: null, reason: reasons[why] });

/** A name's rows are read without regard to the order of the pair. A row of the name that cannot be read makes all of them doubtful. */
export function findListed({ entries }: DynamicFees, name: string, pair: readonly [string, string]): Told {
  const own = entries.filter(({ thorname }) => thorname.toUpperCase() === name.toUpperCase());
  const inForce = own.filter(({ whitelist_state: state }) => state > 0 && state !== MONITORED);
  if (inForce.some((row) => row.whitelist_state !== APPLIED || pairOf(row.pair) === null)) return "unreadable";
  const meant = pairKey(...pair);
  const listed = inForce.filter((row) => pairOf(row.pair) === meant).map((row) => row.dynamic_bps);
  if (new Set(listed).size > 1) return "unreadable";
  // The network reads a fee of 0 as none.
  return listed[0] || "none";
}

function pairOf(text: string): string | null {
  const [one, other, ...more] = text.split("|");
  return one && other && more.length === 0 ? pairKey(one, other) : null;
}

const pairKey = (one: string, other: string) => [one.toUpperCase(), other.toUpperCase()].sort().join("|");
