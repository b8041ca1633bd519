// A transport that answers like a node and an indexer, without a network.
// Two requests for the same URL at the same time get the same bytes.
import type { Transport } from "../protocol/upstream/transport.ts";
import { type Preset, presets } from "../protocol/values/chains.ts";
import { actionsBody } from "./actions.ts";
import { heightAt, type SampleState, stateAt } from "./network.ts";
import * as node from "./node.ts";
import { answerQuote } from "./quote.ts";
import * as records from "./records.ts";
import { nameAt } from "./transactions.ts";

export const SAMPLE_NODE_URL = "http://node.sample.invalid";
export const SAMPLE_INDEXER_URL = "http://indexer.sample.invalid";

/** For `seenName` of a network. */
export const createSampleNames =
  (now: () => number) =>
  (txid: string): string =>
    nameAt(txid, heightAt(now()));

export function createSampleTransport(
  now: () => number,
  preset: Preset = presets.sample,
): Transport<Response> {
  return async (url, { signal }) => {
    signal.throwIfAborted();
    const nowMs = now();
    const { status, body } = answerRequest(preset, url, heightAt(nowMs));
    const headers = { "content-type": "application/json", date: new Date(nowMs).toUTCString() };
    return new Response(JSON.stringify(body, bigintToText), { status, headers });
  };
}

function bigintToText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}

const networkBodies: Readonly<Record<string, (state: SampleState) => unknown>> = {
  [`${SAMPLE_NODE_URL}/thorchain/pools`]: node.poolsBody,
  [`${SAMPLE_NODE_URL}/thorchain/inbound_addresses`]: node.inboundAddressesBody,
  [`${SAMPLE_NODE_URL}/thorchain/mimir`]: ({ parameters }) => parameters,
  [`${SAMPLE_NODE_URL}/thorchain/network`]: node.networkBody,
  [`${SAMPLE_NODE_URL}/thorchain/constants`]: () => ({ int_64_values: { L1SlipMinBps: 0 } }),
  [`${SAMPLE_NODE_URL}/thorchain/lastblock`]: node.lastBlockBody,
  [`${SAMPLE_NODE_URL}/thorchain/block`]: node.blockBody,
  [`${SAMPLE_NODE_URL}/thorchain/outbound_fees`]: node.outboundFeesBody,
  [`${SAMPLE_NODE_URL}/thorchain/queue`]: node.queueBody,
  [`${SAMPLE_NODE_URL}/thorchain/queue/outbound`]: ({ height }) =>
    records.payoutQueueBody("outbound_signing", height),
  [`${SAMPLE_NODE_URL}/thorchain/queue/scheduled`]: ({ height }) =>
    records.payoutQueueBody("outbound_scheduled", height),
  [`${SAMPLE_INDEXER_URL}/v2/health`]: node.healthBody,
  [`${SAMPLE_INDEXER_URL}/v2/pools`]: node.indexerPoolsBody,
};

const recordBodies: Readonly<Record<string, (txid: string, height: number) => unknown>> = {
  "/thorchain/tx/status": records.txStatusBody,
  "/thorchain/tx": records.txRecordBody,
  "/thorchain/queue/swap/details": records.swapDetailsBody,
  "/cosmos/tx/v1beta1/txs": records.rejectedMessageBody,
};

function answerRequest(preset: Preset, { origin, pathname, searchParams }: URL, height: number) {
  if (origin !== SAMPLE_NODE_URL && origin !== SAMPLE_INDEXER_URL)
    throw new TypeError("fetch failed");
  const slashIndex = pathname.lastIndexOf("/");
  const parentPath = pathname.slice(0, slashIndex);
  const lastSegment = pathname.slice(slashIndex + 1);
  if (parentPath === "/thorchain/quote")
    return answerQuote(stateAt(preset, height), lastSegment, searchParams);
  if (pathname === "/v2/actions") {
    const txid = searchParams.get("txid")?.toUpperCase();
    return { status: 200, body: actionsBody(txid, height) };
  }
  const recordBody = recordBodies[parentPath]?.(lastSegment.toUpperCase(), height);
  if (recordBody) return { status: 200, body: recordBody };
  const networkBody = networkBodies[origin + pathname];
  if (networkBody) return { status: 200, body: networkBody(stateAt(preset, height)) };
  const [status, errorCode] = parentPath.endsWith("/details") ? [400, 3] : [404, 5];
  return { status, body: { code: errorCode, message: `${lastSegment} not found`, details: [] } };
}
