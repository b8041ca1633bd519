// The network of this process, and its history. Only this file decides between the sample network and live providers.
import "server-only";
import { type Config, config } from "../config.ts";
import { EDGE_SECONDS } from "../http/cache.ts";
import { createHistoryKeeper, type HistoryKeeper } from "../protocol/history/keeper.ts";
import { logOfSpans } from "../protocol/history/log.ts";
import { historySubject } from "../protocol/history/observation.ts";
import { createSharedLog } from "../protocol/history/shared-log.ts";
import { countOperators } from "../protocol/model/agreed.ts";
import type { Envelope } from "../protocol/model/envelope.ts";
import type { Clock } from "../protocol/model/verdicts.ts";
import { createNetwork, type Network } from "../protocol/network.ts";
import { RENEW_AHEAD_MS } from "../protocol/safety/node-reading.ts";
import { httpTransport } from "../protocol/upstream/client.ts";
import { questionCalls } from "../protocol/upstream/limits.ts";
import { createProvider, type Provider, type Transport } from "../protocol/upstream/provider.ts";
import type { Preset } from "../protocol/values/chains.ts";
import { heightAt } from "../sample/clock.ts";
import { samplePast } from "../sample/past.ts";
import { createSampleTransport, SAMPLE_INDEXER_URL, SAMPLE_NODE_URL } from "../sample/transport.ts";
import { getProcessGlobal } from "./internals/process-globals.ts";
import { observe } from "./metrics/instruments.ts";
import { noteReading } from "./server/answer-lifetime.ts";
import { createFileLog } from "./store/file-log.ts";
import { createAnswerStore, createSeal, createSharedTransport } from "./store/shared-transport.ts";
import { getStore } from "./store/store.ts";
import { createSafetyTimer } from "./timers.ts";
import { createUpstreamReport, type UpstreamLine } from "./upstream-report.ts";

interface NetworkWithHistory {
  readonly network: Network;
  readonly history: HistoryKeeper;
  /** Reads the verdicts once and records them. */
  readonly check: () => Promise<void>;
}

/** Half of the smallest map recorded of a main network (54 parameters, MAYAChain in 2024). */
const MIN_PARAMETERS = 27;

/** The configured network. Made at the first call. What is read of its verdicts, also by the timer, is recorded in the history. */
export function getNetwork(): Network {
  return getNetworkWithHistory().network;
}

/** What this deployment has observed. */
export function getHistory(): HistoryKeeper {
  return getNetworkWithHistory().history;
}

/** Checks the network once, for the history. */
export function checkNetwork(): Promise<void> {
  return getNetworkWithHistory().check();
}

function getNetworkWithHistory(): NetworkWithHistory {
  return getProcessGlobal("network", () => createNetworkWithHistory(config()));
}

function createNetworkWithHistory(settings: Config): NetworkWithHistory {
  const network = createConfiguredNetwork(settings);
  const history = createHistory(settings);
  const read = async () => history.record(await network.getVerdicts());
  const check = async () => {
    await read();
    await history.recall();
  };
  const timer = createSafetyTimer({ read, now: Date.now });
  const withTimer =
    <Asked extends unknown[], Reading extends Envelope>(get: (...asked: Asked) => Promise<Reading>) =>
    async (...asked: Asked): Promise<Reading> => {
      timer.noteQuestion();
      const reading = await get(...asked);
      noteReading(reading, Date.now());
      return reading;
    };
  return {
    history,
    check,
    network: {
      getStatus: withTimer(async (options) => {
        const reading = await network.getStatus(options);
        if (options?.chain === undefined) history.record(reading);
        return reading;
      }),
      getPools: withTimer(network.getPools),
      getInbounds: withTimer(network.getInbounds),
      getQuote: withTimer(network.getQuote),
      getSwap: withTimer(network.getSwap),
    },
  };
}

/** In the store where there is one, else in a file. The sample network's past is invented, so it is kept only in a store. */
function createHistory({ storeUrl, storeSecret, dataDir, network, preset, swapUrl, onVercel }: Config): HistoryKeeper {
  const now = Date.now;
  const checks = onVercel ? "on_request" : "each_minute";
  if (storeUrl !== null) {
    // The key includes the public address, so a preview does not write into the history of production.
    const key = `signpost:history:${network}:${swapUrl}`;
    const seal = storeSecret === null ? null : createSeal(storeSecret, "signpost shared history 1");
    const shared = createSharedLog(getStore(storeUrl).run, key, now, seal);
    return createHistoryKeeper({ shared, kept: "store", checks, now });
  }
  if (network === "sample") {
    const spans = samplePast(preset, now()).map(({ chain, question, ...span }) => {
      return { of: historySubject(chain, question), ...span };
    });
    return createHistoryKeeper({ shared: null, kept: "sample", checks, seed: logOfSpans(spans, heightAt), now });
  }
  if (dataDir === null) return createHistoryKeeper({ shared: null, kept: "instance", checks, now });
  const report = (what: string, cause: string) => tellOperator({ history: what, cause });
  const shared = createFileLog({ folder: dataDir, name: `history-${network}`, now, report });
  return createHistoryKeeper({ shared, kept: "file", checks, now });
}

function createConfiguredNetwork(settings: Config): ReturnType<typeof createNetwork> {
  const { preset, nodeUrls, indexerUrls, operators, nodeCalls, onVercel, storeUrl, storeSecret } = settings;
  const isSample = preset.network === "sample";
  const now = Date.now;
  const transport = isSample ? createSampleTransport({ now }) : createLiveTransport(storeUrl, storeSecret, preset);
  // Vercel may stop the process after an answer, and with it the call.
  const renewAheadMs = onVercel ? 0 : RENEW_AHEAD_MS;
  const createAll = (kind: "node" | "indexer", urls: readonly string[]) =>
    urls.map((baseUrl, index) => {
      const watch = createUpstreamReport({ kind, index, host: new URL(baseUrl).host, write: tellOperator });
      const operator = operators.get(baseUrl);
      const questionCallsPerMinute = isSample ? undefined : questionCalls(kind, nodeCalls);
      const limits = { questionCallsPerMinute, renewAheadMs };
      return createProvider({ kind, index, baseUrl, operator, transport, now, watch, ...limits });
    });
  const nodes = createAll("node", isSample ? [SAMPLE_NODE_URL] : nodeUrls);
  if (nodes.length > 1) tellOperators(nodes);
  return createNetwork({
    preset,
    source: isSample ? "sample" : "live",
    nodes,
    indexers: createAll("indexer", isSample ? [SAMPLE_INDEXER_URL] : indexerUrls),
    now,
    leastParameters: MIN_PARAMETERS,
    shownMs: onVercel ? 1_000 * EDGE_SECONDS : 0,
    watchClock: measureAges(now),
  });
}

/** With a store, all processes share one reading. Its answers need a key that whoever writes to the store does not have. */
function createLiveTransport(storeUrl: string | null, secret: string | null, { network }: Preset): Transport {
  if (storeUrl === null) return httpTransport;
  if (secret === null) {
    const [store, cause] = ["no_shared_reading", "neither STORE_SECRET nor CRON_SECRET is set"];
    tellOperator({ store, cause, meanwhile: "each instance reads the nodes alone" });
    return httpTransport;
  }
  const store = createAnswerStore(getStore(storeUrl).run);
  return createSharedTransport({ transport: httpTransport, store, secret, network, now: Date.now });
}

/** Nodes of one operator are one source, so who runs them is told at the start. */
function tellOperators(nodes: readonly Provider[]): void {
  const operators = nodes.map(({ operator }) => operator).join(", ");
  tellOperator(
    countOperators(nodes) > 1
      ? { operators }
      : { operators, nodes: "one_operator", meanwhile: "every answer says that no second source confirms it" },
  );
}

/** Publishes the age of the last reading and of the newest block. */
function measureAges(now: () => number): (clock: Clock) => void {
  let readMs: number | null = null;
  let blockTimeMs: number | null = null;
  const ageSeconds = (timeMs: number | null) => (timeMs === null ? null : (now() - timeMs) / 1000);
  observe("signpost.network.reading.age", () => ageSeconds(readMs));
  observe("signpost.network.block.age", () => ageSeconds(blockTimeMs));
  return (clock) => {
    readMs = now();
    blockTimeMs = clock.blockTimeMs ?? blockTimeMs;
  };
}

function tellOperator(line: UpstreamLine | Readonly<Record<string, string>>): void {
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
