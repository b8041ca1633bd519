// What the sources say of one swap, put together. A claimed outcome is not final yet: final.ts asks for a second source.
import { type SwapReading, stateRows } from "../model/swap.ts";
import type { Actions, TxStatus } from "../upstream/schemas.ts";
import { type IndexerFacts, readIndexerFacts } from "./indexer.ts";
import { type NodeFacts, type RuleName, readNodeFacts, rules } from "./node.ts";
import type { AssetContext } from "./outputs.ts";
import type { Situation } from "./words.ts";

/** A deposit without outputs stays open this long: the output may still be planned (10 protocol blocks). */
const NO_OUTPUT_OPEN_MS = 60_000;

export interface SourceInput extends AssetContext {
  /** As `parseTxid` gives it. */
  readonly txid: string;
  /** The node's answer, or null where none was read. */
  readonly node: TxStatus | null;
  /** A second node's answer for the same transaction; null where it was not asked, or not read. */
  readonly second: TxStatus | null;
  /** The indexer's answer for this hash, or null when it was not read. */
  readonly indexer: Actions | null;
  /** What an indexer of another operator has of this hash; absent where none was asked, or in sync. */
  readonly secondIndexer?: Actions | null;
  /** The chain of a node has this hash as a rejected message. Absent where that was not asked. */
  readonly isRejectedOnChain?: boolean;
  /** False also when the indexer's health is not known: its actions are then not used. */
  readonly indexerInSync: boolean;
  /** False where whoever runs the indexer runs one of the nodes too: the two are then one witness. Absent: nobody runs both. */
  readonly isIndexerApart?: boolean;
  readonly nowMs: number;
  /** Whether the two nodes tell other steps for longer than honest ones lag: the later step bears the earlier one out no more. */
  readonly isApartTooLong?: boolean;
  /** The memo that the network has stored for a deposit without one; absent where none was read. */
  readonly storedMemo?: string | null;
  /** A time at which the deposit was finalised already: first sight of such an answer. Null keeps a deposit without an output open. */
  readonly finalisedSinceMs: number | null;
}

/** What each source says of the transaction. */
export interface Sources {
  readonly node: NodeFacts | null;
  readonly second: NodeFacts | null;
  /** Null too where an indexer in sync has no swap, refund or rejection of this hash. */
  readonly indexed: IndexerFacts | null;
  /** The same of an indexer of another operator; null where none was asked. */
  readonly secondIndexed: IndexerFacts | null;
  /** An indexer in sync has a record of this hash that is no swap, refund or rejection. */
  readonly isIndexedAsOther: boolean;
  readonly isIndexerRead: boolean;
  readonly isIndexerApart: boolean;
  readonly isRejectedOnChain: boolean;
  readonly isApartTooLong: boolean;
}

/** What one source, or two together, say; `settled` where nothing can follow if it is true. */
export type Claim = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> & {
  readonly settled: boolean;
  readonly doubt: Situation["doubt"];
};

/** What each source that answered says of the swap, before any of it is believed. */
export function readSources(input: SourceInput): Sources {
  const node = input.node && readNodeFacts(input.node, input);
  const actions = input.indexerInSync ? input.indexer : null;
  const read = (record: Actions | null) =>
    record && readIndexerFacts(record, input.txid, node?.memoText ?? null, input);
  const indexed = read(actions);
  const isOwn = (txID: string | undefined) => txID?.toLowerCase() === input.txid.toLowerCase();
  return {
    node,
    second: input.second && readNodeFacts(input.second, input),
    indexed,
    secondIndexed: read(input.secondIndexer ?? null),
    isIndexedAsOther:
      indexed === null &&
      (actions?.actions.some((one) => one.in.some((leg) => isOwn(leg.txID))) ?? false),
    isIndexerRead: actions !== null,
    isIndexerApart: input.isIndexerApart ?? true,
    isRejectedOnChain: input.isRejectedOnChain ?? false,
    isApartTooLong: input.isApartTooLong ?? false,
  };
}

type Age = Pick<SourceInput, "finalisedSinceMs" | "nowMs">;

/** The node decides; the indexer settles what the node leaves open, and a refund beats a swap. */
export function mergeClaim(sources: Sources, input: Age): Claim {
  const { node, indexed } = sources;
  if (node === null) {
    if (indexed === null) return { ...nothing, state: "unavailable", decidedBy: null, doubt: null };
    return { ...byIndexer(indexed), settled: indexed.rejected, doubt: "node_unread" };
  }
  const own: Claim = {
    state: node.state,
    settled: node.terminal,
    refundExpected:
      node.refundExpected || (isRefundOpen(node) && (indexed?.refundExpected ?? false)),
    decidedBy: "node",
    doubt: doubts[node.rule] ?? null,
  };
  switch (node.rule) {
    case "notSeen":
      return indexed ? byIndexer(indexed) : own;
    case "recipientPaid":
      return finishedClaim(own, node, indexed);
    case "payoutUnseen":
    case "recipientUnclear":
      return indexed && stateRows[indexed.state].phase === "outcome" ? byIndexer(indexed) : own;
    case "nothingPlanned":
      return claimWithoutOutput(own, sources, input);
    case "recipientUnpaid":
      // No payout to the user is planned, and the indexer has seen the refund.
      return indexed && stateRows[indexed.state].back && !node.hasUserOutput
        ? byIndexer(indexed)
        : own;
    default:
      return own;
  }
}

const doubts: Partial<Readonly<Record<RuleName, Claim["doubt"]>>> = {
  notASwap: "not_a_swap",
  recipientUnclear: "not_classifiable",
  payoutUnseen: "payout_unseen",
};

const nothing = { settled: false, refundExpected: false } as const;

function byIndexer({ state, settled, refundExpected }: IndexerFacts): Claim {
  return { state, settled, refundExpected, decidedBy: "indexer", doubt: null };
}

/** A payout told by its asset alone may be the affiliate's; one to the recipient's address is not. */
const isToRecipient = (node: NodeFacts) => node.outputs.some((out) => out.proof === "address");

/** Whether an indexer may know of a refund to come that the node does not tell: a node plans what goes back beside what it pays out. */
const isRefundOpen = (node: NodeFacts) => node.isSwapOver && !isToRecipient(node);

/** A refund that only the indexer shows turns "done" into what it is. */
function finishedClaim(own: Claim, node: NodeFacts, indexed: IndexerFacts | null): Claim {
  if (indexed === null) return own;
  if (indexed.refundExpected) return byIndexer(indexed);
  if (!stateRows[indexed.state].back) return own;
  return {
    ...byIndexer(indexed),
    state: isToRecipient(node) ? rules.partlyRefunded.state : indexed.state,
  };
}

function claimWithoutOutput(
  own: Claim,
  { indexed, isIndexerRead }: Sources,
  { finalisedSinceMs, nowMs }: Age,
): Claim {
  // A refund or a rejection without a payout says no more than the node does: that nothing is paid.
  const isReturned = (one: IndexerFacts) =>
    stateRows[one.state].back && one.out.some(({ kind }) => kind !== "affiliate");
  if (indexed && (indexed.refundExpected || isReturned(indexed))) return byIndexer(indexed);
  if (indexed?.state === "done" && indexed.paidUser) return byIndexer(indexed);
  const isOldEnough = finalisedSinceMs !== null && nowMs - finalisedSinceMs >= NO_OUTPUT_OPEN_MS;
  return { ...own, settled: isIndexerRead && isOldEnough && (indexed?.settled ?? true) };
}
