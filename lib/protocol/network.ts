// Pages and tools read the protocol only through this interface. Each reading judges safety, reads
// the rest from the nodes that agreed, and (but for `getInbounds`) judges safety again at its end.

import type { InboundsReading, NetworkReading } from "./model/network-status.ts";
import type { PoolsReading } from "./model/pools.ts";
import type { QuoteReading, QuoteRequest } from "./model/quote.ts";
import type { SwapReading } from "./model/swap.ts";
import { readInbounds, readPools, readStatus } from "./network-readings.ts";
import { createPunctualReader } from "./punctual-reading.ts";
import { createQuoteReader } from "./quote/reading.ts";
import { advisedMembers, doubtAdvice } from "./safety/advice.ts";
import { failureOf } from "./safety/failures.ts";
import {
  createSafetyReader,
  type ReaderSetup,
  type SafetySetup,
  type ToEnvelope,
} from "./safety/safety.ts";
import { createSwapReader, type SwapReaderSetup } from "./swap/reading.ts";
import { READING_LIMIT_MS } from "./upstream/deadline.ts";

export interface ReadOptions {
  readonly signal?: AbortSignal;
}

interface ChainOptions extends ReadOptions {
  readonly chain?: string;
}

/**
 * If nodes or indexers fail, nothing is thrown: the reading has a `failure`.
 * @throws InputError on bad input; the signal's reason when the caller aborts.
 */
export interface Network {
  getStatus(options?: ChainOptions): Promise<NetworkReading>;
  getPools(options?: ReadOptions): Promise<PoolsReading>;
  getInbounds(options?: ChainOptions): Promise<InboundsReading>;
  getQuote(request: QuoteRequest, options?: ReadOptions): Promise<QuoteReading>;
  getSwap(txid: string, chain: string | null, options?: ReadOptions): Promise<SwapReading>;
}

interface NetworkSetup extends SafetySetup, Pick<SwapReaderSetup, "seenName"> {
  readonly source: "live" | "sample";
  readonly deadlineMs?: number;
}

export function createNetwork(setup: NetworkSetup): Network {
  const { preset, source, now, deadlineMs = READING_LIMIT_MS } = setup;
  const safetyReader = createSafetyReader(setup);
  const operators = setup.nodes.map(({ operator }) => operator);
  const toEnvelope: ToEnvelope = (safety, advice, failure) => {
    const { clock, nowMs: judgedAtMs } = safety.evidence;
    const { askedAtMs: oldestFactAtMs } = safety.facts;
    const adviceMembers = advisedMembers(advice, source, operators, safety.outvotedWarning);
    const { network } = preset;
    return { network, source, clock, judgedAtMs, oldestFactAtMs, failure, ...adviceMembers };
  };
  const toDoubted: ReaderSetup["toDoubted"] = (safety, doubt) =>
    toEnvelope(safety, doubtAdvice(doubt, safety.verdicts.network), failureOf(doubt));
  const readPunctually = createPunctualReader({ now, deadlineMs });
  const readerSetup: SwapReaderSetup = { ...setup, safetyReader, toEnvelope, toDoubted };
  const quoteReader = createQuoteReader(readerSetup);
  const swapReader = createSwapReader(readerSetup);

  return {
    getStatus: (options) =>
      readPunctually(options?.signal, (signal) => readStatus(readerSetup, options?.chain, signal)),
    getPools: (options) =>
      readPunctually(options?.signal, (signal) => readPools(readerSetup, signal)),
    getInbounds: (options) =>
      readPunctually(options?.signal, (signal) =>
        readInbounds(readerSetup, options?.chain, signal),
      ),
    getQuote: (request, options) =>
      readPunctually(options?.signal, (signal) => quoteReader(request, signal)),
    getSwap: (txid, chain, options) =>
      readPunctually(options?.signal, (signal) => swapReader(txid, chain, signal)),
  };
}
