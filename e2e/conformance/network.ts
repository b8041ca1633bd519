// The sample network as the endpoint reads it, without Next around it.
import { presets } from "../../lib/protocol/chains.ts";
import { createProvider } from "../../lib/protocol/client.ts";
import type { Network } from "../../lib/protocol/model.ts";
import { createReader } from "../../lib/protocol/reader.ts";
import { createSampleTransport, SAMPLE_INDEXER_URL, SAMPLE_NODE_URL } from "../../lib/sample/transport.ts";

export function createSampleNetwork(now: () => number = Date.now): Network {
  const transport = createSampleTransport({ now });
  return createReader({
    preset: presets.sample,
    source: "sample",
    nodes: [createProvider({ kind: "node", index: 0, baseUrl: SAMPLE_NODE_URL, transport, now })],
    indexers: [createProvider({ kind: "indexer", index: 0, baseUrl: SAMPLE_INDEXER_URL, transport, now })],
    now,
  });
}
