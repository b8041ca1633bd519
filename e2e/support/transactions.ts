// Answers of nodes and indexers about one swap from BTC to ETH, in each state of the swap.

import { scriptNodes } from "./changes.ts";
import { down, type Reply, type World } from "./world.ts";

export const TXID = "9D30542F".repeat(8);
export const RECIPIENT = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
export const SENDER = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
export const MEMO = `=:ETH.ETH:${RECIPIENT}`;
export const PAYOUT_ID = "AB".repeat(32);
export const REFUND_ID = "CD".repeat(32);

export const deposit = (memo = MEMO) => ({
  id: TXID,
  chain: "BTC",
  from_address: SENDER,
  coins: [{ asset: "BTC.BTC", amount: "5000000" }],
  memo,
});

const notSeen = { final_count: 0, completed: false };
const confirmed = {
  inbound_observed: { final_count: 100, completed: true },
  inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: true },
  inbound_finalised: { completed: true },
};
const swapped = {
  ...confirmed,
  swap_status: { pending: false },
  swap_finalised: { completed: true },
};
/** The payout has waited for its signature for `blocks_since_scheduled` blocks. */
export const lateBy = (blocks_since_scheduled: number) => ({
  ...swapped,
  outbound_delay: { completed: true },
  outbound_signed: { scheduled_outbound_height: 1000, blocks_since_scheduled, completed: false },
});
/** `stages` of `tx/status`, by progress of the swap. */
export const stages = {
  unseen: { inbound_observed: notSeen },
  observing: { inbound_observed: { ...notSeen, started: true, pre_confirmation_count: 3 } },
  confirming: {
    inbound_observed: { pre_confirmation_count: 80, final_count: 0, completed: true },
    inbound_confirmation_counted: {
      external_observed_height: 870_001,
      external_confirmation_delay_height: 870_003,
      remaining_confirmation_seconds: 420,
      completed: false,
    },
    inbound_finalised: { completed: false },
    swap_status: { pending: false },
  },
  swapping: { ...confirmed, swap_status: { pending: true }, swap_finalised: { completed: false } },
  swapped,
  scheduled: {
    ...swapped,
    outbound_delay: { remaining_delay_blocks: 60, remaining_delay_seconds: 360, completed: false },
    outbound_signed: { scheduled_outbound_height: 1000, completed: false },
  },
  signing: lateBy(12),
  signed: { ...swapped, outbound_signed: { completed: true } },
} as const;

export const inParts = (streaming: object) => ({
  ...stages.swapping,
  swap_status: { pending: true, streaming },
});

const AFFILIATE = "thor1affiliate";
const coins = {
  payout: { asset: "ETH.ETH", amount: "90000000" },
  refund: { asset: "BTC.BTC", amount: "4998000" },
  affiliate: { asset: "THOR.RUNE", amount: "300" },
};
export const planned = {
  payout: { chain: "ETH", to_address: RECIPIENT, coin: coins.payout, refund: false },
  refund: { chain: "BTC", to_address: SENDER, coin: coins.refund, refund: true },
  affiliate: { chain: "THOR", to_address: AFFILIATE, coin: coins.affiliate, refund: false },
};

const sentBody = (id: string, { coin, refund, ...plan }: (typeof planned)["payout"]) => {
  const memo = `${refund ? "REFUND" : "OUT"}:${TXID}`;
  return { id, ...plan, from_address: "vault", coins: [coin], memo };
};
export const sent = {
  payout: sentBody(PAYOUT_ID, planned.payout),
  refund: sentBody(REFUND_ID, planned.refund),
  affiliate: sentBody("00".repeat(32), planned.affiliate),
};

const leg = (txID: string, address: string, coin: object) => ({ txID, address, coins: [coin] });
export const legs = {
  deposit: leg(TXID, SENDER, { asset: "BTC.BTC", amount: "5000000" }),
  payout: leg(PAYOUT_ID, RECIPIENT, coins.payout),
  refund: leg(REFUND_ID, SENDER, coins.refund),
  affiliate: leg("", AFFILIATE, coins.affiliate),
};

const began = { date: "1800005700123456789", height: "25000950", in: [legs.deposit] };
export const record = (
  type: string,
  status = "success",
  out: readonly object[] = [],
  more: object = {},
) => ({ ...began, type, status, out, metadata: { [type]: { memo: MEMO } }, ...more });
export const action = (type: string, out: readonly object[], more: object = {}) => {
  const networkFees = [{ asset: "ETH.ETH", amount: "600000" }];
  const metadata = { [type]: { memo: MEMO, liquidityFee: "4000000", networkFees } };
  return record(type, "success", out, { metadata, ...more });
};

export const kept = (at: object, more: object = {}): object => ({
  tx: deposit(),
  stages: at,
  ...more,
});
export const sentOut = (...outs: readonly object[]): object =>
  kept(stages.signed, { out_txs: outs });
export const plannedAt = (at: object, ...plans: readonly object[]): object =>
  kept(at, { planned_out_txs: plans });

export const unseen = { stages: stages.unseen };
export const swapping = kept(stages.swapping);
export const nothing = kept(stages.swapped);
const noSwap = kept(stages.swapped, { tx: deposit("+:BTC.BTC") });
export const paid = sentOut(sent.payout);
export const refunded = sentOut(sent.refund);
export const partly = sentOut(sent.payout, sent.refund);
/** Only the affiliate was paid. */
const unclear = sentOut(sent.affiliate);
export const signing = plannedAt(stages.signing, planned.payout);
export const returning = plannedAt(stages.signing, planned.refund);

export const swapRecord = record("swap", "success", [legs.payout]);
export const refundRecord = record("refund", "success", [legs.refund]);
export const failedRecord = record("failed");
const swapPending = record("swap", "pending");
const refundPending = record("refund", "pending");
/** The transaction of THORChain or MAYAChain was rejected. */
export const rejection: Reply = { tx_response: { txhash: TXID, code: 5 } };

type Terms = Readonly<Record<string, unknown>>;
const sums = { deposit: "5000000", in: "1500000", out: "90", interval: 1, quantity: 10, count: 3 };
/** Body of `queue/swap/details`. */
export const queued = (state: Terms = {}, terms: Terms = {}) => {
  const asked = { target_asset: "ETH.ETH", initial_block_height: 25_000_950 };
  return { swap: { ...asked, trade_target: "7500000", ...terms, state: { ...sums, ...state } } };
};
/** Body of `swap/streaming`, the older endpoint. One part of the swap failed. */
export const queuedBefore = (change: Terms = {}) => {
  return { ...sums, target_asset: "ETH.ETH", trade_target: "0", failed_swaps: [2], ...change };
};
type EachOrAll<T> = T | readonly T[];

export interface SwapRecords {
  readonly nodes?: EachOrAll<Reply>;
  readonly actions?: readonly object[];
  /** Instead of `actions`: a list of actions, or another reply, for each indexer. */
  readonly indexers?: readonly Reply[];
  /** `queue/swap/details`: a queued limit order or streaming swap. */
  readonly details?: EachOrAll<object | undefined>;
  /** `swap/streaming`, the older endpoint. */
  readonly streaming?: EachOrAll<object | undefined>;
  /** `tx`: the heights at which the deposit was seen and the swap ended. */
  readonly heights?: EachOrAll<object | undefined>;
  /** `cosmos/tx`: a transaction of THORChain or MAYAChain. */
  readonly message?: EachOrAll<Reply>;
  readonly isNodeSilent?: boolean;
  readonly mimir?: Readonly<Record<string, number>>;
  readonly paths?: Readonly<Record<string, Reply>>;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const ofNode = <T>(replies: EachOrAll<T>, index: number) =>
  isList(replies) ? (replies[index] as T) : (replies as T);
const emptyList = { $status: 200, body: null, headers: {} };

export function scriptSwap(world: World, records: SwapRecords): void {
  const { segment } = world.preset;
  const { nodes, details, streaming, heights, message, isNodeSilent = false } = records;
  Object.assign(world.mimir, records.mimir);
  const count = isList(nodes) ? nodes.length : 2;
  for (let index = 0; index < count; index += 1) {
    const replies: Record<string, Reply> = {
      [`${segment}/tx/status/${TXID}`]: isNodeSilent ? down : (ofNode(nodes, index) ?? unseen),
      [`${segment}/tx/status/${PAYOUT_ID}`]: unseen,
      [`${segment}/queue/swap/details/${TXID}`]: ofNode(details, index),
      [`${segment}/swap/streaming/${TXID}`]: ofNode(streaming, index),
      [`${segment}/tx/${TXID}`]: ofNode(heights, index),
      [`cosmos/tx/v1beta1/txs/${TXID}`]: ofNode(message, index),
      outbound: emptyList,
      scheduled: emptyList,
      ...records.paths,
    };
    const scripted = Object.entries(replies).filter(([, reply]) => reply !== undefined);
    scriptNodes(world, Object.fromEntries(scripted), [`node${index}`]);
  }
  for (const [index, actions] of (records.indexers ?? [records.actions ?? []]).entries()) {
    const reply = isList(actions) ? { actions, count: String(actions.length) } : actions;
    world.scripts[`indexer${index}`] = { actions: reply };
  }
}

export type Words = Readonly<Record<string, Reply>>;

const nodeWords: Words = {
  confirming: kept(stages.confirming),
  nothing,
  "no swap": noSwap,
  paid,
  "paid with a share": sentOut(sent.affiliate, sent.payout),
  partly,
  refunded,
  returning,
  signing,
  swapping,
  unclear,
  "not shown": plannedAt(stages.signed, planned.payout),
  unread: down,
  unseen,
};
const recordWords: Readonly<Record<string, object>> = {
  swap: swapRecord,
  refund: refundRecord,
  failed: failedRecord,
  "swap waits": swapPending,
  "refund waits": refundPending,
  "swap without a payout": record("swap"),
  "swap of the affiliate": record("swap", "success", [legs.affiliate]),
  "failed with a payout": record("failed", "success", [legs.refund]),
  donation: record("donate"),
};

const wordOf = <T>(words: Readonly<Record<string, T>>, word: string): T => {
  if (!Object.hasOwn(words, word)) throw new Error(`no such word: ${word}`);
  return words[word] as T;
};

/** Parses "paid, unread | swap, refund waits": a word for each node, "|", actions of an indexer. */
export function recordsOf(text: string, words: Words = {}): SwapRecords {
  const [nodes = [], ...indexers] = text.split(" | ").map((part) => part.split(", "));
  const lists = indexers.map((list) =>
    list[0] === "unread"
      ? down
      : list
          .filter((word) => word !== "no record")
          .map((word) => wordOf({ ...recordWords, ...words }, word)),
  );
  return {
    nodes: nodes
      .flatMap((word) => (word.startsWith("both ") ? [word.slice(5), word.slice(5)] : word))
      .map((word) => wordOf({ ...nodeWords, ...words }, word)),
    ...(lists.length > 0 && { indexers: lists }),
  };
}
