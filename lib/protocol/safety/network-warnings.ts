// What is wrong with the network, its chains and assets, as warnings. The worst stands first.

import { signsOfWarnings, type Warning, type WarningCode, warnOf } from "../model/envelope.ts";
import { type ChainNames, type Message, message } from "../model/messages.ts";
import {
  type SignLine,
  type SignState,
  signStates,
  type Trouble,
} from "../model/network-status.ts";
import { doubtOf, type Reason } from "../model/reasons.ts";
import type { ChainJudgement, Judgement, PayoutEnd, ScheduledHalt } from "../model/verdicts.ts";
import { assetName } from "../values/assets.ts";
import { type Preset, shortChainName } from "../values/chains.ts";
import { type HaltContext, haltsScheduled } from "./halt-message.ts";
import type { AssetHalts } from "./halt-parameters.ts";
import { isHaltSoon } from "./scheduled-halts.ts";
import { findStop } from "./stops.ts";

export interface NetworkFacts {
  readonly network: Judgement;
  readonly chains: readonly ChainJudgement[];
  readonly assetHalts: AssetHalts;
  readonly isPartsPaused: boolean;
  /** One source says that swaps of several parts wait, and another that they run. */
  readonly isPartsDisputed?: boolean;
  readonly payoutEnd: PayoutEnd;
  readonly preset: Preset;
  readonly nowMs: number;
}

export function stateOfWarning({ code }: Pick<Warning, "code">): SignState | null {
  return signsOfWarnings[code];
}

/** The chain, where the facts are of one chain alone. */
export function singleChainOf({ chains }: Pick<NetworkFacts, "chains">): ChainJudgement | null {
  const [chain = null] = chains;
  return chains.length === 1 ? chain : null;
}

interface TroubleRow {
  readonly id: Trouble;
  readonly code: WarningCode;
  readonly shape: SignLine["state"];
  readonly isAffected: (chain: ChainJudgement) => boolean;
  readonly message: (chains: ChainNames, facts: NetworkFacts) => Message;
}

export const isTradingHalted = ({ trading }: ChainJudgement): boolean =>
  trading.verdict === "halted";

function unknownReason({ trading, signing }: ChainJudgement): Reason | null {
  return [trading, signing].find(({ verdict }) => verdict === "unknown")?.reason ?? null;
}

const isDisputed = (chain: ChainJudgement) => doubtOf(unknownReason(chain)) === "sources_disagree";

/** Worst first. */
export const troubles: readonly TroubleRow[] = [
  {
    id: "halted",
    code: "halted",
    shape: "halted",
    isAffected: isTradingHalted,
    message: (chains) => message("chains_halted", { chains }),
  },
  {
    id: "sources_disagree",
    code: "sources_disagree",
    shape: "unknown",
    isAffected: isDisputed,
    message: (chains) => message("chains_disputed", { chains }),
  },
  {
    id: "payouts_wait",
    code: "signing_halted",
    shape: "warned",
    isAffected: (chain) => !isTradingHalted(chain) && chain.signing.verdict === "halted",
    message: (chains, { payoutEnd: end }) => message("payouts_wait", { chains, end }),
  },
  {
    id: "not_checked",
    code: "not_checked",
    shape: "unknown",
    isAffected: (chain) => unknownReason(chain) !== null && !isDisputed(chain),
    message: (chains) => message("chains_not_checked", { chains }),
  },
];

const partsWait = warnOf("parts_wait")(message("parts_wait"));
const partsDisputed = warnOf("sources_disagree")(message("parts_disputed"));

export function networkWarnings(facts: NetworkFacts): Warning[] {
  const { chains, assetHalts, preset } = facts;
  const chainWarnings = troubles.flatMap((trouble) => {
    const affected = chains.filter(trouble.isAffected);
    if (affected.length === 0) return [];
    return warnOf(trouble.code)(trouble.message(chainNames(affected, chains, preset), facts));
  });
  const warnings = [
    ...chainWarnings,
    ...assetWarnings(assetHalts, preset),
    ...(facts.isPartsPaused ? [partsWait] : []),
    ...(facts.isPartsDisputed ? [partsDisputed] : []),
    ...scheduleWarnings(facts),
  ];
  const rank = (warning: Warning) => signStates.indexOf(stateOfWarning(warning) ?? "warned");
  return warnings.sort((a, b) => rank(a) - rank(b));
}

function scheduleWarnings(facts: NetworkFacts): Warning[] {
  const halts = comingHalts(facts);
  if (halts.length === 0) return [];
  return [warnOf("halt_scheduled")(haltsScheduled(halts, haltContext(facts)))];
}

export function haltContext({ chains, assetHalts, preset, nowMs }: NetworkFacts): HaltContext {
  return { chains: chains.map(({ chain }) => chain), assets: assetHalts.assets, preset, nowMs };
}

/** Halts of trading and payouts, each parameter once, soonest first. */
export function comingHalts({ chains, assetHalts, preset, nowMs }: NetworkFacts): ScheduledHalt[] {
  const haltsOfChains = chains.flatMap(({ chain, scheduled }) =>
    scheduled.filter(({ parameter }) => {
      const { stops } = findStop(parameter, [chain], preset);
      return stops.includes("trading") || stops.includes("signing");
    }),
  );
  const soonHalts = [...haltsOfChains, ...assetHalts.scheduled].filter((halt) =>
    isHaltSoon(halt, nowMs),
  );
  const byParameter = new Map(soonHalts.map((halt) => [halt.parameter, halt]));
  return [...byParameter.values()].sort((a, b) => a.height - b.height);
}

/** The chain is open, but such a deposit would be refunded. */
export function assetWarnings({ halted, disputed = [] }: AssetHalts, preset: Preset): Warning[] {
  const warn = (
    code: "halted" | "sources_disagree",
    id: "assets_halted" | "assets_disputed",
    assets: readonly string[],
  ) =>
    assets.length === 0 ? [] : [warnOf(code)(message(id, { assets: assetNames(assets, preset) }))];
  return [
    ...warn("halted", "assets_halted", halted),
    ...warn("sources_disagree", "assets_disputed", disputed),
  ];
}

export function assetNames(assets: readonly string[], preset: Preset): string[] {
  return assets.map((asset) => assetName(asset, preset));
}

export function chainNames(
  chains: readonly ChainJudgement[],
  allChains: readonly ChainJudgement[],
  preset: Preset,
): ChainNames {
  if (chains.length > 1 && chains.length === allChains.length) return "every";
  return chains.map(({ chain }) => shortChainName(chain, preset));
}
