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

export const tradingFlags: readonly string[] = [
  "halted",
  "global_trading_paused",
  "chain_trading_paused",
];
export const liquidityFlag = "chain_lp_actions_paused";

export type Question = "trading" | "deposits" | "signing" | "liquidity";

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
      return isMaya ? true : value <= height + 1;
    case "flag":
      return true;
    case "synth":
      return value < height + 1;
    case "halt":
      return isMaya ? value < height + 1 : value <= height + 1;
  }
}

const gasOf = (preset: Preset, code: string) =>
  preset.chains.find((chain) => chain.code === code)?.gasAsset ?? code;

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
  [`RAGNAROK-${gasOf(preset, code).replace(".", "-")}`, "flag"],
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

const rowOf = (said: Said, code: string) => said.rows?.find((row) => row.chain === code) ?? null;

/** Names of all that halts `question` on a chain, by the word of one node. */
export function haltsOfChain(
  preset: Preset,
  question: Question,
  code: string,
  said: Said,
): string[] {
  const names = inForce(preset, keysOf(preset, question, code), said);
  const row = rowOf(said, code);
  const flags: readonly string[] =
    question === "signing"
      ? []
      : question === "liquidity"
        ? [...tradingFlags, liquidityFlag]
        : tradingFlags;
  // The native chain has no row: what any row says of the whole network holds for it.
  const isStopped = code === preset.nativeChain && flags.length > 0 && isNetworkPaused(said);
  return [
    ...names,
    ...flags.filter((flag) => row?.[flag] === true),
    ...(isStopped ? ["global_trading_paused"] : []),
  ];
}

export function haltsOfNetwork(preset: Preset, said: Said): string[] {
  const keys: [string, Family][] = [
    ["HALTTRADING", "halt"],
    ["HALTCHAINGLOBAL", "halt"],
    ["NODEPAUSECHAINGLOBAL", "pause"],
  ];
  return [
    ...inForce(preset, keys, said),
    ...(isNetworkPaused(said) ? ["global_trading_paused"] : []),
  ];
}

const isNetworkPaused = ({ rows }: Said) =>
  rows?.some((row) => row.global_trading_paused === true) ?? false;

export const chainOf = (asset: string) => asset.split(".")[0] ?? "";

/** What halts one asset besides its chain: its own key, the key of its chain's gas asset, THOR.TCY's own switch. */
export function haltsOfAsset(preset: Preset, asset: string, said: Said): string[] {
  return inForce(preset, keysOfAsset(preset, asset), said);
}

function keysOfAsset(preset: Preset, asset: string): [string, Family][] {
  const keys: [string, Family][] = [
    [`RAGNAROK-${asset.replace(".", "-")}`, "flag"],
    [`RAGNAROK-${gasOf(preset, chainOf(asset)).replace(".", "-")}`, "flag"],
  ];
  if (asset === "THOR.TCY") keys.push(["HALTTCYTRADING", "halt"]);
  if (preset.segment === "mayachain") keys.push([`HALTTRADING-${asset.replace(".", "-")}`, "halt"]);
  return keys;
}

const families = new WeakMap<Preset, Map<string, Family>>();
/** Every key that can halt something here, and how it is read. A name that is not in it never halts. */
function toFamilies(preset: Preset, assets: readonly string[]): Map<string, Family> {
  const questions = ["trading", "signing", "liquidity"] as const;
  const known = families.get(preset);
  if (known) return known;
  const ofChains = preset.chains.flatMap(({ code }) =>
    questions.flatMap((question) => keysOf(preset, question, code)),
  );
  const ofAssets = assets.flatMap((asset) => keysOfAsset(preset, asset));
  const deposits = assets.map((asset): [string, Family] => [
    `PAUSELPDEPOSIT-${asset.replace(".", "-")}`,
    "flag",
  ]);
  const forms: [string, Family][] = [
    ["STREAMINGSWAPPAUSE", "flag"],
    ["BURNSYNTHS", "synth"],
    ["MINTSYNTHS", "synth"],
    ["TRADEACCOUNTSENABLED", "trade"],
    ["TRADEACCOUNTSDEPOSITENABLED", "trade side"],
  ];
  const own: [string, Family][] =
    preset.segment === "thorchain"
      ? [
          ...deposits,
          ["HALTMEMOLESS", "flag"],
          ["MANUALSWAPSTOSYNTHDISABLED", "flag"],
          ["HALTSECUREDGLOBAL", "halt"],
        ]
      : [
          ["NA", "flag"],
          ["TRADEACCOUNTSWITHDRAWENABLED", "trade side"],
        ];
  const found = new Map([...ofChains, ...ofAssets, ...forms, ...own]);
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
  const flags = question === "liquidity" ? [...tradingFlags, liquidityFlag] : tradingFlags;
  return row !== null && flags.every((flag) => typeof row[flag] === "boolean");
}
