// Lists the exact names of halt parameters, and decides when each is on.

import { parseAsset } from "../values/assets.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import type { Preset } from "../values/chains.ts";

type Rule = Preset["haltRule"];

/**
 * How the node reads the parameter's value: as a block height or as a switch. A value of 0 halts
 * nothing, except for `permit`, where 0 halts.
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
  /** The node's built-in value, used if mimir has no value or a negative value. If absent: 0. */
  readonly defaultValue?: number;
}

const fromHeight = (name: string): HaltKey => ({ name, kind: "from_height" });

export interface ScopeKeys {
  /** Stops swaps from and to the chain. The network still refunds deposits and signs payouts. */
  readonly trading: HaltKey;
  /** Each of these halts stops the whole chain: no deposit is observed, and no payout is signed. */
  readonly standstill: readonly HaltKey[];
  readonly signing: HaltKey;
  readonly liquidity: HaltKey;
  /**
   * Not a halt, but a risk, for example a router upgrade. While this parameter is on, trading is
   * never judged `open`, because the outcome of a deposit is unknown.
   */
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
  // The value is the block height at which the network starts a migration. See THORNode 3.6,
  // `manager_scheduled_migration.go`.
  alarm: { name: "SCHEDULEDMIGRATION", kind: "at_height" },
};
export const keysOfChain = (chain: string): ScopeKeys => ({
  trading: fromHeight(`HALT${chain}TRADING`),
  standstill: [fromHeight(`HALT${chain}CHAIN`), fromHeight(`SOLVENCYHALT${chain}CHAIN`)],
  signing: { name: `HALTSIGNING${chain}`, kind: "signing" },
  liquidity: fromHeight(`PAUSELP${chain}`),
  // THORNode replaces the chain's router contract, then deletes this parameter
  // (`router_upgrade_controller.go`).
  alarm: { name: `MIMIRUPGRADECONTRACT${chain}`, kind: "switch" },
});

/**
 * Prefix of a parameter that marks a vault as compromised. The vault's public key follows. Only the
 * prefix is compared, because THORNode 3.20 documents no more.
 */
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
 * Halt parameters for swaps of synths, trade assets and secured assets. Copied from `swapper.go`
 * and `handler_swap.go` of THORNode 3.17 and mayanode 1.124. In mayanode, the parameter that stops
 * swaps into synths has the name NA.
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

/**
 * While this switch is on, streaming swaps (swaps in parts) are paused. Only mimir shows the pause:
 * pools, quotes and `inbound_addresses` do not.
 */
export const PARTS_PAUSE: HaltKey = { name: "STREAMINGSWAPPAUSE", kind: "switch" };
export const MEMOLESS_HALT: HaltKey = { name: "HALTMEMOLESS", kind: "switch" };

/**
 * Returns the chain's gas asset. For a chain that the preset lacks, assumes that the gas asset has
 * the chain's name, for example BNB.BNB for BNB.
 */
export function gasAssetOf(preset: Preset, chain: string): string {
  return findChainRow(chain, preset)?.gasAsset ?? `${chain}.${chain}`;
}

/** The parameter that halts an asset permanently. For a gas asset, it halts the whole chain. */
export function ragnarokKey(asset: string): HaltKey {
  return { name: `RAGNAROK-${assetKeyPart(asset)}`, kind: "switch" };
}

/**
 * Returns the paused pool's asset: `PAUSELPDEPOSIT-ETH-USDT-0XDAC…` → `ETH.USDT-0XDAC…`. Null if
 * the name is not of this form.
 */
export function pausedPoolOf(name: string): string | null {
  const nameMatch = /^PAUSELPDEPOSIT-([^-]+)-(.+)$/.exec(name);
  return nameMatch && `${nameMatch[1]}.${nameMatch[2]}`;
}

/**
 * Lists the halt parameters of the network and of these chains and assets. mayanode (`strict`) has
 * no parameter that pauses liquidity deposits in a single pool (PAUSELPDEPOSIT).
 */
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
 * True if the parameter halts at this height. For `from_height` and `until_height`, `inclusive`
 * (THORNode 3) also halts the block at the value, and `strict` (mayanode) does not. `strict` halts
 * signing at every height while the value is above 0.
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

/**
 * Returns the block height at which the halt starts. Null if the parameter already halts at
 * `height`, or if it starts no halt at a later height.
 */
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
