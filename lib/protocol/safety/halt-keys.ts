// Lists the exact names of halt parameters, and decides when each is on.

import { parseAsset } from "../values/assets.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import type { Preset } from "../values/chains.ts";

type Rule = Preset["haltRule"];

/**
 * How a value is compared with the block height. A value of 0 halts nothing, but a `permit` of 0
 * halts.
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
  /** Not a halt. While this key is on, nobody knows what happens to a deposit. */
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

/** The public key of a vault follows this prefix. THORNode 3.20 documents only the name. */
const COMPROMISED_VAULT_PREFIX = "COMPROMISEDVAULT-";
export const isVaultAlarm = (name: string): boolean => name.startsWith(COMPROMISED_VAULT_PREFIX);
export const vaultAlarms = (mimir: Readonly<Record<string, number>>): HaltKey[] =>
  Object.keys(mimir).flatMap((name) =>
    isVaultAlarm(name) ? { name, kind: "switch" as const } : [],
  );

export function assetHaltKeys(rule: Rule, asset: string): readonly HaltKey[] {
  const endKey = ragnarokKey(asset);
  if (rule === "strict") return [fromHeight(`HALTTRADING-${assetKeyPart(asset)}`), endKey];
  return asset === "THOR.TCY" ? [fromHeight("HALTTCYTRADING"), endKey] : [endKey];
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
 * Source: `swapper.go` and `handler_swap.go` of THORNode 3.17 and mayanode 1.124. The switch of
 * swaps into synths lost its name in mayanode, which reads a parameter named NA.
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
  const keysBySide = formKeys[rule];
  const soldKeys = keysBySide.sold[parseAsset(soldAsset)?.kind ?? ""] ?? [];
  const boughtKeys = keysBySide.bought[parseAsset(boughtAsset)?.kind ?? ""] ?? [];
  return [...new Set([...soldKeys, ...boughtKeys])];
}

function listFormKeys(rule: Rule): readonly HaltKey[] {
  const { sold, bought } = formKeys[rule];
  return [...new Set([...Object.values(sold), ...Object.values(bought)].flat())];
}

/** While on, streaming swaps wait in the queue. No row, pool or quote shows this pause. */
export const PARTS_PAUSE: HaltKey = { name: "STREAMINGSWAPPAUSE", kind: "switch" };
export const MEMOLESS_HALT: HaltKey = { name: "HALTMEMOLESS", kind: "switch" };

/** Guesses for a chain that the preset lacks: the gas asset has the chain's name (BNB.BNB). */
export function gasAssetOf(preset: Preset, chain: string): string {
  return findChainRow(chain, preset)?.gasAsset ?? `${chain}.${chain}`;
}

/** The key ends trading of an asset for good. The key of a gas asset ends the whole chain. */
export function ragnarokKey(asset: string): HaltKey {
  return { name: `RAGNAROK-${assetKeyPart(asset)}`, kind: "switch" };
}

/** `PAUSELPDEPOSIT-ETH-USDT-0XDAC…` → `ETH.USDT-0XDAC…` */
export function pausedPoolOf(name: string): string | null {
  const match = /^PAUSELPDEPOSIT-([^-]+)-(.+)$/.exec(name);
  return match && `${match[1]}.${match[2]}`;
}

/** mayanode (`strict`) cannot pause deposits to a single pool. */
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

/** Compares as the node's code does: `inclusive` is THORNode 3, `strict` is mayanode. */
export function isOn(
  key: HaltKey,
  rule: Rule,
  listedValue: number | undefined,
  height: number,
): boolean {
  const value =
    listedValue === undefined || listedValue < 0 ? (key.defaultValue ?? 0) : listedValue;
  if (key.kind === "permit") return value === 0;
  if (value === 0) return false;
  switch (key.kind) {
    case "from_height":
      return rule === "inclusive" ? value <= height : value < height;
    case "until_height":
      return rule === "inclusive" ? value >= height : value > height;
    case "signing":
      return rule === "strict" || value <= height;
    case "after_height":
      return value < height;
    case "switch":
      return true;
    case "at_height":
      return value === height || value === height - 1;
  }
}

/** The block at which a halt starts. Null if the halt is on already, or never starts. */
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
