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
/** Either one stops every chain. The value of the second is the height until which the network is paused. */
export const ALL_CHAINS_KEYS: readonly HaltKey[] = [
  from("HALTCHAINGLOBAL"),
  { name: "NODEPAUSECHAINGLOBAL", kind: "until_height" },
];
export const HALT_SIGNING: HaltKey = { name: "HALTSIGNING", kind: "signing" };
export const PAUSE_LP = from("PAUSELP");

/** Swaps from or to the chain stop; deposits are seen and refunded, outputs are signed. */
export const tradingHaltKey = (chain: string): HaltKey => from(`HALT${chain}TRADING`);
/** Nothing on the chain is observed or signed. */
export const chainHaltKeys = (chain: string): readonly HaltKey[] => [
  from(`HALT${chain}CHAIN`),
  from(`SOLVENCYHALT${chain}CHAIN`),
];
export const signingHaltKey = (chain: string): HaltKey => ({ name: `HALTSIGNING${chain}`, kind: "signing" });
export const liquidityPauseKey = (chain: string): HaltKey => from(`PAUSELP${chain}`);

/** Keys that stop swaps of one layer-1 asset, beyond those of its chain. */
export function assetHaltKeys(asset: string): readonly HaltKey[] {
  const ragnarok = ragnarokKey(asset);
  return asset === "THOR.TCY" ? [{ name: "HALTTCYTRADING", kind: "after_height" }, ragnarok] : [ragnarok];
}

/** The gas asset of a chain that the preset lacks is most likely named like the chain (BNB.BNB). */
export function gasAssetOf(preset: Preset, chain: string): string {
  return preset.chains.find((known) => known.code === chain)?.gasAsset ?? `${chain}.${chain}`;
}

/** A gas asset's key covers every asset of its chain. */
export function ragnarokKey(asset: string): HaltKey {
  return { name: `RAGNAROK-${keyPart(asset)}`, kind: "switch" };
}

export function depositPauseKey(asset: string): HaltKey {
  return { name: `PAUSELPDEPOSIT-${keyPart(asset)}`, kind: "switch" };
}

/** Every name that is looked up for these chains and assets. mayanode (`strict`) has no pause of deposits to one pool. */
export function knownKeys(rule: Rule, chains: readonly string[], assets: readonly string[]): readonly HaltKey[] {
  const chainKeys = chains.flatMap((chain) => [
    tradingHaltKey(chain),
    ...chainHaltKeys(chain),
    signingHaltKey(chain),
    liquidityPauseKey(chain),
  ]);
  const assetKeys = [...new Set(assets)].flatMap((asset) =>
    rule === "strict" ? assetHaltKeys(asset) : [...assetHaltKeys(asset), depositPauseKey(asset)],
  );
  return [HALT_TRADING, ...ALL_CHAINS_KEYS, HALT_SIGNING, PAUSE_LP, ...chainKeys, ...assetKeys];
}

/** `ETH.USDT-0xdac…` → `ETH-USDT-0XDAC…`, as parameter names spell assets. */
function keyPart(asset: string): string {
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
export function startHeight(key: HaltKey, rule: Rule, value: number | undefined, height: number): number | null {
  if (value === undefined || value <= 0 || key.kind === "until_height" || isOn(key, rule, value, height)) return null;
  const strict = key.kind === "after_height" || (key.kind === "from_height" && rule === "strict");
  return strict ? value + 1 : value;
}
