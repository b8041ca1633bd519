// The exact names of the halt parameters and when each is on. Names are built and looked up, never matched by a prefix.
import type { Preset } from "../values/chains.ts";

type Rule = Preset["haltRule"];

/** How a value is read against the height. A missing, zero or negative value is off, whatever the kind. */
export type HaltKind = "from_height" | "until_height" | "signing" | "after_height" | "switch";

export interface HaltKey {
  readonly name: string;
  readonly kind: HaltKind;
}

const from = (name: string): HaltKey => ({ name, kind: "from_height" });

export const HALT_TRADING = from("HALTTRADING");
/** Either one stops every chain. The second is inverse: its value is the height until which the network is paused. */
export const ALL_CHAINS_KEYS: readonly HaltKey[] = [
  from("HALTCHAINGLOBAL"),
  { name: "NODEPAUSECHAINGLOBAL", kind: "until_height" },
];
export const HALT_SIGNING: HaltKey = { name: "HALTSIGNING", kind: "signing" };
export const PAUSE_LP = from("PAUSELP");

/** Swaps from or to the chain stop; deposits are seen and refunded, outputs are signed. */
export const toTradingKey = (chain: string): HaltKey => from(`HALT${chain}TRADING`);
/** The chain stands still: nothing is observed, nothing is signed. */
export const toChainKeys = (chain: string): readonly HaltKey[] => [
  from(`HALT${chain}CHAIN`),
  from(`SOLVENCYHALT${chain}CHAIN`),
];
export const toSigningKey = (chain: string): HaltKey => ({ name: `HALTSIGNING${chain}`, kind: "signing" });
export const toLiquidityKey = (chain: string): HaltKey => from(`PAUSELP${chain}`);

/** Keys that stop swaps of one layer-1 asset, beyond those of its chain. */
export function toAssetKeys(asset: string): readonly HaltKey[] {
  const ragnarok = toRagnarokKey(asset);
  return asset === "THOR.TCY" ? [{ name: "HALTTCYTRADING", kind: "after_height" }, ragnarok] : [ragnarok];
}

/** A chain that the preset does not know most likely names its gas asset like itself (BNB.BNB). */
export function toGasAsset(preset: Preset, chain: string): string {
  return preset.chains.find((known) => known.code === chain)?.gasAsset ?? `${chain}.${chain}`;
}

/** A gas asset's key covers every asset of its chain. */
export function toRagnarokKey(asset: string): HaltKey {
  return { name: `RAGNAROK-${toKeyPart(asset)}`, kind: "switch" };
}

export function toDepositPauseKey(asset: string): HaltKey {
  return { name: `PAUSELPDEPOSIT-${toKeyPart(asset)}`, kind: "switch" };
}

/** Every name that is looked up for these chains and assets. mayanode (`strict`) has no pause of deposits to one pool. */
export function toKnownKeys(rule: Rule, chains: readonly string[], assets: readonly string[]): readonly HaltKey[] {
  const chainKeys = chains.flatMap((chain) => [
    toTradingKey(chain),
    ...toChainKeys(chain),
    toSigningKey(chain),
    toLiquidityKey(chain),
  ]);
  const assetKeys = [...new Set(assets)].flatMap((asset) =>
    rule === "strict" ? toAssetKeys(asset) : [...toAssetKeys(asset), toDepositPauseKey(asset)],
  );
  return [HALT_TRADING, ...ALL_CHAINS_KEYS, HALT_SIGNING, PAUSE_LP, ...chainKeys, ...assetKeys];
}

/** `ETH.USDT-0xdac…` → `ETH-USDT-0XDAC…`, as parameter names spell assets. */
function toKeyPart(asset: string): string {
  return asset.toUpperCase().replace(/[./~]/, "-");
}

/** Whether a value is on at a height, compared as the node's own code does: `inclusive` is THORNode 3's way, `strict` mayanode's. */
export function isOn(key: HaltKey, rule: Rule, value: number | undefined, height: number): boolean {
  if (value === undefined || value <= 0) return false;
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
  }
}

/** The height at which a value that is off now comes on; null when it is on, off, or never comes on by height. */
export function toStartHeight(key: HaltKey, rule: Rule, value: number | undefined, height: number): number | null {
  if (value === undefined || value <= 0 || key.kind === "until_height" || isOn(key, rule, value, height)) return null;
  const strict = key.kind === "after_height" || (key.kind === "from_height" && rule === "strict");
  return strict ? value + 1 : value;
}
