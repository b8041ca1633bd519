// Where one swap stands: the node's answer, the indexer's, and what was seen of this hash before.
import { LRUCache } from "lru-cache";
import { readMarket } from "../market/market.ts";
import type { SwapReading } from "../model/swap.ts";
import { factAdvice, failureOf, swapAdvice } from "../safety/advice.ts";
import { nodeReasons } from "../safety/reasons.ts";
import type { SafetyReader, ToEnvelope } from "../safety/safety.ts";
import { firstOf, forQuestions, type Provider } from "../upstream/client.ts";
import { orNull } from "../upstream/deadline.ts";
import { ShapeError, UpstreamError } from "../upstream/errors.ts";
import { Actions, TxStatus } from "../upstream/schemas.ts";
import { listKnownAssets } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { parseTxid } from "../values/txid.ts";
import { mergeSwapFacts } from "./status.ts";

const OPEN_KEEP_MS = 5_000;
const TERMINAL_KEEP_MS = 3_600_000;
const REMEMBERED_HASHES = 2_000;

/** What this process remembers of a hash. Facts that are final are answered from it. */
interface Seen {
  readonly firstAskedMs: number;
  finalisedSinceMs: number | null;
  nodeFailures: number;
  final: { readonly node: TxStatus | null; readonly indexer: Actions | null; readonly sinceMs: number } | null;
}

export function createSwapReader(setup: {
  readonly preset: Preset;
  readonly nodes: readonly Provider[];
  readonly now: () => number;
  readonly safetyReader: SafetyReader;
  readonly toEnvelope: ToEnvelope;
}) {
  const { preset, now, safetyReader, toEnvelope } = setup;
  const seenHashes = new LRUCache<string, Seen>({ max: REMEMBERED_HASHES });

  return async (text: string, chain: string | null, signal: AbortSignal): Promise<SwapReading> => {
    const txid = parseTxid(text, chain, preset);
    const seen = seenHashes.get(txid) ?? { firstAskedMs: now(), finalisedSinceMs: null, nodeFailures: 0, final: null };
    seenHashes.set(txid, seen);
    const first = await safetyReader.read(signal);
    const final = seen.final && now() - seen.final.sinceMs < TERMINAL_KEEP_MS ? seen.final : null;
    const path = `/${preset.segment}/tx/status/${txid}`;
    const options = { signal, keepMs: OPEN_KEEP_MS };
    // A judged node first; without one a hash may still be looked up, since a payout that was made stays made.
    const nodes = first.nodes.length > 0 ? first.nodes : setup.nodes;
    const [market, node, indexer] = await Promise.all([
      readMarket(preset, first, signal),
      final
        ? final.node
        : firstOf(forQuestions(nodes), path, TxStatus, options).then(
            (answer) => ownAnswer(answer.value, txid),
            swapError,
          ),
      final
        ? final.indexer
        : orNull(firstOf(forQuestions(first.indexers), `/v2/actions?txid=${txid}`, Actions, options)).then(
            (one) => one?.value ?? null,
          ),
    ]);
    const safety = await safetyReader.renew(first, signal);
    const read = node instanceof Error ? null : node;
    seen.nodeFailures = node instanceof Error ? seen.nodeFailures + 1 : 0;
    if (read?.stages.inbound_finalised?.completed === true) seen.finalisedSinceMs ??= now();
    const facts = mergeSwapFacts({
      preset,
      known: listKnownAssets(preset, market.pools ?? []),
      txid,
      chain: chain?.trim().toUpperCase() ?? null,
      node: read,
      nodeFailure: node instanceof Error ? { retryAfterSeconds: retrySeconds(node) } : null,
      nodeFailures: Math.max(1, seen.nodeFailures),
      indexer,
      indexerInSync: indexer !== null,
      nowMs: now(),
      firstAskedMs: seen.firstAskedMs,
      finalisedSinceMs: seen.finalisedSinceMs,
      signingOf: (code) => safety.verdicts.chains.get(code)?.signing.verdict ?? "unknown",
      tradingOf: (code) => safety.verdicts.chains.get(code)?.trading.verdict ?? "unknown",
      prices: market.prices,
    });
    // An indexer that has no action of this hash yet may still tell of a refund.
    const isFinal = facts.terminal && facts.out.length > 0 && read !== null && facts.startedAtMs !== null;
    if (isFinal && !final) seen.final = { node: read, indexer, sinceMs: now() };
    const failure = facts.state === "unavailable" ? failureOf(nodeReasons.swapUnread) : null;
    const advice = failure
      ? factAdvice("Nothing is known of this swap now. Do not send again; ask later.")
      : swapAdvice(facts);
    return { ...toEnvelope(safety, advice, failure), ...facts };
  };
}

/** An answer about another transaction is none: it is as unusable as one of a wrong shape. */
function ownAnswer(status: TxStatus, txid: string): TxStatus | Error {
  const plain = (id: string) => id.toLowerCase().replace(/^0x/, "");
  if (!status.tx?.id || plain(status.tx.id) === plain(txid)) return status;
  return new ShapeError("/tx/status", "tx.id", "expected the transaction that was asked for");
}

function swapError(error: unknown): Error {
  return error instanceof Error ? error : new UpstreamError("reset", "/tx/status", { cause: error });
}

function retrySeconds(error: Error): number | null {
  const waitMs = error instanceof UpstreamError ? error.retryAfterMs : null;
  return waitMs === null ? null : Math.ceil(waitMs / 1000);
}
