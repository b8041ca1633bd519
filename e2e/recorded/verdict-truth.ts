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
const gasSymbols: Record<string, string> = {
  GAIA: "ATOM",
  AVAX: "AVAX",
  BSC: "BNB",
  THOR: "RUNE",
  MAYA: "CACAO",
};

const readValue = ({ parameters }: Moment, key: string) => parameters[key] ?? 0;
const isHaltOn = (moment: Moment, key: string) => {
  const value = readValue(moment, key);
  return (
    value > 0 && (moment.network === "thorchain" ? value <= moment.height : value < moment.height)
  );
};
/** The state of the whole network is changed in this block: what becomes of a deposit is not told. */
export const isMigrating = (moment: Moment): boolean =>
  readValue(moment, "SCHEDULEDMIGRATION") === moment.height;

const isPauseOn = (moment: Moment) => {
  const value = readValue(moment, "NODEPAUSECHAINGLOBAL");
  return (
    value > 0 && (moment.network === "thorchain" ? value >= moment.height : value > moment.height)
  );
};

export function isChainHalted(moment: Moment, chain: string): boolean {
  const keys = ["HALTCHAINGLOBAL", `HALT${chain}CHAIN`, `SOLVENCYHALT${chain}CHAIN`];
  return keys.some((key) => isHaltOn(moment, key)) || isPauseOn(moment);
}

/** What a row says of a chain: the parameters of ragnaroks and of the native chain show in none. */
export function isRowHalted(moment: Moment, chain: string): boolean {
  return (
    isHaltOn(moment, "HALTTRADING") ||
    isHaltOn(moment, `HALT${chain}TRADING`) ||
    isChainHalted(moment, chain)
  );
}

const isRagnarok = (moment: Moment, asset: string) =>
  readValue(moment, `RAGNAROK-${asset.replace(/[./~]/, "-")}`) > 0;

/** Of the chain as a whole: its gas asset's ragnarok ends it. */
export function isTradingHalted(moment: Moment, chain: string): boolean {
  return isRowHalted(moment, chain) || isRagnarok(moment, `${chain}.${gasSymbols[chain] ?? chain}`);
}

export function isSigningHalted(moment: Moment, chain: string): boolean {
  return (
    isAllSigningHalted(moment) ||
    isSigningKeyOn(moment, `HALTSIGNING${chain}`) ||
    isChainHalted(moment, chain)
  );
}

export const isAllSigningHalted = (moment: Moment): boolean =>
  isSigningKeyOn(moment, "HALTSIGNING");

const isSigningKeyOn = (moment: Moment, key: string) =>
  moment.network === "mayachain" ? readValue(moment, key) > 0 : isHaltOn(moment, key);

export function isLiquidityPaused(moment: Moment, chain: string): boolean {
  return isHaltOn(moment, "PAUSELP") || isHaltOn(moment, `PAUSELP${chain}`);
}

export function isNetworkHalted(moment: Moment): boolean {
  return (
    isHaltOn(moment, "HALTTRADING") || isHaltOn(moment, "HALTCHAINGLOBAL") || isPauseOn(moment)
  );
}

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
  const sides = [sideOf(from), sideOf(to)];
  const isRedeemed =
    sides[0]?.form === "synth" && sides[0].layer1 === to && moment.network === "thorchain";
  // What moves on the network's own chain cannot be deposited while that is halted.
  if (sides[0]?.form !== "layer1" && isChainHalted(moment, nativeOf(moment.network))) return true;
  return sides.some(({ chain, layer1 }) => {
    const asset =
      moment.network === "mayachain" && isHaltOn(moment, `HALTTRADING-${layer1.replace(".", "-")}`);
    const ragnarok = moment.network === "thorchain" && !isRedeemed && isRagnarok(moment, layer1);
    return asset || ragnarok || isRowHalted(moment, chain);
  });
}

/** Whether the network refuses a pair because the form of an asset is disabled. */
export function isFormDisabled(moment: Moment, from: string, to: string): boolean {
  const [source, target] = [sideOf(from).form, sideOf(to).form];
  const isMaya = moment.network === "mayachain";
  const isAfter = (key: string) =>
    readValue(moment, key) > 0 && readValue(moment, key) < moment.height;
  const isDisabled = (key: string) => readValue(moment, key) <= 0;
  return [
    source === "synth" && isAfter("BURNSYNTHS"),
    target === "synth" &&
      (isAfter("MINTSYNTHS") ||
        readValue(moment, isMaya ? "NA" : "MANUALSWAPSTOSYNTHDISABLED") > 0),
    (source === "trade" || target === "trade") && isDisabled("TRADEACCOUNTSENABLED"),
    target === "trade" && isDisabled("TRADEACCOUNTSDEPOSITENABLED"),
    isMaya && source === "trade" && isDisabled("TRADEACCOUNTSWITHDRAWENABLED"),
    !isMaya &&
      (source === "secured" || target === "secured") &&
      isHaltOn(moment, "HALTSECUREDGLOBAL"),
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
export function nativeOf(network: RecordedNetwork): string {
  return natives[network];
}
