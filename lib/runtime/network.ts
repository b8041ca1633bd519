// The network of this process. Only this file chooses the sample network or live providers.
import "server-only";
import { type Config, config } from "../config.ts";
import { SHARED_SECONDS } from "../http/cache.ts";
import { countOperators } from "../protocol/model/agreed.ts";
import { createNetwork, type Network } from "../protocol/network.ts";
import { clientCallLimit } from "../protocol/upstream/call-budget.ts";
import { httpTransport } from "../protocol/upstream/client.ts";
import { createProvider, type Provider } from "../protocol/upstream/provider.ts";
import type { Transport } from "../protocol/upstream/transport.ts";
import type { Preset } from "../protocol/values/chains.ts";
import {
  createSampleNames,
  createSampleTransport,
  SAMPLE_INDEXER_URL,
  SAMPLE_NODE_URL,
} from "../sample/transport.ts";
import type { LiveSetup } from "../site/live/setup.ts";
import { getProcessGlobal } from "./process-globals.ts";
import { type AnswerCache, createSharedTransport, hashKey } from "./shared-transport.ts";
import { createUpstreamReport, type UpstreamLine } from "./upstream-report.ts";

/**
 * A node's list of network parameters (mimir) with fewer entries counts as incomplete. 27 is
 * half of the shortest list that is known: 54 entries, MAYAChain in 2024.
 */
const MIN_PARAMETER_COUNT = 27;

export function getLiveSetup(): LiveSetup {
  const { preset, swapUrl: origin } = config();
  return { network: getNetwork(), preset, now: Date.now, origin };
}

export function getNetwork(): Network {
  return getProcessGlobal("network", () => createConfiguredNetwork(config()));
}

function createConfiguredNetwork(settings: Config): Network {
  const { preset, nodeUrls, indexerUrls, operators, nodeCalls, onVercel } = settings;
  const isSample = preset.network === "sample";
  const now = Date.now;
  const transport = isSample ? createSampleTransport(now) : createLiveTransport(onVercel, preset);

  const createProviders = (kind: "node" | "indexer", baseUrls: readonly string[]) =>
    baseUrls.map((baseUrl, index) =>
      createProvider({
        kind,
        index,
        baseUrl,
        operator: operators.get(baseUrl),
        transport,
        now,
        watch: createUpstreamReport({
          kind,
          index,
          host: new URL(baseUrl).host,
          write: writeLogLine,
        }),
        clientCallsPerMinute: isSample ? undefined : clientCallLimit(kind, nodeCalls),
      }),
    );

  const nodes = createProviders("node", isSample ? [SAMPLE_NODE_URL] : nodeUrls);
  const indexers = createProviders("indexer", isSample ? [SAMPLE_INDEXER_URL] : indexerUrls);
  if (nodes.length > 1) logOperators(nodes);
  return createNetwork({
    preset,
    source: isSample ? "sample" : "live",
    nodes,
    indexers,
    now,
    leastParameters: MIN_PARAMETER_COUNT,
    shownMs: 1_000 * SHARED_SECONDS,
    seenName: isSample ? createSampleNames(now) : undefined,
  });
}

function createLiveTransport(onVercel: boolean, { network }: Preset): Transport {
  if (!onVercel) return httpTransport;
  return createSharedTransport({
    transport: httpTransport,
    cache: runtimeCache,
    network,
    now: Date.now,
  });
}

const runtimeCache: AnswerCache = {
  get: async (key) => (await openRuntimeCache()).get(key),
  set: async (key, value, options) => (await openRuntimeCache()).set(key, value, options),
};

async function openRuntimeCache() {
  const { getCache } = await import("@vercel/functions");
  return getCache({ namespace: "signpost", keyHashFunction: hashKey });
}

function logOperators(nodes: readonly Provider[]): void {
  const operatorsText = nodes.map(({ operator }) => operator).join(", ");
  const hasOneOperator = countOperators(nodes) === 1;
  writeLogLine({
    operators: operatorsText,
    ...(hasOneOperator && {
      nodes: "one_operator",
      meanwhile: "every answer says that no second source confirms it",
    }),
  });
}

function writeLogLine(line: UpstreamLine | Readonly<Record<string, string>>): void {
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
