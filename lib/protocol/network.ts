// The one interface of pages and tools to the protocol. It reads the safety facts first, then the
// rest from the judged nodes, and judges safety again just before it answers.

import {
  readMinimumSlip,
  readNativeTransactionFee,
  readOutboundFee,
  readOwnSlips,
  readPayoutEnd,
} from "./market/costs.ts";
import {
  agreeCosts,
  dropStalePools,
  findPoolDissent,
  type Market,
  readMarket,
  renewPools,
} from "./market/market.ts";
import { depositShape } from "./model/deposit-shape.ts";
import { type Envelope, type Warning, warnOf } from "./model/envelope.ts";
import type { InboundsReading, NetworkReading } from "./model/network-status.ts";
import type { PoolsReading } from "./model/pools.ts";
import type { QuoteReading, QuoteRequest } from "./model/quote.ts";
import { because } from "./model/reasons.ts";
import type { SwapReading } from "./model/swap.ts";
import type { ChainJudgement, Clock } from "./model/verdicts.ts";
import { rankPools, toChainReading, toInboundReading, toPoolReading } from "./network-rows.ts";
import { createQuoteReader } from "./quote/reading.ts";
import {
  advisedMembers,
  doubtAdvice,
  inboundsAdvice,
  networkAdvice,
  poolsAdvice,
} from "./safety/advice.ts";
import { chainNote } from "./safety/chain-note.ts";
import { haltsScheduled } from "./safety/coming-halts.ts";
import type { Evidence } from "./safety/evidence.ts";
import { failureOf } from "./safety/failures.ts";
import {
  compareHaltParameters,
  findAssetHalts,
  findComingHalts,
  HALT_HORIZON_MS,
} from "./safety/halt-parameters.ts";
import { findPartsPause, isPartsPauseDisputed } from "./safety/halts.ts";
import { everySwap } from "./safety/inbound-gate.ts";
import {
  createSafetyReader,
  FACTS_LAST_MS,
  type ReaderSetup,
  type Safety,
  type SafetySetup,
  type ToEnvelope,
  withOutvotedWarning,
} from "./safety/safety.ts";
import { assetWarnings, findServedChains, networkSign } from "./safety/sign.ts";
import { createSwapReader } from "./swap/reading.ts";
import { yieldToEventLoop } from "./turns.ts";
import {
  interruptedSignals,
  isWithin,
  READING_LIMIT_MS,
  withDeadline,
} from "./upstream/deadline.ts";
import { UpstreamError } from "./upstream/errors.ts";
import { chainCodeOf, type Preset, parseKnownChain } from "./values/chains.ts";

/** The caller's abort reaches every upstream call made for it. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** With `chain`, rows, warnings and advice are about that chain only. */
interface ChainOptions extends ReadOptions {
  readonly chain?: string;
}

/**
 * Upstream trouble never throws: it is a reading with `failure`, `unknown` and null.
 * @throws InputError on bad input; the signal's reason when the caller aborts.
 */
export interface Network {
  getStatus(options?: ChainOptions): Promise<NetworkReading>;
  getPools(options?: ReadOptions): Promise<PoolsReading>;
  getInbounds(options?: ChainOptions): Promise<InboundsReading>;
  getQuote(request: QuoteRequest, options?: ReadOptions): Promise<QuoteReading>;
  getSwap(txid: string, chain: string | null, options?: ReadOptions): Promise<SwapReading>;
}

interface NetworkSetup extends SafetySetup {
  readonly source: "live" | "sample";
  /** On a real timer. Pages and tools set no other deadline. */
  readonly deadlineMs?: number;
}

/** A process that stood still during a reading reads once more. */
const MAX_READINGS = 2;

export function createNetwork(setup: NetworkSetup): Network {
  const { preset, source, deadlineMs = READING_LIMIT_MS } = setup;
  const safetyReader = createSafetyReader(setup);
  const operators = setup.nodes.map(({ operator }) => operator);
  /** Epoch milliseconds, by the clock object of a reading. */
  const oldestFactAtMs = new WeakMap<Clock, number>();
  const toEnvelope: ToEnvelope = (safety, advice, failure) => {
    const { clock } = safety.evidence;
    oldestFactAtMs.set(clock, safety.askedAtMs);
    const advised = advisedMembers(advice, source, operators, safety.dissent);
    return { network: preset.network, source, clock, failure, ...advised };
  };
  const toDoubted: Readers["toDoubted"] = (safety, doubt) =>
    toEnvelope(safety, doubtAdvice(doubt, safety.verdicts.network), failureOf(doubt));

  /** Null where the reading's clock could not be read. */
  const judgedAtMs = ({ clock }: Pick<Envelope, "clock">) =>
    clock.blockTimeMs === null || clock.ageMs === null
      ? null
      : clock.blockTimeMs + clock.ageMs - (setup.shownMs ?? 0);
  const readPunctually = async <T extends Pick<Envelope, "clock">>(
    options: ReadOptions | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    for (let times = 0; times < MAX_READINGS; times += 1) {
      const startMs = setup.now();
      let isInterrupted = false;
      const reading = await withDeadline(options?.signal, deadlineMs, (signal) =>
        work(signal).finally(() => {
          isInterrupted = interruptedSignals.has(signal);
        }),
      );
      await yieldToEventLoop();
      const nowMs = setup.now();
      const sinceJudgedMs = nowMs - (judgedAtMs(reading) ?? nowMs);
      const isPunctual = isWithin(nowMs - startMs, deadlineMs) && isWithin(sinceJudgedMs, 0);
      // Facts that were young enough when judged may be too old by now.
      const oldestFactAgeMs = nowMs - (oldestFactAtMs.get(reading.clock) ?? nowMs);
      if (isPunctual && !isInterrupted && oldestFactAgeMs <= FACTS_LAST_MS) return reading;
    }
    // The process is too slow to read anything in time, so everything is unknown.
    return work(AbortSignal.abort(new UpstreamError("timeout", "/")));
  };
  const readers: Readers = { safetyReader, toEnvelope, toDoubted, ...setup };
  const quoteReader = createQuoteReader(readers);
  const swapReader = createSwapReader(readers);

  return {
    getStatus: (options) =>
      readPunctually(options, (signal) => readStatus(readers, options?.chain, signal)),
    getPools: (options) => readPunctually(options, (signal) => readPools(readers, signal)),
    getInbounds: (options) =>
      readPunctually(options, (signal) => readInbounds(readers, options?.chain, signal)),
    getQuote: (request, options) =>
      readPunctually(options, (signal) => quoteReader(request, signal)),
    getSwap: (txid, chain, options) =>
      readPunctually(options, (signal) => swapReader(txid, chain, signal)),
  };
}

type Readers = NetworkSetup & ReaderSetup;

async function readStatus(
  readers: Readers,
  chain: string | undefined,
  signal: AbortSignal,
): Promise<NetworkReading> {
  const { preset, safetyReader, toEnvelope, toDoubted } = readers;
  const earlier = await safetyReader.read(signal);
  const market = await readMarket(readers, earlier, signal, "status");
  const renewed = await safetyReader.renew(earlier, signal);
  const safety = withOutvotedWarning(renewed, findPoolDissent(market));
  const { network } = safety.verdicts;
  const chains = filterByChain(safety, chain, preset);
  const servedChains = chain ? chains : findServedChains(chains, market.pools);
  const assets = market.pools?.map((pool) => pool.asset) ?? [];
  const assetHalts = findAssetHalts(safety.evidence, servedChains, assets);
  const facts = {
    network,
    chains: servedChains,
    assetHalts,
    isPartsPaused: findPartsPause(safety.evidence).length > 0,
    isPartsDisputed: isPartsPauseDisputed(safety.evidence),
    payoutEnd: readPayoutEnd(market),
    preset,
    nowMs: safety.evidence.nowMs,
  };
  const verdictMembers = {
    trading: network,
    sign: networkSign(facts),
    providers: safety.providers,
  };
  if (safety.doubt !== null) {
    const withoutFigures = unreadNetwork(market);
    const rows = chains.map((chain) => toChainReading(chain, safety, withoutFigures));
    return { ...toDoubted(safety, safety.doubt), ...verdictMembers, ...unreadStatus, chains: rows };
  }
  return {
    ...toEnvelope(safety, networkAdvice(facts), null),
    ...verdictMembers,
    chains: chains.map((chain) => toChainReading(chain, safety, market)),
    nativeTransactionFee: readNativeTransactionFee(market),
    nativeOutboundFee: readOutboundFee(market, preset.nativeAsset),
    // THORChain has a multiplier for each asset, and no node lists them.
    outboundMultiplierBps:
      preset.nativeChain === "MAYA" ? numberOrNull(market.network?.outboundMultiplierBps) : null,
    minimumSlipBps: readMinimumSlip(market),
    ownSlips: market.pools && readOwnSlips(safety.evidence, assets),
    haltParameters: compareHaltParameters(safety.evidence, assets),
    disputedPauses: assetHalts.pauseDisputed ?? [],
    queue: market.queue,
  };
}

async function readPools(readers: Readers, signal: AbortSignal): Promise<PoolsReading> {
  const { preset, safetyReader, toEnvelope, toDoubted } = readers;
  const earlier = await safetyReader.read(signal);
  const marketRead = await readMarket(readers, earlier, signal);
  const marketRenewed = await renewPools(marketRead, earlier, signal, readers);
  const renewed = await safetyReader.renew(earlier, signal);
  const market = dropStalePools(marketRenewed, readers.now(), renewed);
  const safety = withOutvotedWarning(renewed, findPoolDissent(market));
  if (safety.doubt !== null || !market.pools) {
    const doubted = toDoubted(safety, safety.doubt ?? because("pools_not_read"));
    return { ...doubted, nativePriceUsd: null, pools: [], doubtedAssets: [] };
  }
  const nativePriceUsd = market.prices.get(preset.nativeAsset) ?? null;
  const pools = rankPools(market.pools.map((pool) => toPoolReading(pool, safety, market)));
  const disputedAssets = market.pools.flatMap(({ asset, status }) =>
    status === null ? asset : [],
  );
  const { doubtedAssets } = market;
  const advice = poolsAdvice(safety.verdicts.network, doubtedAssets, disputedAssets);
  return { nativePriceUsd, pools, doubtedAssets, ...toEnvelope(safety, advice, null) };
}

async function readInbounds(
  readers: Readers,
  chain: string | undefined,
  signal: AbortSignal,
): Promise<InboundsReading> {
  const { preset, safetyReader, toEnvelope, toDoubted } = readers;
  const safety = await safetyReader.read(signal);
  const judgements = filterByChain(safety, chain, preset);
  const costs = safety.doubt === null ? agreeCosts(safety.evidence).chainCosts : null;
  const chains = judgements.map((judgement) =>
    toInboundReading(judgement, safety, costs?.get(judgement.chain)),
  );
  if (safety.doubt !== null) return { ...toDoubted(safety, safety.doubt), chains };
  // An address is withheld shortly before a halt, which still needs its warning.
  const warnedRows = chains.filter(
    ({ address, reason }) => address !== null || reason?.code === "halts_soon",
  );
  const codes = warnedRows.map(({ chain }) => chain);
  const warnedChains = judgements.filter(({ chain }) => codes.includes(chain));
  const warnings = [
    ...assetWarnings(findAssetHalts(safety.evidence, warnedChains, []), preset),
    ...(codes.length > 0 ? scheduledWarnings(safety.evidence) : []),
  ];
  const shape = chains.length === 1 ? depositShape(preset, codes[0] ?? "") : null;
  const { network } = safety.verdicts;
  const [judgement, ...others] = judgements;
  const note = judgement && others.length === 0 ? chainNote(judgement, network, preset) : null;
  return {
    ...toEnvelope(safety, inboundsAdvice(network, chains, warnings, shape, note), null),
    chains,
  };
}

function scheduledWarnings(evidence: Evidence): Warning[] {
  const { nowMs, preset } = evidence;
  const scope = everySwap(evidence);
  const coming = findComingHalts(evidence, scope, nowMs + HALT_HORIZON_MS);
  if (coming.length === 0) return [];
  return [warnOf("halt_scheduled")(haltsScheduled(coming, { ...scope, preset, nowMs }))];
}

/** A failed reading may lack chains, so an unknown chain is no error there. */
function filterByChain(
  { verdicts, doubt }: Safety,
  written: string | undefined,
  { chains }: Preset,
): ChainJudgement[] {
  const judgements = [...verdicts.chains.values()];
  if (written === undefined) return judgements;
  const codes = judgements.map(({ chain }) => chain);
  const code =
    doubt === null ? parseKnownChain(written, codes, chains) : chainCodeOf(written, chains);
  return judgements.filter(({ chain }) => chain === code);
}

const unreadStatus = {
  nativeTransactionFee: null,
  nativeOutboundFee: null,
  outboundMultiplierBps: null,
  minimumSlipBps: {
    l1: null,
    synth: null,
    trade: null,
    secured: null,
    derived: null,
    stable: null,
  },
  ownSlips: null,
  haltParameters: {},
  queue: null,
} as const;

/** Without a verified verdict, no figures are shown. */
function unreadNetwork(market: Market): Market {
  return { ...market, chainCosts: null, votes: new Map(), network: null, outboundFees: null };
}

/** Null beyond what a number holds exactly. */
function numberOrNull(value: bigint | null | undefined): number | null {
  return value == null || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value);
}
