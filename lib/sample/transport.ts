// Sample room: an offline node and indexer behind the same call as the real ones. The same instant always gives the same bytes; nothing is remembered.
import type { Transport } from "../protocol/client.ts";
import { toHeight } from "./clock.ts";
import { toActions, toHealth, toIndexerPools } from "./indexer.ts";
import { toMimir } from "./mimir.ts";
import * as node from "./node.ts";
import { toPools } from "./pools.ts";
import { toQuote } from "./quote.ts";
import { toTxStatus } from "./tx-status.ts";

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

/**
 * The sample network as a transport. `now` gives epoch milliseconds. Rejects like a network does: with the signal's reason
 * when it is aborted, with a TypeError for a host that is not the sample's.
 */
export function createSampleTransport({ now }: { now: () => number }): Transport {
  return async (url, { signal }) => {
    signal.throwIfAborted();
    const nowMs = now();
    const { status, body } = route(url, nowMs);
    return new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", date: new Date(nowMs).toUTCString() },
    });
  };
}

function route(url: URL, nowMs: number): Reply {
  const path = url.pathname.split("/").slice(1).map(decode);
  const height = toHeight(nowMs);
  if (url.origin === SAMPLE_NODE_URL) {
    return path[0] === "thorchain" ? toNodeReply(path.slice(1), url.searchParams, nowMs, height) : notFound;
  }
  if (url.origin === SAMPLE_INDEXER_URL) {
    return path[0] === "v2" ? toIndexerReply(path.slice(1).join("/"), url.searchParams, height) : notFound;
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

function toNodeReply(path: readonly string[], query: URLSearchParams, nowMs: number, height: number): Reply {
  const [first = "", second, third] = path;
  switch (path.length === 1 ? first : `${path.slice(0, -1).join("/")}/*`) {
    case "pools":
      return ok(toPools(height).map((pool) => node.toPoolBody(pool, height)));
    case "pool/*":
      return toPoolReply(second ?? "", height);
    case "inbound_addresses":
      return ok(node.toInboundAddresses(height));
    case "mimir":
      return ok(toMimir(height));
    case "mimir/key/*":
      return ok(toMimir(height)[(third ?? "").toUpperCase()] ?? -1);
    case "network":
      return ok(node.toNetwork(height));
    case "constants":
      return ok(node.constants);
    case "lastblock":
      return ok(node.toLastBlock(height, null));
    case "lastblock/*":
      return ok(node.toLastBlock(height, second ?? ""));
    case "block":
      return ok(node.toBlock(height));
    case "outbound_fees":
      return ok(node.toOutboundFees(height));
    case "outbound_fee/*":
      return toOutboundFeeReply(second ?? "", height);
    case "queue":
      return ok(node.toQueue(height));
    case "version":
      return ok(node.version);
    case "ping":
      return ok({ ping: "pong" });
    case "quote/*":
      return second === "swap" ? toQuote(query, nowMs) : notFound;
    case "tx/status/*":
    case "tx/stages/*":
      return toTxReply(second === "stages", third ?? "", height);
    default:
      return notFound;
  }
}

function toPoolReply(asset: string, height: number): Reply {
  const pool = toPools(height).find((entry) => entry.asset === asset.toUpperCase());
  return pool ? ok(node.toPoolBody(pool, height)) : refuse(404, 5, `pool: ${asset} doesn't exist`);
}

function toOutboundFeeReply(asset: string, height: number): Reply {
  const row = node.toOutboundFees(height).find((entry) => entry.asset === asset.toUpperCase());
  return row ? ok(row) : refuse(404, 5, `pool: ${asset} doesn't exist`);
}

function toTxReply(stagesOnly: boolean, txid: string, height: number): Reply {
  if (!/^(0x)?[0-9a-fA-F]{64}$/i.test(txid)) return refuse(400, 3, "fail to parse tx id: invalid request");
  const status = toTxStatus(txid, height);
  return ok(stagesOnly ? status.stages : status);
}

function toIndexerReply(path: string, query: URLSearchParams, height: number): Reply {
  switch (path) {
    case "health":
      return ok(toHealth(height));
    case "pools":
      return ok(toIndexerPools(height, query.get("status")));
    case "actions":
      return ok(toActions(query, height));
    default:
      return notFound;
  }
}
