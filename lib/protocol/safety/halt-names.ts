// What each halt parameter stops, in words. Names are compared whole, never by a prefix. An unknown name is shown as it is.

import type { HaltParameter } from "../model/network-status.ts";
import { type Question, questions } from "../model/verdicts.ts";
import type { Chain } from "../values/chain-rows.ts";
import type { Preset } from "../values/chains.ts";
import {
  ALL_CHAINS_KEYS,
  chainHaltKeys,
  gasAssetOf,
  HALT_SIGNING,
  HALT_TRADING,
  type HaltKey,
  liquidityPauseKey,
  PAUSE_LP,
  ragnarokKey,
  signingHaltKey,
  tradingHaltKey,
} from "./halt-keys.ts";

/** What one parameter stops on one chain. */
interface Stop {
  readonly key: HaltKey;
  readonly stops: readonly Question[];
  readonly words: string;
}

const swaps: readonly Question[] = ["trading", "deposits", "liquidity"];

/** "Litecoin (LTC)"; the code alone where the preset does not know the chain. */
export function chainName(code: string, { chains }: Preset): string {
  const name = chains.find((chain) => chain.code === code)?.name;
  return name === undefined ? code : `${name} (${code})`;
}

function stopsOf(chain: Pick<Chain, "code" | "gasAsset">, name: string): readonly Stop[] {
  const { code, gasAsset } = chain;
  return [
    { key: HALT_TRADING, stops: swaps, words: "Trading on every chain" },
    ...ALL_CHAINS_KEYS.map((key) => ({ key, stops: questions, words: "Every chain as a whole" })),
    { key: HALT_SIGNING, stops: ["signing"], words: "Signing on every chain" },
    { key: PAUSE_LP, stops: ["liquidity"], words: "Liquidity on every chain" },
    { key: tradingHaltKey(code), stops: swaps, words: `Trading on ${name}` },
    ...chainHaltKeys(code).map((key) => ({ key, stops: questions, words: `${name} as a whole` })),
    { key: signingHaltKey(code), stops: ["signing"], words: `Signing on ${name}` },
    { key: liquidityPauseKey(code), stops: ["liquidity"], words: `Liquidity on ${name}` },
    { key: ragnarokKey(gasAsset), stops: swaps, words: `Trading on ${name}, for good` },
  ];
}

function findStop(parameter: string, code: string, preset: Preset): Stop | undefined {
  const known = preset.chains.find((chain) => chain.code === code);
  const chain = known ?? { code, gasAsset: `${code}.${code}` };
  return stopsOf(chain, chainName(code, preset)).find(({ key }) => key.name === parameter);
}

/** The questions about a chain that a parameter answers with "halted"; none where it is not known. */
export function stoppedQuestions(parameter: string, chain: string, preset: Preset): readonly Question[] {
  return findStop(parameter, chain, preset)?.stops ?? [];
}

/** "Trading on Dogecoin (DOGE)"; the parameter itself where it is not known. */
export function stoppedText(parameter: string, chain: string, preset: Preset): string {
  return findStop(parameter, chain, preset)?.words ?? switched[parameter] ?? parameter;
}

/** What the switches of the whole network stop. Trade assets are off until a vote turns them on. */
const switched: Readonly<Record<string, string>> = {
  BURNSYNTHS: "Swaps from synths",
  MINTSYNTHS: "Swaps to synths",
  MANUALSWAPSTOSYNTHDISABLED: "Swaps to synths",
  NA: "Swaps to synths",
  TRADEACCOUNTSENABLED: "Swaps of trade assets, which are off unless voted on",
  TRADEACCOUNTSDEPOSITENABLED: "Swaps to trade assets",
  TRADEACCOUNTSWITHDRAWENABLED: "Swaps from trade assets",
  HALTSECUREDGLOBAL: "Swaps of secured assets",
  HALTTCYTRADING: "Swaps of TCY",
  HALTMEMOLESS: "Deposits whose memo is a reference",
  STREAMINGSWAPPAUSE: "Swaps in several parts",
};

/** Whether a halt stops a chain whole: deposits are then not seen, so they are not refunded either. */
export function isStandstill(haltedBy: readonly string[], chain: string): boolean {
  const keys = [...ALL_CHAINS_KEYS, ...chainHaltKeys(chain)].map((key) => key.name);
  return haltedBy.some((name) => keys.includes(name));
}

/**
 * Whether a halt may be such a standstill: no parameter in force is known, or the chain's flag is set without the parameter that
 * sets it. Flags alone do not tell the two kinds of halt apart.
 */
export function mayStandStill(haltedBy: readonly string[], chain: string): boolean {
  const isNamed = haltedBy.some((name) => !isFlag(name));
  return !isNamed || (haltedBy.includes("chain_trading_paused") && !haltedBy.includes(tradingHaltKey(chain).name));
}

/** Whether a halt ends the chain's trading for good. */
export function isForGood(haltedBy: readonly string[], chain: string, preset: Preset): boolean {
  return haltedBy.includes(ragnarokKey(gasAssetOf(preset, chain)).name);
}

/** Names in small letters are flags of the node's answer, not parameters. */
export const isFlag = (name: string) => /^[a-z_]+$/.test(name);

/**
 * "in force until block 28130100"; a name that is no known parameter is a flag of the node's answer. Not since when: a value is what was
 * voted, often long before or after it acts, and only who watched knows when that was.
 */
export function inForceText(name: string, parameter: HaltParameter | undefined, chain: string, preset: Preset): string {
  if (!parameter) return isFlag(name) ? "a flag that the node shows" : "in force when last read";
  const kind = findStop(name, chain, preset)?.key.kind;
  return kind === "until_height" ? `in force until block ${parameter.value}` : "in force";
}
