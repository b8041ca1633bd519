// Lists what is wrong with the network, its chains and assets as warnings, the worst first.

import { signsOfWarnings, type Warning, type WarningCode, warnOf } from "../model/envelope.ts";
import { type ChainNames, type Message, message } from "../model/messages.ts";
import {
  type AnsweredChain,
  type SignLine,
  type SignState,
  signStates,
  type Trouble,
} from "../model/network-status.ts";
import { type Doubt, doubtOf, type Reason, type ReasonCode } from "../model/reasons.ts";
import type { ChainJudgement, Judgement, PayoutEnd, ScheduledHalt } from "../model/verdicts.ts";
import { assetName } from "../values/assets.ts";
import { type Preset, shortChainName } from "../values/chains.ts";
import { type HaltContext, scheduledHaltsMessage } from "./halt-message.ts";
import type { AssetHalts } from "./halt-parameters.ts";
import { isHaltSoon } from "./scheduled-halts.ts";
import { findStop } from "./stops.ts";

export interface NetworkFacts {
  readonly network: Judgement;
  readonly chains: readonly AnsweredChain[];
  readonly assetHalts: AssetHalts;
  readonly isPartsPaused: boolean;
  /** True if one node reports a pause of streaming swaps, and another node reports no pause. */
  readonly isPartsDisputed?: boolean;
  readonly payoutEnd: PayoutEnd;
  readonly preset: Preset;
  readonly nowMs: number;
}

export function stateOfWarning({ code }: Pick<Warning, "code">): SignState | null {
  return signsOfWarnings[code];
}

export function singleChainOf({ chains }: Pick<NetworkFacts, "chains">): ChainJudgement | null {
  const [firstChain = null] = chains;
  return chains.length === 1 ? firstChain : null;
}

interface TroubleRow {
  readonly id: Trouble;
  readonly code: WarningCode;
  readonly lineState: SignLine["state"];
  readonly isAffected: (chain: ChainJudgement) => boolean;
  readonly message: (chains: ChainNames, facts: NetworkFacts) => Message;
}

export const isTradingHalted = ({ trading }: ChainJudgement): boolean =>
  trading.verdict === "halted";

/** Reasons for unknown deposits that are no doubt about the chain's state. */
const codesWithoutDoubt: readonly ReasonCode[] = ["halts_soon", "deposit_not_known"];

function unknownReasonOf({ trading, signing, deposits }: ChainJudgement): Reason | null {
  const isInDoubt = ({ verdict, reason }: Judgement) =>
    verdict === "unknown" && !codesWithoutDoubt.includes(reason.code);
  return [trading, signing, deposits].find(isInDoubt)?.reason ?? null;
}

const hasDoubt = (doubt: Doubt) => (chain: ChainJudgement) => {
  const reason = unknownReasonOf(chain);
  return reason !== null && doubtOf(reason) === doubt;
};

export const troubles: readonly TroubleRow[] = [
  {
    id: "halted",
    code: "halted",
    lineState: "halted",
    isAffected: isTradingHalted,
    message: (chains) => message("chains_halted", { chains }),
  },
  {
    id: "sources_disagree",
    code: "sources_disagree",
    lineState: "unknown",
    isAffected: hasDoubt("sources_disagree"),
    message: (chains) => message("chains_disputed", { chains }),
  },
  {
    id: "payouts_wait",
    code: "signing_halted",
    lineState: "warned",
    isAffected: (chain) => !isTradingHalted(chain) && chain.signing.verdict === "halted",
    message: (chains, { payoutEnd: end }) => message("payouts_wait", { chains, end }),
  },
  {
    id: "not_listed",
    code: "not_checked",
    lineState: "unknown",
    isAffected: hasDoubt("not_listed"),
    message: (chains) => message("chains_not_listed", { chains }),
  },
  {
    id: "not_checked",
    code: "not_checked",
    lineState: "unknown",
    isAffected: hasDoubt("not_checked"),
    message: (chains) => message("chains_not_checked", { chains }),
  },
];

const partsWaitWarning = warnOf("parts_wait")(message("parts_wait"));
const partsDisputedWarning = warnOf("sources_disagree")(message("parts_disputed"));

export function networkWarnings(facts: NetworkFacts): Warning[] {
  const { chains, assetHalts, preset } = facts;
  const chainWarnings = troubles.flatMap((trouble) => {
    const affectedChains = chains.filter(trouble.isAffected);
    if (affectedChains.length === 0) return [];
    return warnOf(trouble.code)(trouble.message(chainNames(affectedChains, chains, preset), facts));
  });
  const warnings = [
    ...chainWarnings,
    ...assetWarnings(assetHalts, preset),
    ...(facts.isPartsPaused ? [partsWaitWarning] : []),
    ...(facts.isPartsDisputed ? [partsDisputedWarning] : []),
    ...scheduleWarnings(facts),
  ];
  const severityRankOf = (warning: Warning) =>
    signStates.indexOf(stateOfWarning(warning) ?? "warned");
  return warnings.sort((a, b) => severityRankOf(a) - severityRankOf(b));
}

function scheduleWarnings(facts: NetworkFacts): Warning[] {
  const scheduledHalts = comingHalts(facts);
  if (scheduledHalts.length === 0) return [];
  return [warnOf("halt_scheduled")(scheduledHaltsMessage(scheduledHalts, haltContext(facts)))];
}

export function haltContext({ chains, assetHalts, preset, nowMs }: NetworkFacts): HaltContext {
  return { chains: chains.map(({ chain }) => chain), assets: assetHalts.assets, preset, nowMs };
}

export function comingHalts({ chains, assetHalts, preset, nowMs }: NetworkFacts): ScheduledHalt[] {
  const haltsOfChains = chains.flatMap(({ chain, scheduled }) =>
    scheduled.filter(({ parameter }) => {
      const { stops } = findStop(parameter, [chain], preset);
      return stops.includes("trading") || stops.includes("signing");
    }),
  );
  const haltsWithinHorizon = [...haltsOfChains, ...assetHalts.scheduledHalts].filter((halt) =>
    isHaltSoon(halt, nowMs),
  );
  const haltByParameter = new Map(haltsWithinHorizon.map((halt) => [halt.parameter, halt]));
  return [...haltByParameter.values()].sort((a, b) => a.height - b.height);
}

export function assetWarnings(
  { haltedAssets, disputedAssets = [] }: AssetHalts,
  preset: Preset,
): Warning[] {
  const listAssetWarnings = (
    code: "halted" | "sources_disagree",
    id: "assets_halted" | "assets_disputed",
    assets: readonly string[],
  ) =>
    assets.length === 0 ? [] : [warnOf(code)(message(id, { assets: assetNames(assets, preset) }))];
  return [
    ...listAssetWarnings("halted", "assets_halted", haltedAssets),
    ...listAssetWarnings("sources_disagree", "assets_disputed", disputedAssets),
  ];
}

export function assetNames(assets: readonly string[], preset: Preset): string[] {
  return assets.map((asset) => assetName(asset, preset));
}

export function chainNames(
  namedChains: readonly ChainJudgement[],
  allChains: readonly ChainJudgement[],
  preset: Preset,
): ChainNames {
  if (namedChains.length > 1 && namedChains.length === allChains.length) return "every";
  return namedChains.map(({ chain }) => shortChainName(chain, preset));
}
