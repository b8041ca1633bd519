// One swap from Bitcoin to Ether, step by step, as nodes and indexers tell it.
import { depositBody, paidStages, processedStages as past, payoutBody } from "../support/wire.ts";
import { createWorld, down, type Script, type World } from "../support/world.ts";

export const TXID = "AB".repeat(32);
export const USER = `0x${"11".repeat(20)}`;
export const THIEF = "0xbad0000000000000000000000000000000000000";
export const SENT = "CD".repeat(32);
export const memo = `=:ETH.ETH:${USER}`;
export const tx = (text = memo) => depositBody(TXID, text, "5000000");
export const payoutOf = (address = USER, amount = "90", id = SENT) =>
  payoutBody(TXID, address, amount, id);

export const unseen = { stages: { inbound_observed: { final_count: 0, completed: false } } };
export const confirming = (seconds: number) => ({
  tx: tx(),
  stages: {
    ...past,
    inbound_finalised: { completed: false },
    swap_status: undefined,
    swap_finalised: undefined,
    inbound_confirmation_counted: { remaining_confirmation_seconds: seconds, completed: false },
  },
});
export const pending = {
  ...past,
  swap_status: { pending: true },
  swap_finalised: { completed: false },
};
export const swapping = { tx: tx(), stages: pending };
/** The swap is over, and no payout is planned. */
export const nothing = { tx: tx(), stages: past };
export const due = { ...past, outbound_signed: { completed: false } };
export const plan = { chain: "ETH", to_address: USER, coin: { asset: "ETH.ETH", amount: "90" } };
export const signing = { tx: tx(), planned_out_txs: [plan], stages: due };
export const delayed = (seconds: number) => ({
  ...signing,
  stages: { ...due, outbound_delay: { remaining_delay_seconds: seconds, completed: false } },
});
export const refundPlan = {
  chain: "BTC",
  to_address: "bc1qsender",
  coin: { asset: "BTC.BTC", amount: "4999" },
  refund: true,
};
export const returning = { ...signing, planned_out_txs: [refundPlan] };
export const done = { tx: tx(), out_txs: [payoutOf()], stages: paidStages };
export const refund = {
  id: "0C".repeat(32),
  chain: "BTC",
  to_address: "bc1qsender",
  coins: [refundPlan.coin],
  memo: `REFUND:${TXID}`,
};
export const refunded = { ...done, out_txs: [refund] };

export const action = {
  type: "swap",
  status: "success",
  date: "1799999000000000000",
  height: "24999000",
  pools: ["BTC.BTC", "ETH.ETH"],
  in: [{ txID: TXID, address: "bc1qsender", coins: [{ asset: "BTC.BTC", amount: "5000000" }] }],
  out: [{ txID: SENT, address: USER, coins: [{ asset: "ETH.ETH", amount: "90" }] }],
  metadata: {
    swap: { memo, liquidityFee: "1000", networkFees: [{ asset: "ETH.ETH", amount: "9" }] },
  },
};
/** What an indexer has of it. */
export const record = (change: object = {}): Script => ({
  actions: { actions: [{ ...action, ...change }], count: "1" },
});
export const recordOf = (type: string, change: object = {}): Script =>
  record({ type, out: [], metadata: { [type]: { memo } }, ...change });
export const pendingRecord = record({ status: "pending", out: [] });
export const failedRecord = recordOf("failed", { status: "failed" });
/** An indexer that does not answer. */
export const silent: Script = { actions: down };

/** A message of the native chain, as a node's chain keeps it. */
export const messageOf = (tx_response: object = { txhash: TXID, code: 5 }): Script => ({
  [`cosmos/tx/v1beta1/txs/${TXID}`]: { tx_response },
});

export function worldOf(
  nodes: readonly unknown[],
  indexers: readonly Script[] = [silent],
  urls: Readonly<Record<string, string>> = {},
): World {
  const world = createWorld({ nodes: nodes.length, indexers: indexers.length, urls });
  for (const [index, body] of nodes.entries()) world.scripts[`node${index}`] = { [TXID]: body };
  for (const [index, script] of indexers.entries()) world.scripts[`indexer${index}`] = script;
  return world;
}

export const askSwap = ({ network }: World) => network.getSwap(TXID, null);

/** Without indexers: of one that does not answer. */
export const read = (nodes: readonly unknown[], ...indexers: readonly Script[]) =>
  askSwap(worldOf(nodes, indexers.length === 0 ? undefined : indexers));

/** As either node tells either. */
export const inBothOrders = <One, Other>(one: One, other: Other) =>
  [
    [one, other],
    [other, one],
  ] as const;

/** The lie of each of three nodes, with the truth of the two others. */
export const ofThree = <Lie, Truth>(lie: Lie, truth: Truth) =>
  [0, 1, 2].map((liar) => [0, 1, 2].map((node) => (node === liar ? lie : truth)));
