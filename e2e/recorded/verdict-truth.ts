// When a network halts what, written down anew from the recordings' tables, so that the reader is held against something else than itself.
// The specs first hold this against what the nodes themselves said, state by state.
import type { RecordedNetwork } from "../../tools/recorded/suites.ts";

export interface Moment {
  readonly network: RecordedNetwork;
  readonly parameters: Readonly<Record<string, number>>;
  /** The height that is asked about. */
  readonly height: number;
}

const natives = { thorchain: "THOR", mayachain: "MAYA" } as const;
const gasSymbols = new Map(
  Object.entries({ GAIA: "ATOM", BSC: "BNB", THOR: "RUNE", MAYA: "CACAO" }),
);

const readValue = ({ parameters }: Moment, key: string) => parameters[key] ?? 0;
/** MAYAChain acts a block later than THORChain, and lifts a pause a block sooner. */
const isHaltOn = (moment: Moment, key: string) => {
  const value = readValue(moment, key);
  return value > 0 && value < moment.height + (moment.network === "thorchain" ? 1 : 0);
};
const isPauseOn = (moment: Moment) => {
  const value = readValue(moment, "NODEPAUSECHAINGLOBAL");
  return value > 0 && value > moment.height - (moment.network === "thorchain" ? 1 : 0);
};

/** The state of the whole network is changed in this block: what becomes of a deposit is not told. */
export const isMigrating = (moment: Moment): boolean =>
  readValue(moment, "SCHEDULEDMIGRATION") === moment.height;

export const isChainHalted = (moment: Moment, chain: string): boolean =>
  isPauseOn(moment) ||
  ["HALTCHAINGLOBAL", `HALT${chain}CHAIN`, `SOLVENCYHALT${chain}CHAIN`].some((key) =>
    isHaltOn(moment, key),
  );

/** What a row says of a chain: the parameters of ragnaroks and of the native chain show in none. */
export const isRowHalted = (moment: Moment, chain: string): boolean =>
  isHaltOn(moment, "HALTTRADING") ||
  isHaltOn(moment, `HALT${chain}TRADING`) ||
  isChainHalted(moment, chain);

const isRagnarok = (moment: Moment, asset: string) =>
  readValue(moment, `RAGNAROK-${asset.replace(/[./~]/, "-")}`) > 0;

/** Of the chain as a whole: its gas asset's ragnarok ends it. */
export const isTradingHalted = (moment: Moment, chain: string): boolean =>
  isRowHalted(moment, chain) || isRagnarok(moment, `${chain}.${gasSymbols.get(chain) ?? chain}`);

const isSigningKeyOn = (moment: Moment, key: string) =>
  moment.network === "mayachain" ? readValue(moment, key) > 0 : isHaltOn(moment, key);

export const isAllSigningHalted = (moment: Moment): boolean =>
  isSigningKeyOn(moment, "HALTSIGNING");

export const isSigningHalted = (moment: Moment, chain: string): boolean =>
  isAllSigningHalted(moment) ||
  isSigningKeyOn(moment, `HALTSIGNING${chain}`) ||
  isChainHalted(moment, chain);

export const isLiquidityPaused = (moment: Moment, chain: string): boolean =>
  isHaltOn(moment, "PAUSELP") || isHaltOn(moment, `PAUSELP${chain}`);

export const isNetworkHalted = (moment: Moment): boolean =>
  isHaltOn(moment, "HALTTRADING") || isHaltOn(moment, "HALTCHAINGLOBAL") || isPauseOn(moment);

type Form = "layer1" | "synth" | "trade" | "secured";
const forms: Readonly<Record<string, Form>> = {
  ".": "layer1",
  "/": "synth",
  "~": "trade",
  "-": "secured",
};

export interface Side {
  readonly chain: string;
  /** `BTC.BTC` of any form. */
  readonly layer1: string;
  readonly form: Form;
}

export function sideOf(asset: string): Side {
  const [, chain = "", separator = "", symbol = ""] = /^([A-Z]+)([./~-])(.*)$/.exec(asset) ?? [];
  return { chain, layer1: `${chain}.${symbol}`, form: forms[separator] ?? "layer1" };
}

/** Whether the network refuses to swap a pair for a halt. */
export function isPairHalted(moment: Moment, from: string, to: string): boolean {
  const [source, target] = [sideOf(from), sideOf(to)];
  const isMaya = moment.network === "mayachain";
  // What moves on the network's own chain cannot be deposited while that is halted.
  if (source.form !== "layer1" && isChainHalted(moment, nativeOf(moment.network))) return true;
  const isRedeemed = source.form === "synth" && source.layer1 === to;
  return [source, target].some(({ chain, layer1 }) => {
    const isAssetHalted = isMaya
      ? isHaltOn(moment, `HALTTRADING-${layer1.replace(".", "-")}`)
      : !isRedeemed && isRagnarok(moment, layer1);
    return isAssetHalted || isRowHalted(moment, chain);
  });
}

/** Whether the network refuses a pair because the form of an asset is disabled. */
export function isFormDisabled(moment: Moment, from: string, to: string): boolean {
  const [source, target] = [sideOf(from).form, sideOf(to).form];
  const isMaya = moment.network === "mayachain";
  const [isTrade, isSecured] = (["trade", "secured"] as const).map((form) =>
    [source, target].includes(form),
  );
  const isAfter = (key: string) =>
    readValue(moment, key) > 0 && readValue(moment, key) < moment.height;
  const isDisabled = (key: string) => readValue(moment, key) <= 0;
  const manual = isMaya ? "NA" : "MANUALSWAPSTOSYNTHDISABLED";
  return [
    source === "synth" && isAfter("BURNSYNTHS"),
    target === "synth" && (isAfter("MINTSYNTHS") || readValue(moment, manual) > 0),
    isTrade && isDisabled("TRADEACCOUNTSENABLED"),
    target === "trade" && isDisabled("TRADEACCOUNTSDEPOSITENABLED"),
    isMaya && source === "trade" && isDisabled("TRADEACCOUNTSWITHDRAWENABLED"),
    !isMaya && isSecured && isHaltOn(moment, "HALTSECUREDGLOBAL"),
  ].includes(true);
}

/** Whether a pool on the way is gone or not available. That of a synth that is sold does not count. */
export function isPoolClosed(
  { network, pools }: Pick<Moment, "network"> & { readonly pools: ReadonlyMap<string, string> },
  from: string,
  to: string,
): boolean {
  const [source, target] = [sideOf(from), sideOf(to)];
  return [...(source.form === "synth" ? [] : [source]), target].some(
    ({ chain, layer1 }) => chain !== nativeOf(network) && !pools.get(layer1)?.startsWith("av"),
  );
}

/** The code of the network's own chain. */
export const nativeOf = (network: RecordedNetwork): string => natives[network];
