// The one network of this process, cached and judged, and what was seen of it. It alone knows whether bytes come from the sample or from the world.
import "server-only";
import { type Config, config } from "../config.ts";
import { createHistoryKeeper, type HistoryKeeper } from "../protocol/history/keeper.ts";
import { createSharedLog } from "../protocol/history/shared-log.ts";
import type { Clock } from "../protocol/model/verdicts.ts";
import type { Network } from "../protocol/network.ts";
import { createNetwork } from "../protocol/network.ts";
import { createProvider, fetchTransport } from "../protocol/upstream/client.ts";
import { createSampleTransport, SAMPLE_INDEXER_URL, SAMPLE_NODE_URL } from "../sample/transport.ts";
import { getProcessGlobal } from "./internals/process-globals.ts";
import { observe } from "./metrics/instruments.ts";
import { getStore } from "./store.ts";
import { createUpstreamReport, type UpstreamLine } from "./upstream-report.ts";

interface Watched {
  readonly network: Network;
  readonly history: HistoryKeeper;
}

/** Half of the fewest that a main network was ever recorded with (54, MAYAChain in 2024). */
const LEAST_PARAMETERS = 27;

/** The network that the configuration names. Made at the first call; every status that is read, whoever asks, is remembered. */
export function getNetwork(): Network {
  return getWatched().network;
}

/** What the readings of this deployment saw. */
export function getHistory(): HistoryKeeper {
  return getWatched().history;
}

function getWatched(): Watched {
  return getProcessGlobal("network", () => createWatched(config()));
}

function createWatched(settings: Config): Watched {
  const network = createConfiguredNetwork(settings);
  const history = createHistory(settings);
  return {
    history,
    network: {
      ...network,
      async getStatus(options) {
        const reading = await network.getStatus(options);
        history.record(reading);
        return reading;
      },
    },
  };
}

/** The public address is part of the key: a preview must not write into the production's history. */
function createHistory({ storeUrl, network, swapUrl }: Config): HistoryKeeper {
  const store = storeUrl === null ? null : getStore(storeUrl);
  const shared = store && createSharedLog(store.run, `signpost:history:${network}:${swapUrl}`);
  return createHistoryKeeper({ shared, now: Date.now });
}

function createConfiguredNetwork({ preset, nodeUrls, indexerUrls }: Config): Network {
  const isSample = preset.network === "sample";
  const now = Date.now;
  const transport = isSample ? createSampleTransport({ now }) : fetchTransport;
  const createAll = (kind: "node" | "indexer", urls: readonly string[]) =>
    urls.map((baseUrl, index) => {
      const watch = createUpstreamReport({ kind, index, host: new URL(baseUrl).host, write: tellOperator });
      return createProvider({ kind, index, baseUrl, transport, now, watch });
    });
  return createNetwork({
    preset,
    source: isSample ? "sample" : "live",
    nodes: createAll("node", isSample ? [SAMPLE_NODE_URL] : nodeUrls),
    indexers: createAll("indexer", isSample ? [SAMPLE_INDEXER_URL] : indexerUrls),
    now,
    leastParameters: LEAST_PARAMETERS,
    watchClock: measureAges(now),
  });
}

/** How old the last reading is, and the newest block that one saw. */
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

function tellOperator(line: UpstreamLine): void {
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
