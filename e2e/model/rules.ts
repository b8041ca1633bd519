// The model's own reading of the halt rules, written from the reference table alone: it shares no line with lib/protocol.
import type { Preset } from "../../lib/protocol/values/chains.ts";

/** What one node says at one height, as the model sees it. `rows` null: not read. */
export interface Said {
  readonly height: number;
  readonly mimir: Readonly<Record<string, number>> | null;
  readonly rows: readonly RowSaid[] | null;
}
export interface RowSaid {
  readonly chain: string;
  readonly address: string;
  readonly router?: string;
  readonly [flag: string]: unknown;
}
export interface PoolSaid {
  readonly asset: string;
  readonly status: string;
  readonly trading_halted?: boolean;
}

const tradingFlags = ["halted", "global_trading_paused", "chain_trading_paused"];
export const allFlags: readonly string[] = [...tradingFlags, "chain_lp_actions_paused"];

export type Question = "trading" | "deposits" | "signing" | "liquidity";

/** The flags of a row that decide on a question. */
export function flagsOf(question: Question): readonly string[] {
  if (question === "signing") return [];
  return question === "liquidity" ? allFlags : tradingFlags;
}

type Family = "halt" | "signing" | "pause" | "flag" | "synth" | "trade" | "trade side";

/** One cell of the table: is `value` of a key of this family in force at `height`, or where a deposit sent then can land, a block later? Zero, missing and negative are off. */
function isOn(preset: Preset, family: Family, value: number | undefined, height: number): boolean {
  // Switches of trade assets are permits: 0 closes them, and what is negative has the release's default.
  if (family === "trade") return value !== undefined && value <= 0;
  if (family === "trade side") return value === 0;
  if (value === undefined || value <= 0) return false;
  const isMaya = preset.segment === "mayachain";
  switch (family) {
    case "pause":
      return isMaya ? value > height : value >= height;
    case "signing":
      return isMaya || value <= height + 1;
    case "flag":
      return true;
    case "synth":
      return value <= height;
    case "halt":
      return value <= (isMaya ? height : height + 1);
  }
}

const gasOf = (preset: Preset, code: string) =>
  preset.chains.find((chain) => chain.code === code)?.gasAsset ?? code;

/** An asset as the keys of parameters write it. */
const dashed = (asset: string) => asset.replace(".", "-");

const chainStops = (code: string): [string, Family][] => [
  ["HALTCHAINGLOBAL", "halt"],
  ["NODEPAUSECHAINGLOBAL", "pause"],
  [`HALT${code}CHAIN`, "halt"],
  [`SOLVENCYHALT${code}CHAIN`, "halt"],
];
/** The key of a gas asset covers every asset of its chain, and so the chain. */
const tradingStops = (preset: Preset, code: string): [string, Family][] => [
  ["HALTTRADING", "halt"],
  [`HALT${code}TRADING`, "halt"],
  [`RAGNAROK-${dashed(gasOf(preset, code))}`, "flag"],
  ...chainStops(code),
];

function keysOf(preset: Preset, question: Question, code: string): [string, Family][] {
  if (question === "signing")
    return [["HALTSIGNING", "signing"], [`HALTSIGNING${code}`, "signing"], ...chainStops(code)];
  if (question === "liquidity")
    return [["PAUSELP", "halt"], [`PAUSELP${code}`, "halt"], ...tradingStops(preset, code)];
  return tradingStops(preset, code);
}

function inForce(preset: Preset, keys: readonly [string, Family][], said: Said): string[] {
  return keys
    .filter(([key, family]) => isOn(preset, family, said.mimir?.[key], said.height))
    .map(([key]) => key);
}

/** What comes on at a height ahead, by the word of one node: each key with its value. */
export function haltsAhead(preset: Preset, question: Question, code: string, said: Said): string {
  const isAhead = ([key, family]: [string, Family]) => {
    const value = said.mimir?.[key] ?? 0;
    return (
      ["halt", "signing"].includes(family) && value > 0 && !isOn(preset, family, value, said.height)
    );
  };
  return keysOf(preset, question, code)
    .filter(isAhead)
    .map(([key]) => `${key}=${said.mimir?.[key]}`)
    .join();
}

const rowOf = ({ rows }: Pick<Said, "rows">, code: string) =>
  rows?.find((row) => row.chain === code) ?? null;

/** Whether a node names this address and router. `router` undefined: not asked. */
export function isNamedBy(
  told: Pick<Said, "rows">,
  code: string,
  address: string | null,
  router?: string | null,
): boolean {
  const row = rowOf(told, code);
  return row?.address === address && (router === undefined || (row?.router ?? null) === router);
}

/** Names of all that halts `question` on a chain, by the word of one node. */
export function haltsOfChain(
  preset: Preset,
  question: Question,
  code: string,
  said: Said,
): string[] {
  const names = inForce(preset, keysOf(preset, question, code), said);
  const row = rowOf(said, code);
  const flags = flagsOf(question);
  // The native chain has no row: what any row says of the whole network holds for it.
  const isNative = code === preset.nativeChain && flags.length > 0;
  return [
    ...names,
    ...flags.filter((flag) => row?.[flag] === true),
    ...(isNative ? networkFlag(said) : []),
  ];
}

export function haltsOfNetwork(preset: Preset, said: Said): string[] {
  const keys: [string, Family][] = [
    ["HALTTRADING", "halt"],
    ["HALTCHAINGLOBAL", "halt"],
    ["NODEPAUSECHAINGLOBAL", "pause"],
  ];
  return [...inForce(preset, keys, said), ...networkFlag(said)];
}

const networkFlag = ({ rows }: Said) =>
  rows?.some((row) => row.global_trading_paused === true) ? ["global_trading_paused"] : [];

export const chainOf = (asset: string) => asset.split(".")[0] ?? "";

/** What halts one asset besides its chain: its own key, the key of its chain's gas asset, THOR.TCY's own switch. */
export const haltsOfAsset = (preset: Preset, asset: string, said: Said) =>
  inForce(preset, keysOfAsset(preset, asset), said);

function keysOfAsset(preset: Preset, asset: string): [string, Family][] {
  const keys: [string, Family][] = [
    [`RAGNAROK-${dashed(asset)}`, "flag"],
    [`RAGNAROK-${dashed(gasOf(preset, chainOf(asset)))}`, "flag"],
  ];
  if (asset === "THOR.TCY") keys.push(["HALTTCYTRADING", "halt"]);
  if (preset.segment === "mayachain") keys.push([`HALTTRADING-${dashed(asset)}`, "halt"]);
  return keys;
}

const families = new WeakMap<Preset, Map<string, Family>>();
/** Every key that can halt something here, and how it is read. A name that is not in it never halts. */
function toFamilies(preset: Preset, assets: readonly string[]): Map<string, Family> {
  const known = families.get(preset);
  if (known) return known;
  const ofChains = preset.chains.flatMap(({ code }) =>
    (["signing", "liquidity"] as const).flatMap((question) => keysOf(preset, question, code)),
  );
  const ofAssets = assets.flatMap((asset) => keysOfAsset(preset, asset));
  const ofThorchain: [string, Family][] = [
    ...assets.map((asset): [string, Family] => [`PAUSELPDEPOSIT-${dashed(asset)}`, "flag"]),
    ["HALTMEMOLESS", "flag"],
    ["MANUALSWAPSTOSYNTHDISABLED", "flag"],
    ["HALTSECUREDGLOBAL", "halt"],
  ];
  const ofMayachain: [string, Family][] = [
    ["NA", "flag"],
    ["TRADEACCOUNTSWITHDRAWENABLED", "trade side"],
  ];
  const found = new Map<string, Family>([
    ...[...ofChains, ...ofAssets],
    ["STREAMINGSWAPPAUSE", "flag"],
    ["BURNSYNTHS", "synth"],
    ["MINTSYNTHS", "synth"],
    ["TRADEACCOUNTSENABLED", "trade"],
    ["TRADEACCOUNTSDEPOSITENABLED", "trade side"],
    ...(preset.segment === "thorchain" ? ofThorchain : ofMayachain),
  ]);
  families.set(preset, found);
  return found;
}

export function isKnownKey(preset: Preset, assets: readonly string[], name: string): boolean {
  return toFamilies(preset, assets).has(name);
}

/** Is this exact name a halt parameter with this value in force at one of these heights? */
export function isNamedHalt(
  preset: Preset,
  assets: readonly string[],
  name: string,
  value: number | undefined,
  heights: readonly number[],
): boolean {
  const family = toFamilies(preset, assets).get(name);
  return family !== undefined && heights.some((height) => isOn(preset, family, value, height));
}

export function haltsOfPool(pool: PoolSaid): string[] {
  return [
    ...(pool.status === "Available" ? [] : ["pool_status"]),
    ...(pool.trading_halted === true ? ["trading_halted"] : []),
  ];
}

/** Can this node's word alone carry `open`? The native chain and signing need mimir only; the others a row with all three booleans. */
export function isReadable(preset: Preset, question: Question, code: string, said: Said): boolean {
  if (!said.mimir) return false;
  if (question === "signing" || code === preset.nativeChain) return true;
  const row = rowOf(said, code);
  return row !== null && flagsOf(question).every((flag) => typeof row[flag] === "boolean");
}
