// A node and an indexer without a network, behind the same call as the real ones. The same instant always gives the same bytes.

import type { Transport } from "../protocol/upstream/provider.ts";
import { type Preset, presets } from "../protocol/values/chains.ts";
import { isTxid } from "../protocol/values/txid.ts";
import { sampleChains } from "./chains.ts";
import { heightAt } from "./clock.ts";
import * as indexer from "./indexer.ts";
import { constants, mimirBody } from "./mimir.ts";
import * as node from "./node.ts";
import { poolRows, samplePools } from "./pools.ts";
import { answerQuote } from "./quote/answer.ts";
import { type SampleNetwork, sampleState } from "./state.ts";
import * as records from "./tx-status.ts";

export const SAMPLE_NODE_URL = "http://node.sample.invalid";
export const SAMPLE_INDEXER_URL = "http://indexer.sample.invalid";

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const refuse = (status: number, code: number, message: string): Reply => ({
  status,
  body: { code, message, details: [] },
});
const notFound = refuse(404, 5, "not found");

interface SampleOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly preset?: Preset;
}

/** The sample network as a transport. Like `fetch`, it rejects with the signal's reason, or with a TypeError for an unknown host. */
export function createSampleTransport({
  now,
  preset = presets.sample,
}: SampleOptions): Transport<Response> {
  const sample = createSampleNetwork(preset);
  return async (url, { signal }) => {
    signal.throwIfAborted();
    const nowMs = now();
    const { status, body } = route(sample, url, nowMs);
    return new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", date: new Date(nowMs).toUTCString() },
    });
  };
}

type Body = (sample: SampleNetwork, height: number) => unknown;

/** By the path below the segment of the network. */
const nodeBodies: Readonly<Record<string, Body>> = {
  pools: ({ pools }, height) =>
    samplePools(pools, height).map((pool) => node.poolBody(pool, height)),
  inbound_addresses: node.inboundAddressesBody,
  mimir: ({ chains }, height) => mimirBody(chains, height),
  network: node.networkBody,
  constants: () => constants,
  lastblock: ({ chains }, height) => node.lastBlockBody(chains, height),
  block: (_, height) => node.blockBody(height),
  outbound_fees: node.outboundFeesBody,
  queue: (_, height) => node.queueBody(height),
  "queue/outbound": (sample, height) => records.payoutQueueBody(sample, "outbound", height),
  "queue/scheduled": (sample, height) => records.payoutQueueBody(sample, "scheduled", height),
};

function route(
  sample: SampleNetwork,
  { origin, pathname, searchParams: query }: URL,
  nowMs: number,
): Reply {
  const height = heightAt(nowMs);
  const path = pathname.slice(1);
  if (origin === SAMPLE_NODE_URL) return nodeReply(sample, path, query, height);
  if (origin !== SAMPLE_INDEXER_URL) throw new TypeError("fetch failed");
  if (path === "v2/health") return ok(indexer.healthBody(height));
  if (path === "v2/pools") return ok(indexer.poolsBody(sample.pools, height));
  return path === "v2/actions"
    ? ok(indexer.actionsBody(sample, query.get("txid"), height))
    : notFound;
}

function nodeReply(
  sample: SampleNetwork,
  path: string,
  query: URLSearchParams,
  height: number,
): Reply {
  const place = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, place), path.slice(place + 1)];
  const { segment } = sample.preset;
  const orRefused = (body: unknown, refusal: Reply) => (body ? ok(body) : refusal);
  switch (folder.replace(`${segment}/`, "")) {
    case "cosmos/tx/v1beta1/txs":
      return orRefused(
        records.rejectedMessageBody(name, height),
        refuse(404, 5, `tx not found: ${name}`),
      );
    case "queue/swap/details": {
      const refusal = refuse(
        400,
        3,
        `swap with tx_id ${name} not found in any queue: invalid request`,
      );
      return orRefused(records.swapDetailsBody(sample, name, height), refusal);
    }
    case "swap/streaming":
      return ok(records.streamingSwapBody(name));
    case "quote":
      return name === "swap" || name === "limit"
        ? answerQuote(sampleState(sample, height), name, query)
        : notFound;
    case "tx":
      return orRefused(
        records.txRecordBody(sample, name, height),
        refuse(404, 5, `tx: ${name} doesn't exist`),
      );
    case "tx/status":
      if (!isTxid(name)) return refuse(400, 3, "fail to parse tx id: invalid request");
      return ok(records.txStatusBody(sample, name, height));
  }
  const listed = path.startsWith(`${segment}/`) ? path.slice(segment.length + 1) : "";
  return Object.hasOwn(nodeBodies, listed) ? ok(nodeBodies[listed]?.(sample, height)) : notFound;
}

export function createSampleNetwork(preset: Preset): SampleNetwork {
  const chains = sampleChains(preset);
  return { chains, pools: poolRows(chains, preset), preset };
}
