// An answer of get_network_status in the words of /status.
import type { EnvelopeAnswer } from "../../../mcp/tools/envelope.ts";
import type { ChainAnswer, PartialStatus, StatusAnswer } from "../../../mcp/tools/get-network-status.ts";
import type { Sign, SignState, ToldChain, ToldNetwork } from "../../../protocol/model/network-status.ts";
import { codedReason, type Judgement, type Question, withCode } from "../../../protocol/model/verdicts.ts";
import { pausedPoolOf } from "../../../protocol/safety/halt-keys.ts";
import { listHaltedAssets } from "../../../protocol/safety/halt-parameters.ts";
import { type NetworkFacts, networkSign, networkWarnings } from "../../../protocol/safety/sign.ts";
import { type StatusView, statusView } from "../status/view.ts";
import { answeredEnvelope, baseOf, judgementOf, moneyOf, presetOf, reasonOf, timeOf } from "./envelope.ts";

type WholeAnswer = EnvelopeAnswer & Pick<StatusAnswer, "state" | "trading" | "chains">;

/** An answer that was asked for by `fields` may lack what the view is about. */
export function isWholeStatus(answer: EnvelopeAnswer & PartialStatus): answer is WholeAnswer {
  return answer.state !== undefined && answer.trading !== undefined && answer.chains !== undefined;
}

/** @param readMs when the answer was received, by the device's clock. */
export function answeredStatus(answer: WholeAnswer & PartialStatus, readMs: number): StatusView {
  return statusView(statusReading(answer), presetOf(answer), readMs);
}

const notChecked = withCode("unreadable")("it could not be checked");
const disagree = withCode("providers_disagree")("our sources answered differently");

function statusReading(answer: WholeAnswer & PartialStatus): ToldNetwork {
  const envelope = answeredEnvelope(answer);
  const doubt = answer.state === "sources_disagree" ? disagree : notChecked;
  const trading = judgementOf(answer.trading, answer.halted_by ?? [], doubt, envelope.clock.reason);
  const unchecked = (answer.unchecked_chains ?? []).map((chain) => uncheckedRow(chain, codedReason(doubt)));
  const chains = [...answer.chains, ...unchecked].map((chain) =>
    chainReading(chain, envelope.clock.reason, presetOf(answer).nativeChain),
  );
  return {
    ...envelope,
    trading,
    sign: answeredSign(answer, trading, chains),
    chains,
    nativeTransactionFee: null,
    nativeOutboundFee: null,
    outboundMultiplierBps: null,
    minimumSlipBps: { l1: null, synth: null, trade: null, secured: null, derived: null, stable: null },
    ownSlips: null,
    haltParameters: haltParametersOf(answer),
    queue: null,
    providers: (answer.providers ?? []).map(({ kind, ok, height, lag_blocks }) => {
      return { kind, operator: "", ok, height, lagBlocks: lag_blocks, observedAtMs: null };
    }),
  };
}

/** What an outage leaves of a chain that the answer names without a row. */
function uncheckedRow(chain: string, reason: string): ChainAnswer {
  const verdict = "unknown";
  return {
    chain,
    ...{ trading: verdict, deposits: verdict, signing: verdict, liquidity: verdict },
    halted_by: [],
    scheduled: [],
    reason,
    outbound_fee: null,
    dust_threshold: null,
    gas_rate: null,
    gas_rate_units: null,
    block_time_seconds: null,
    last_observed_height: null,
  };
}

function chainReading(chain: ChainAnswer, stale: Judgement["reason"], nativeChain: string): ToldChain {
  const doubt = reasonOf(chain.reason);
  const halts = chain.halted_by.filter((name) => pausedPoolOf(name) === null);
  const judge = (question: Question) => judgementOf(chain[question], halts, doubt, stale);
  const gasAsset = chain.outbound_fee?.asset ?? null;
  return {
    chain: chain.chain,
    native: chain.chain === nativeChain,
    trading: judge("trading"),
    deposits: judge("deposits"),
    signing: judge("signing"),
    liquidity: judge("liquidity"),
    scheduled: chain.scheduled.map(({ parameter, value, height, estimated_time }) => {
      return { parameter, value, height, estimatedTimeMs: timeOf(estimated_time) };
    }),
    reason: chain.reason === null ? null : doubt,
    outboundFee: moneyOf(chain.outbound_fee),
    dustThreshold: baseOf(chain.dust_threshold, gasAsset),
    gasAsset,
    gasRate: null,
    gasRateUnits: null,
    blockSeconds: chain.block_time_seconds,
    lastObservedHeight: chain.last_observed_height,
  };
}

/** Where the words cannot be made again from the answer, the state alone is said. */
const shortHeadlines: Readonly<Record<SignState, string>> = {
  halted: "Halted. Do not send.",
  partly_halted: "Halted in part",
  sources_disagree: "Sources disagree. Do not send.",
  payouts_wait: "Payouts wait",
  swaps_wait: "Swaps of several parts wait",
  halts_soon: "Halts soon",
  not_checked: "Not checked. Do not send.",
  warned: "Warning",
  open: "The network is open",
};

function answeredSign(answer: WholeAnswer & PartialStatus, network: Judgement, chains: readonly ToldChain[]): Sign {
  const { block_time, age_seconds } = answer.as_of;
  const nowMs = (timeOf(block_time) ?? 0) + 1000 * (age_seconds ?? 0);
  const isPartsPaused = answer.warnings.some(({ code }) => code === "parts_wait");
  const preset = presetOf(answer);
  const factsOf = (meant: readonly ToldChain[]): NetworkFacts => ({
    network,
    chains: meant,
    assetHalts: answeredHalts(answer, meant),
    isPartsPaused,
    payoutEnd: { afterSeconds: "unknown", isSwappedBack: false },
    preset,
    nowMs,
  });
  const listed = chains.filter(({ reason }) => reason?.code !== "not_listed");
  const facts = [chains, listed].map(factsOf);
  const sign = networkSign(facts.find((one) => isWarnedOf(one, answer)) ?? factsOf(chains));
  return sign.state === answer.state ? sign : { state: answer.state, headline: shortHeadlines[answer.state] };
}

/** A chain that the network does not list is meant where it has a pool. The answer has no pools, but it warns of each chain that is meant. */
function isWarnedOf(facts: NetworkFacts, { warnings }: WholeAnswer): boolean {
  const told = new Set(warnings.map(({ text }) => text));
  return networkWarnings(facts).every(({ code, text }) => code !== "not_checked" || told.has(text));
}

/** The answer has no list of assets beside the gas assets, and of what comes it has no height. */
function answeredHalts(answer: WholeAnswer & PartialStatus, chains: readonly ToldChain[]) {
  const assets = chains.flatMap(({ gasAsset, trading }) =>
    gasAsset === null || trading.verdict === "halted" ? [] : gasAsset,
  );
  const parameters = haltParametersOf(answer);
  return { assets, halted: listHaltedAssets(parameters, assets, presetOf(answer)), scheduled: [] };
}

function haltParametersOf({ halt_parameters = {} }: PartialStatus): ToldNetwork["haltParameters"] {
  return Object.fromEntries(
    Object.entries(halt_parameters).map(([name, { value, in_force }]) => [name, { value, inForce: in_force }]),
  );
}
