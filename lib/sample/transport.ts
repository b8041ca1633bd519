// A node and an indexer without a network, behind the same call as the real ones. The same instant always gives the same bytes.
import type { Transport } from "../protocol/upstream/provider.ts";
import { type Preset, presets } from "../protocol/values/chains.ts";
import { isTxid } from "../protocol/values/txid.ts";
import { heightAt } from "./clock.ts";
import { constants } from "./constants.ts";
import { actionsBody, healthBody, indexerPoolsBody } from "./indexer.ts";
import { mimirBody } from "./mimir.ts";
import * as node from "./node.ts";
import { samplePools } from "./pools.ts";
import { answerQuote } from "./quote/answer.ts";
import { dynamicFeesBody } from "./quote/terms.ts";
import { createSampleNetwork, type SampleNetwork, sampleState } from "./state.ts";
import { streamingSwapBody, swapDetailsBody } from "./swap-queue.ts";
import { payoutQueueBody, rejectedMessageBody, txRecordBody, txStatusBody } from "./tx-status.ts";

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
export function createSampleTransport({ now, preset = presets.sample }: SampleOptions): Transport<Response> {
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

function route(sample: SampleNetwork, url: URL, nowMs: number): Reply {
  const path = url.pathname.split("/").slice(1).map(decode);
  const height = heightAt(nowMs);
  if (url.origin === SAMPLE_NODE_URL) {
    if (path.slice(0, -1).join("/") === "cosmos/tx/v1beta1/txs") return messageReply(path.at(-1) ?? "", height);
    if (path[0] !== sample.preset.segment) return notFound;
    return nodeReply(sample, path.slice(1), url.searchParams, nowMs);
  }
  if (url.origin === SAMPLE_INDEXER_URL) {
    return path[0] === "v2" ? indexerReply(sample, path.slice(1).join("/"), url.searchParams, height) : notFound;
  }
  throw new TypeError("fetch failed");
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function nodeReply(sample: SampleNetwork, path: readonly string[], query: URLSearchParams, nowMs: number): Reply {
  const height = heightAt(nowMs);
  const [first = "", second, third] = path;
  switch (path.length === 1 ? first : `${path.slice(0, -1).join("/")}/*`) {
    case "pools":
      return ok(samplePools(sample.pools, height).map((pool) => node.poolBody(pool, height)));
    case "inbound_addresses":
      return ok(node.inboundAddressesBody(sample, height));
    case "mimir":
      return ok(mimirBody(sample.chains, height));
    case "network":
      return ok(node.networkBody(sample, height));
    case "constants":
      return ok(constants);
    case "lastblock":
      return ok(node.lastBlockBody(sample.chains, height));
    case "block":
      return ok(node.blockBody(height));
    case "outbound_fees":
      return ok(node.outboundFeesBody(sample, height));
    case "dynamic_l1_fees":
      return ok(dynamicFeesBody(sampleState(sample, height).dynamicFees));
    case "queue":
      return ok(node.queueBody(height));
    case "queue/swap/details/*":
      return detailsReply(sample, path[3] ?? "", height);
    case "swap/streaming/*":
      return ok(streamingSwapBody(third ?? ""));
    case "queue/*":
      return second === "outbound" || second === "scheduled" ? ok(payoutQueueBody(sample, second, height)) : notFound;
    case "quote/*":
      return second === "swap" || second === "limit"
        ? answerQuote(sampleState(sample, height), second, query)
        : notFound;
    case "tx/*":
      return recordReply(sample, second ?? "", height);
    case "tx/status/*":
      return isTxid(third ?? "")
        ? ok(txStatusBody(sample, third ?? "", height))
        : refuse(400, 3, "fail to parse tx id: invalid request");
    default:
      return notFound;
  }
}

function messageReply(txid: string, height: number): Reply {
  const body = rejectedMessageBody(txid, height);
  return body ? ok(body) : refuse(404, 5, `tx not found: ${txid}`);
}

function recordReply(sample: SampleNetwork, txid: string, height: number): Reply {
  const body = txRecordBody(sample, txid, height);
  return body ? ok(body) : refuse(404, 5, `tx: ${txid} doesn't exist`);
}

function detailsReply(sample: SampleNetwork, txid: string, height: number): Reply {
  const body = swapDetailsBody(sample, txid, height);
  return body ? ok(body) : refuse(400, 3, `swap with tx_id ${txid} not found in any queue: invalid request`);
}

function indexerReply(sample: SampleNetwork, path: string, query: URLSearchParams, height: number): Reply {
  switch (path) {
    case "health":
      return ok(healthBody(height));
    case "pools":
      return ok(indexerPoolsBody(sample.pools, height, query.get("status")));
    case "actions":
      return ok(actionsBody(sample, query, height));
    default:
      return notFound;
  }
}
