// Says what each halt parameter stops. An unknown name stops nothing.

import type { HaltParameter } from "../model/network-status.ts";
import type { Stop, StopName, SwitchId } from "../model/stops.ts";
import {
  type ChainJudgement,
  type Question,
  questions,
  type ScheduledHalt,
} from "../model/verdicts.ts";
import { assetName, layer1Asset, parseAsset } from "../values/assets.ts";
import { type Preset, shortChainName } from "../values/chains.ts";
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

type KeyedStop = Stop & { readonly key: HaltKey };

const swapQuestions: readonly Question[] = ["trading", "deposits", "liquidity"];

function keyedStopsOf(chainCode: string, preset: Preset): readonly KeyedStop[] {
  const chainName = shortChainName(chainCode, preset);
  const listScopeStops = (keys: ScopeKeys, chain: string | null): KeyedStop[] => [
    { key: keys.trading, stops: swapQuestions, name: { id: "trading", chain } },
    ...keys.standstill.map((key) => ({
      key,
      stops: questions,
      name: { id: "chain", chain } as const,
    })),
    { key: keys.signing, stops: ["signing"], name: { id: "payouts", chain } },
    { key: keys.liquidity, stops: ["liquidity"], name: { id: "liquidity", chain } },
    {
      key: keys.alarm,
      stops: swapQuestions,
      name: chain === null ? { id: "network_state" } : { id: "router", chain },
    },
  ];
  return [
    ...listScopeStops(networkKeys, null),
    ...listScopeStops(keysOfChain(chainCode), chainName),
    {
      key: ragnarokKey(gasAssetOf(preset, chainCode)),
      stops: swapQuestions,
      name: { id: "trading_for_good", chain: chainName },
    },
  ];
}

export function findStop(
  parameter: string,
  chains: readonly string[],
  preset: Preset,
  assets: readonly string[] = [],
): Stop {
  if (isVaultAlarm(parameter)) return { stops: swapQuestions, name: { id: "compromised_vault" } };
  for (const chainCode of chains) {
    const stopOfChain = findStopOfChain(parameter, chainCode, preset);
    if (stopOfChain) return stopOfChain;
  }
  return { stops: [], name: switchName(parameter, preset, assets) };
}

function switchName(parameter: string, preset: Preset, assets: readonly string[]): StopName {
  const switchId = networkSwitches[parameter];
  if (switchId !== undefined) return { id: switchId };
  const pausedAsset = pausedPoolOf(parameter);
  if (pausedAsset !== null) return { id: "new_liquidity", asset: assetName(pausedAsset, preset) };
  const haltedAsset = assets.find((asset) =>
    assetHaltKeys(preset.haltRule, asset).some(({ name }) => name === parameter),
  );
  return haltedAsset === undefined
    ? { id: "unknown", parameter }
    : { id: "swaps", asset: assetName(haltedAsset, preset) };
}

const findStopOfChain = (parameter: string, chainCode: string, preset: Preset) =>
  keyedStopsOf(chainCode, preset).find(({ key }) => key.name === parameter);

const networkSwitches: Readonly<Record<string, SwitchId>> = {
  BURNSYNTHS: "swaps_from_synths",
  MINTSYNTHS: "swaps_to_synths",
  MANUALSWAPSTOSYNTHDISABLED: "swaps_to_synths",
  NA: "swaps_to_synths",
  TRADEACCOUNTSENABLED: "trade_assets",
  TRADEACCOUNTSDEPOSITENABLED: "swaps_to_trade_assets",
  TRADEACCOUNTSWITHDRAWENABLED: "swaps_from_trade_assets",
  HALTSECUREDGLOBAL: "secured_assets",
  HALTTCYTRADING: "swaps_of_tcy",
  HALTMEMOLESS: "memoless_deposits",
  STREAMINGSWAPPAUSE: "swaps_in_parts",
};

/**
 * True for the name of a flag in a node's answer, for example `chain_trading_paused`. Names of halt
 * parameters are in capitals.
 */
export const isFlag = (name: string) => /^[a-z_]+$/.test(name);

/**
 * Returns the block height from which a parameter halts. Null if the parameter's value is not a
 * height. If the parameter was set after that height, the halt began when the parameter was set,
 * but no node reports that time.
 */
export function haltHeight(
  name: string,
  { value }: HaltParameter,
  chain: string,
  preset: Preset,
): number | null {
  const haltKey = findStopOfChain(name, chain, preset)?.key;
  return haltKey && value > 1 ? startHeight(haltKey, preset.haltRule, value, 1) : null;
}

export function haltingStops(
  haltedBy: readonly string[],
  assets: readonly string[],
  preset: Preset,
): StopName[] {
  // Every swap passes through the protocol's own chain, so a halt of that chain can be a cause.
  const chainCodes = [
    preset.nativeChain,
    ...assets.flatMap((asset) => parseAsset(asset)?.chain ?? []),
  ];
  const layer1Assets = assets.flatMap((asset) => layer1Asset(asset) ?? []);
  return haltedBy
    .map((parameter) => findStop(parameter, chainCodes, preset, layer1Assets).name)
    .filter(({ id }) => id !== "unknown");
}

/** The soonest scheduled halt that stops one of `questions`. Null if there is none. */
export function nextHalt(
  { chain, scheduled }: ChainJudgement,
  questions: readonly Question[],
  preset: Preset,
): ScheduledHalt | null {
  const [halt = null] = scheduled
    .filter(({ parameter }) =>
      findStop(parameter, [chain], preset).stops.some((question) => questions.includes(question)),
    )
    .sort((a, b) => a.height - b.height);
  return halt;
}
