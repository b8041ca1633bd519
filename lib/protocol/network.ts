// DOOR: the one network of this process, cached and judged. It alone knows whether bytes come from the sample or from the world.
import "server-only";
import { config } from "../config.ts";
import { createSampleTransport, SAMPLE_INDEXER_URL, SAMPLE_NODE_URL } from "../sample/transport.ts";
import { createProvider, fetchTransport } from "./client.ts";
import type { Network } from "./model.ts";
import { createReader } from "./reader.ts";

// On globalThis: a bundler may load this module once a route, and caches, breakers and the memory of heights must be one.
const key = Symbol.for("signpost.network");
const shelf = globalThis as { [key]?: Network };

/** Half of the fewest that a main network was ever recorded with (54, MAYAChain in 2024). */
const LEAST_PARAMETERS = 27;

/** The network that the configuration names. Made at the first call. */
export function getNetwork(): Network {
  shelf[key] ??= createNetwork();
  return shelf[key];
}

function createNetwork(): Network {
  const { preset, nodeUrls, indexerUrls } = config();
  const isSample = preset.network === "sample";
  const now = Date.now;
  const transport = isSample ? createSampleTransport({ now }) : fetchTransport;
  const createAll = (kind: "node" | "indexer", urls: readonly string[]) =>
    urls.map((baseUrl, index) => createProvider({ kind, index, baseUrl, transport, now }));
  return createReader({
    preset,
    source: isSample ? "sample" : "live",
    nodes: createAll("node", isSample ? [SAMPLE_NODE_URL] : nodeUrls),
    indexers: createAll("indexer", isSample ? [SAMPLE_INDEXER_URL] : indexerUrls),
    now,
    leastParameters: LEAST_PARAMETERS,
  });
}
