// The question as the node reads it. A refusal here has the node's words, in the node's order.

import { findSide, NATIVE_CHAIN, type QuoteState, Refusal, type Side } from "./state.ts";

const MOST_AFFILIATE_BPS = 1_000n;

export interface Affiliates {
  readonly names: readonly string[];
  readonly bps: readonly bigint[];
  readonly totalBps: bigint;
}

export function readSides(state: QuoteState, query: URLSearchParams): { from: Side; to: Side } {
  return {
    from: findSide(state, query.get("from_asset") ?? "", "from"),
    to: findSide(state, query.get("to_asset") ?? "", "to"),
  };
}

/** A whole number, or null where the question has none. */
export function readNumber(query: URLSearchParams, name: string, words: string): bigint | null {
  const text = query.get(name);
  if (!text) return null;
  if (!/^\d{1,60}$/.test(text)) throw new Refusal(`${words}: strconv.ParseUint: parsing "${text}": invalid syntax`);
  return BigInt(text);
}

/** As many rates as names; a rate that is no number drops its name. */
export function readAffiliates(query: URLSearchParams): Affiliates {
  const list = (name: string) => (query.get(name) ?? "").split("/").flatMap((part) => part.trim() || []);
  const [names, rates] = [list("affiliate"), list("affiliate_bps")];
  if (rates.length === 1 && names.length === 0) {
    throw new Refusal("bad affiliate params: BPS value specified but no affiliate: (0 affiliates, 1 BPS values)");
  }
  if (names.length !== rates.length) {
    const counts = `(${names.length}) and BPS values (${rates.length})`;
    throw new Refusal(`bad affiliate params: mismatch between number of affiliates ${counts}`);
  }
  const kept = names.flatMap((name, place) => {
    const rate = rates[place] ?? "";
    return /^\d{1,60}$/.test(rate) ? [{ name, bps: BigInt(rate) }] : [];
  });
  const totalBps = kept.reduce((sum, { bps }) => sum + bps, 0n);
  if (totalBps > MOST_AFFILIATE_BPS) {
    throw new Refusal("bad affiliate params: total affiliate fee must not be more than 1000 bps");
  }
  return { names: kept.map(({ name }) => name), bps: kept.map(({ bps }) => bps), totalBps };
}

/** An address, or the chains of an address that the node makes up where none was given. */
export function readDestination(state: QuoteState, text: string | null, to: Side): readonly string[] {
  if (!text) return [to.parts.kind === "synth" ? NATIVE_CHAIN : to.chain];
  return readAddress(state, text, "destination");
}

export function readAddress(state: QuoteState, text: string, which: "destination" | "refund"): readonly string[] {
  const chains = state.addressChains(text);
  if (chains.length === 0) {
    throw new Refusal(`bad ${which} address: unable to parse address: THORName doesn't exist: ${text}`);
  }
  return chains;
}
