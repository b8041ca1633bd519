// What each halt parameter stops, in words. An unknown name is shown as it is.

import type { HaltParameter } from "../model/network-status.ts";
import { type Question, questions } from "../model/verdicts.ts";
import { assetName, layer1Asset, parseAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { capitalize } from "../values/figure-text.ts";
import {
  assetHaltKeys,
  gasAssetOf,
  type HaltKey,
  isVaultAlarm,
  keysOfChain,
  networkKeys,
  pausedPoolOf,
  ragnarokKey,
  type ScopeKeys,
  startHeight,
} from "./halt-keys.ts";

/** In words: "Trading on Litecoin" "halts". */
export interface Stop {
  readonly stops: readonly Question[];
  readonly subject: string;
  /** Within a sentence: "Litecoin", "payouts on Litecoin". */
  readonly short: string;
  readonly verb: "halts" | "halt" | "is paused" | "ends" | "stop" | "is due";
}
type KeyedStop = Stop & { readonly key: HaltKey };

const swaps: readonly Question[] = ["trading", "deposits", "liquidity"];

export function chainName(code: string, preset: Preset): string {
  const name = shortChainName(code, preset);
  return name === code ? code : `${name} (${code})`;
}

export function shortChainName(code: string, { chains }: Preset): string {
  return chains.find((chain) => chain.code === code)?.name ?? code;
}

const tradingOn = (where: string) =>
  ({ stops: swaps, subject: `Trading on ${where}`, short: where, verb: "halts" }) as const;

function stopsOf(code: string, preset: Preset): readonly KeyedStop[] {
  const name = shortChainName(code, preset);
  const stopsIn = (keys: ScopeKeys, where: string): KeyedStop[] => {
    const [trading, subject] = [tradingOn(where), `${capitalize(where)} as a whole`];
    const wordsOf = (what: string) => ({
      subject: `${capitalize(what)} on ${where}`,
      short: `${what} on ${where}`,
    });
    return [
      { ...trading, key: keys.trading },
      ...keys.whole.map((key) => ({ ...trading, key, stops: questions, subject })),
      { key: keys.signing, stops: ["signing"], verb: "halt", ...wordsOf("payouts") },
      { key: keys.liquidity, stops: ["liquidity"], verb: "is paused", ...wordsOf("liquidity") },
      {
        key: keys.alarm,
        stops: swaps,
        verb: "is due",
        ...alarmWords(keys === networkKeys ? null : where),
      },
    ];
  };
  const key = ragnarokKey(gasAssetOf(preset, code));
  const ragnarok: KeyedStop = { ...tradingOn(name), key, verb: "ends" };
  return [...stopsIn(networkKeys, "every chain"), ...stopsIn(keysOfChain(code), name), ragnarok];
}

const alarmWords = (chain: string | null) =>
  chain === null
    ? { subject: "A change of the network's state", short: "a change of the network's state" }
    : { subject: `A change of the router on ${chain}`, short: `the router on ${chain}` };

const compromisedVault: Stop = {
  stops: swaps,
  subject: "A vault that may be compromised",
  short: "a vault that may be compromised",
  verb: "stop",
};

/**
 * `chains` and `assets` (layer 1) are those that it may be about. An unknown name stops nothing.
 */
export function findStop(
  parameter: string,
  chains: readonly string[],
  preset: Preset,
  assets: readonly string[] = [],
): Stop {
  if (isVaultAlarm(parameter)) return compromisedVault;
  for (const code of chains) {
    const stop = findKeyedStop(parameter, code, preset);
    if (stop) return stop;
  }
  const subject = switchSubject(parameter, preset, assets);
  if (subject === null) return { stops: [], subject: parameter, short: parameter, verb: "stop" };
  const short = `${subject[0]?.toLowerCase()}${subject.slice(1)}`;
  return { stops: [], subject, short, verb: "stop" };
}

function switchSubject(
  parameter: string,
  preset: Preset,
  assets: readonly string[],
): string | null {
  const networkSubject = switchSubjects[parameter];
  if (networkSubject !== undefined) return networkSubject;
  const pausedPool = pausedPoolOf(parameter);
  if (pausedPool !== null) return `New liquidity of ${assetName(pausedPool, preset)}`;
  const haltedAsset = assets.find((asset) =>
    assetHaltKeys(preset.haltRule, asset).some(({ name }) => name === parameter),
  );
  return haltedAsset === undefined ? null : `Swaps of ${assetName(haltedAsset, preset)}`;
}

const findKeyedStop = (parameter: string, code: string, preset: Preset) =>
  stopsOf(code, preset).find(({ key }) => key.name === parameter);

/** Switches of the whole network. Trade assets are off until a vote turns them on. */
const switchSubjects: Readonly<Record<string, string>> = {
  BURNSYNTHS: "Swaps from synths",
  MINTSYNTHS: "Swaps to synths",
  MANUALSWAPSTOSYNTHDISABLED: "Swaps to synths",
  NA: "Swaps to synths",
  TRADEACCOUNTSENABLED: "Swaps of trade assets (off unless voted on)",
  TRADEACCOUNTSDEPOSITENABLED: "Swaps to trade assets",
  TRADEACCOUNTSWITHDRAWENABLED: "Swaps from trade assets",
  HALTSECUREDGLOBAL: "Swaps of secured assets",
  HALTTCYTRADING: "Swaps of TCY",
  HALTMEMOLESS: "Deposits whose memo is a reference",
  STREAMINGSWAPPAUSE: "Swaps of several parts",
};

/** Lower-case names are flags of the node's answer, not parameters. */
export const isFlag = (name: string) => /^[a-z_]+$/.test(name);

/**
 * The block from which a parameter halts; null where the value names none. A vote that came after
 * that block works from its own block, which no node states.
 */
export function haltHeight(
  name: string,
  { value }: HaltParameter,
  chain: string,
  preset: Preset,
): number | null {
  const key = findKeyedStop(name, chain, preset)?.key;
  return key && value > 1 ? startHeight(key, preset.haltRule, value, 1) : null;
}

export function haltGrounds(
  haltedBy: readonly string[],
  assets: readonly string[],
  preset: Preset,
): string {
  // Every swap passes through the protocol's own chain.
  const codes = [preset.nativeChain, ...assets.flatMap((asset) => parseAsset(asset)?.chain ?? [])];
  const layer1 = assets.flatMap((asset) => layer1Asset(asset) ?? []);
  const subjects = haltedBy
    .map((name) => ({ name, ...findStop(name, codes, preset, layer1) }))
    .filter(({ name, subject }) => name !== subject);
  const grounds = subjects.map(
    ({ subject, verb }) => `${subject} ${verb === "stop" ? "are" : "is"} halted`,
  );
  return grounds.length === 0
    ? "The network says that this swap is halted"
    : [...new Set(grounds)].join("; ");
}
