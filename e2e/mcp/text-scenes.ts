// The sample network as a deployment with sample data tells it, and as a live one of two operators, whose addresses and ids cost as many
// tokens as real ones.
import { createHash } from "node:crypto";
import { createNetwork, type Network } from "../../lib/protocol/network.ts";
import { createProvider } from "../../lib/protocol/upstream/provider.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import {
  createSampleTransport,
  SAMPLE_INDEXER_URL,
  SAMPLE_NODE_URL,
} from "../../lib/sample/transport.ts";
import { evmPair, pairs } from "../fixtures/chain-examples.ts";

export const START_MS = Date.UTC(2026, 10, 20, 3, 12, 33);
const EVM_ROUTER = "0xd37bbe5744d730a1d98d8dc97c42f0ca46ad7146";

export function userAddress(chain: string): string {
  const row = presets.thorchain.chains.find(({ code }) => code === chain);
  const found = pairs[chain] ?? (row?.family === "evm" ? evmPair : null);
  if (!found) throw new Error(`chain-examples.ts has no addresses of ${chain}`);
  return found[1];
}

/** A random id in place of the sample's, whose digits repeat. */
export const realTxid = (txid: string): string =>
  createHash("sha256").update(txid).digest("hex").toUpperCase();

const MAX_IDS = 100;
const sampleIds = new Map(
  Array.from({ length: MAX_IDS }, (_, number) => String(number).padStart(4, "0").repeat(16)).map(
    (id) => [realTxid(id), id],
  ),
);

export interface Scene {
  readonly source: "live" | "sample";
  /** Parameters that differ from the sample's. */
  readonly mimir?: Readonly<Record<string, number>>;
  readonly now?: () => number;
}

export function createScene({ source, mimir = {}, now = () => START_MS }: Scene): Network {
  const sample = createSampleTransport(now);
  const isLive = source === "live";
  const create = (kind: "node" | "indexer", index: number, of: string) =>
    createProvider({
      kind,
      index,
      baseUrl: `http://${kind}.operator${index}.example`,
      now,
      transport: async ({ pathname, search }, init) => {
        const toSampleId = (txid: string) => sampleIds.get(txid) ?? txid;
        const path = `${pathname}${search}`.replace(/[0-9A-F]{64}/, toSampleId);
        const answer = await sample(new URL(path, of), init);
        const text = await answer.text();
        const body = path.endsWith("/mimir")
          ? JSON.stringify({ ...JSON.parse(text), ...mimir })
          : text;
        return new Response(isLive ? asReal(body) : body, {
          status: answer.status,
          headers: answer.headers,
        });
      },
    });
  return createNetwork({
    preset: isLive ? presets.thorchain : presets.sample,
    source,
    nodes: (isLive ? [0, 1] : [0]).map((index) => create("node", index, SAMPLE_NODE_URL)),
    indexers: [create("indexer", 0, SAMPLE_INDEXER_URL)],
    now,
    leastParameters: 27,
  });
}

/** A placeholder tells its chain, so an address of that chain's form takes its place. */
function asReal(text: string): string {
  const placeholder = /sample-([a-z]+)-(?:(vault|module|router)-do-not-send|[a-z]+-address)/g;
  return text
    .replace(placeholder, (_, code: string, ofNetwork?: string) => {
      const [vault, user] = pairs[code.toUpperCase()] ?? evmPair;
      if (ofNetwork === "router") return EVM_ROUTER;
      return ofNetwork === undefined ? user : vault;
    })
    .replace(/(?!0{64})[0-9A-F]{64}/g, realTxid);
}
