// Lists the exact names of halt parameters, and decides when each is on.

import { parseAsset } from "../values/assets.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import type { Preset } from "../values/chains.ts";

type Rule = Preset["haltRule"];

/**
 * How the node compares the parameter's value with the block height. A value of 0 halts nothing,
 * except for `permit`, where 0 halts.
 */
type HaltKind =
  | "from_height"
  | "until_height"
  | "signing"
  | "after_height"
  | "switch"
  | "permit"
  | "at_height";

export interface HaltKey {
  readonly name: string;
  readonly kind: HaltKind;
  /** The node's built-in value, used if mimir has no value or a negative value. Absent: 0. */
  readonly defaultValue?: number;
}

const fromHeight = (name: string): HaltKey => ({ name, kind: "from_height" });

export interface ScopeKeys {
  /** Stops swaps from and to the chain. Deposits are still refunded, and payouts still signed. */
  readonly trading: HaltKey;
  /** Stops the observation and the signing of everything on the chain. */
  readonly standstill: readonly HaltKey[];
  readonly signing: HaltKey;
  readonly liquidity: HaltKey;
  /** Not a halt. While this parameter is on, nobody knows what happens to a deposit. */
  readonly alarm: HaltKey;
}

export const networkKeys: ScopeKeys = {
  trading: fromHeight("HALTTRADING"),
  standstill: [
    fromHeight("HALTCHAINGLOBAL"),
    { name: "NODEPAUSECHAINGLOBAL", kind: "until_height" },
  ],
  signing: { name: "HALTSIGNING", kind: "signing" },
  liquidity: fromHeight("PAUSELP"),
  // The value is the block height at which the migration starts (THORNode 3.6,
  // `manager_scheduled_migration.go`).
  alarm: { name: "SCHEDULEDMIGRATION", kind: "at_height" },
};
export const keysOfChain = (chain: string): ScopeKeys => ({
  trading: fromHeight(`HALT${chain}TRADING`),
  standstill: [fromHeight(`HALT${chain}CHAIN`), fromHeight(`SOLVENCYHALT${chain}CHAIN`)],
  signing: { name: `HALTSIGNING${chain}`, kind: "signing" },
  liquidity: fromHeight(`PAUSELP${chain}`),
  // `router_upgrade_controller.go`: the node changes the router, then deletes the parameter.
  alarm: { name: `MIMIRUPGRADECONTRACT${chain}`, kind: "switch" },
});

/** The vault's public key follows this prefix. THORNode 3.20 documents only the prefix. */
const COMPROMISED_VAULT_PREFIX = "COMPROMISEDVAULT-";
export const isVaultAlarm = (name: string): boolean => name.startsWith(COMPROMISED_VAULT_PREFIX);
export const vaultAlarms = (mimir: Readonly<Record<string, number>>): HaltKey[] =>
  Object.keys(mimir).flatMap((name) =>
    isVaultAlarm(name) ? { name, kind: "switch" as const } : [],
  );

export function assetHaltKeys(rule: Rule, asset: string): readonly HaltKey[] {
  const ragnarokHaltKey = ragnarokKey(asset);
  if (rule === "strict") return [fromHeight(`HALTTRADING-${assetKeyPart(asset)}`), ragnarokHaltKey];
  return asset === "THOR.TCY" ? [fromHeight("HALTTCYTRADING"), ragnarokHaltKey] : [ragnarokHaltKey];
}

const burnSynthsKey: HaltKey = { name: "BURNSYNTHS", kind: "after_height" };
const mintSynthsKey: HaltKey = { name: "MINTSYNTHS", kind: "after_height" };
const tradeAssetsKey: HaltKey = { name: "TRADEACCOUNTSENABLED", kind: "permit", defaultValue: 0 };
const tradeDepositsKey: HaltKey = {
  name: "TRADEACCOUNTSDEPOSITENABLED",
  kind: "permit",
  defaultValue: 1,
};
const tradeWithdrawalsKey: HaltKey = {
  name: "TRADEACCOUNTSWITHDRAWENABLED",
  kind: "permit",
  defaultValue: 1,
};
const securedAssetsKey = fromHeight("HALTSECUREDGLOBAL");

type KeysByForm = Readonly<Record<string, readonly HaltKey[]>>;
/**
 * As in `swapper.go` and `handler_swap.go` of THORNode 3.17 and mayanode 1.124. In mayanode,
 * the parameter that stops swaps into synths has the name NA.
 */
const formKeys: Readonly<Record<Rule, Readonly<Record<"sold" | "bought", KeysByForm>>>> = {
  inclusive: {
    sold: { synth: [burnSynthsKey], trade: [tradeAssetsKey], secured: [securedAssetsKey] },
    bought: {
      synth: [mintSynthsKey, { name: "MANUALSWAPSTOSYNTHDISABLED", kind: "switch" }],
      trade: [tradeAssetsKey, tradeDepositsKey],
      secured: [securedAssetsKey],
    },
  },
  strict: {
    sold: { synth: [burnSynthsKey], trade: [tradeAssetsKey, tradeWithdrawalsKey] },
    bought: {
      synth: [mintSynthsKey, { name: "NA", kind: "switch" }],
      trade: [tradeAssetsKey, tradeDepositsKey],
    },
  },
};

export function formHaltKeys(
  rule: Rule,
  soldAsset: string,
  boughtAsset: string,
): readonly HaltKey[] {
  const haltKeysBySide = formKeys[rule];
  const soldHaltKeys = haltKeysBySide.sold[parseAsset(soldAsset)?.kind ?? ""] ?? [];
  const boughtHaltKeys = haltKeysBySide.bought[parseAsset(boughtAsset)?.kind ?? ""] ?? [];
  return [...new Set([...soldHaltKeys, ...boughtHaltKeys])];
}

function listFormKeys(rule: Rule): readonly HaltKey[] {
  const { sold, bought } = formKeys[rule];
  return [...new Set([...Object.values(sold), ...Object.values(bought)].flat())];
}

/** While this switch is on, streaming swaps wait. No row, pool or quote shows the pause. */
export const PARTS_PAUSE: HaltKey = { name: "STREAMINGSWAPPAUSE", kind: "switch" };
export const MEMOLESS_HALT: HaltKey = { name: "HALTMEMOLESS", kind: "switch" };

/** The chain's gas asset. If the preset lacks the chain, the chain's name is guessed (BNB.BNB). */
export function gasAssetOf(preset: Preset, chain: string): string {
  return findChainRow(chain, preset)?.gasAsset ?? `${chain}.${chain}`;
}

/** The parameter that halts an asset for good. For a gas asset, it halts the whole chain. */
export function ragnarokKey(asset: string): HaltKey {
  return { name: `RAGNAROK-${assetKeyPart(asset)}`, kind: "switch" };
}

/** Reads the asset from the name: `PAUSELPDEPOSIT-ETH-USDT-0XDAC…` → `ETH.USDT-0XDAC…`. */
export function pausedPoolOf(name: string): string | null {
  const nameMatch = /^PAUSELPDEPOSIT-([^-]+)-(.+)$/.exec(name);
  return nameMatch && `${nameMatch[1]}.${nameMatch[2]}`;
}

/** Halt parameters of these chains and assets. mayanode (`strict`) has none for single pools. */
export function listHaltKeys(
  rule: Rule,
  chains: readonly string[],
  assets: readonly string[],
): readonly HaltKey[] {
  const assetKeys = [...new Set(assets)].flatMap((asset) => [
    ...assetHaltKeys(rule, asset),
    ...(rule === "strict" ? [] : [poolPauseKey(asset)]),
  ]);
  const networkSwitchKeys = rule === "strict" ? [PARTS_PAUSE] : [PARTS_PAUSE, MEMOLESS_HALT];
  return [
    ...listScope(networkKeys),
    ...networkSwitchKeys,
    ...listFormKeys(rule),
    ...chains.flatMap((chain) => listScope(keysOfChain(chain))),
    ...assetKeys,
  ];
}

function listScope(keys: ScopeKeys): HaltKey[] {
  return [keys.trading, ...keys.standstill, keys.signing, keys.liquidity, keys.alarm];
}

function poolPauseKey(asset: string): HaltKey {
  return { name: `PAUSELPDEPOSIT-${assetKeyPart(asset)}`, kind: "switch" };
}

export function assetKeyPart(asset: string): string {
  return asset.toUpperCase().replace(/[./~]/, "-");
}

/**
 * True if the parameter halts at this height. `inclusive` (THORNode 3): the height in the parameter
 * is halted too. `strict` (mayanode): that height is open, and signing is halted at every height.
 */
export function isOn(
  key: HaltKey,
  rule: Rule,
  listedValue: number | undefined,
  height: number,
): boolean {
  const usedValue =
    listedValue === undefined || listedValue < 0 ? (key.defaultValue ?? 0) : listedValue;
  if (key.kind === "permit") return usedValue === 0;
  if (usedValue === 0) return false;
  switch (key.kind) {
    case "from_height":
      return rule === "inclusive" ? usedValue <= height : usedValue < height;
    case "until_height":
      return rule === "inclusive" ? usedValue >= height : usedValue > height;
    case "signing":
      return rule === "strict" || usedValue <= height;
    case "after_height":
      return usedValue < height;
    case "switch":
      return true;
    case "at_height":
      return usedValue === height || usedValue === height - 1;
  }
}

/** The block height at which a halt starts. Null if the halt is on already, or never starts. */
export function startHeight(
  key: HaltKey,
  rule: Rule,
  value: number,
  height: number,
): number | null {
  if (value <= 0 || key.kind === "until_height" || key.kind === "permit") return null;
  if (isOn(key, rule, value, height)) return null;
  if (key.kind === "at_height") return value > height ? value : null;
  return rule === "strict" || key.kind === "after_height" ? value + 1 : value;
}
