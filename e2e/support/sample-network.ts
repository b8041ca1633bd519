// The sample network as the site reads it, without Next.
import { createNetwork } from "../../lib/protocol/network.ts";
import { createProvider } from "../../lib/protocol/upstream/provider.ts";
import type { Transport } from "../../lib/protocol/upstream/transport.ts";
import { type Preset, presets } from "../../lib/protocol/values/chains.ts";
import {
  createSampleNames,
  createSampleTransport,
  SAMPLE_INDEXER_URL,
  SAMPLE_NODE_URL,
} from "../../lib/sample/transport.ts";

interface Setup {
  readonly now?: () => number;
  readonly preset?: Preset;
  /** Replaces the transport of the sample, for example to make calls fail. */
  readonly transport?: Transport;
}

export function createSampleNetwork({
  now = Date.now,
  preset = presets.sample,
  transport = createSampleTransport(now, preset),
}: Setup = {}) {
  const create = (kind: "node" | "indexer", baseUrl: string) =>
    createProvider({ kind, index: 0, baseUrl, transport, now });
  return createNetwork({
    preset,
    source: "sample",
    nodes: [create("node", SAMPLE_NODE_URL)],
    indexers: [create("indexer", SAMPLE_INDEXER_URL)],
    now,
    leastParameters: 27,
    seenName: createSampleNames(now),
  });
}
