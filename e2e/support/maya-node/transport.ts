// The sample network as a transport on MAYAChain: its node is mayanode's, its indexer that of the sample.
import type { Transport } from "../../../lib/protocol/upstream/provider.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import type { SampleChain } from "../../../lib/sample/chains.ts";
import {
  BLOCKS_A_DAY,
  blockTimeMs,
  dayStart,
  externalHeight,
  heightAt,
} from "../../../lib/sample/clock.ts";
import { HALTED_DAYS_AGO } from "../../../lib/sample/mimir.ts";
import { samplePools } from "../../../lib/sample/pools.ts";
import { Refusal } from "../../../lib/sample/quote/state.ts";
import { inCapitals, type SampleNetwork } from "../../../lib/sample/state.ts";
import {
  createSampleNetwork,
  createSampleTransport,
  SAMPLE_NODE_URL,
} from "../../../lib/sample/transport.ts";
import { bodies, mayaConstants, mayaMimir } from "./network.ts";
import { type MayaRow, type MayaState, mayaQuote } from "./quote.ts";

const builtIn = inCapitals(mayaConstants);
/** CACAO is counted in 1e10, and RUNE in 1e8. */
const CACAO_UNITS = 100n;

export function createMayaTransport(now: () => number): Transport<Response> {
  const preset = presets.mayachain;
  const sample = createSampleNetwork(preset);
  const others = createSampleTransport({ now, preset });
  const start = `${SAMPLE_NODE_URL}/${preset.segment}/`;
  return async (url, init) => {
    if (!url.href.startsWith(start)) return others(url, init);
    init.signal.throwIfAborted();
    const nowMs = now();
    const path = url.pathname.slice(preset.segment.length + 2);
    const { status, body } = mayaAnswer(mayaState(sample, heightAt(nowMs)), path, url.searchParams);
    const headers = { "content-type": "application/json", date: new Date(nowMs).toUTCString() };
    return new Response(JSON.stringify(body), { status, headers });
  };
}

/** What it answers for a path below its segment. It refuses a quote with HTTP 200, and knows no order and no queue of swaps. */
function mayaAnswer(
  state: MayaState,
  path: string,
  query: URLSearchParams,
): { status: number; body: unknown } {
  if (path === "quote/swap") return { status: 200, body: quoteBody(() => mayaQuote(state, query)) };
  const body = bodies[path];
  return body ? { status: 200, body: body(state) } : { status: 404, body: { error: "not found" } };
}

function quoteBody(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message };
    throw error;
  }
}

/** The same network as mayanode tells it. */
function mayaState({ chains, pools }: SampleNetwork, height: number): MayaState {
  const sinceHeight = dayStart(height) - HALTED_DAYS_AGO * BLOCKS_A_DAY;
  const codes = chains.map(({ code }) => code);
  const mimir = mayaMimir(codes, sinceHeight);
  const listed = samplePools(pools, height).map((pool) => ({
    ...pool,
    balanceCacao: pool.balanceRune * CACAO_UNITS,
  }));
  return {
    height,
    time: Math.floor(blockTimeMs(height) / 1000),
    pools: new Map(listed.map((pool) => [pool.asset, pool])),
    rows: new Map(chains.map((chain) => [chain.code, toMayaRow(chain, height)])),
    mimir,
    settings: { ...builtIn, ...mimir },
  };
}

function toMayaRow(chain: SampleChain, height: number): MayaRow {
  const { family, gasRateUnits, blockSeconds, confirmations, ...row } = chain;
  return {
    chain: row.chain,
    address: row.address,
    router: row.router,
    gasAsset: row.gasAsset,
    gasRate: String(row.gasRate),
    gasRateUnits,
    // Of an EVM chain in units of 1e-9, all else as it is.
    outboundFee:
      family === "evm"
        ? (row.gasRate * row.outboundTxSize) / 10n
        : row.gasRate * row.outboundTxSize,
    dustThreshold: row.dustThreshold,
    blockSeconds,
    confirmations,
    observedHeight: externalHeight(height, blockSeconds),
  };
}
