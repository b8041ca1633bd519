// Schemas of answers about one swap, from nodes and indexers. Unknown members are dropped.
import * as z from "zod";
import {
  AddressText,
  AssetText,
  ChainCode,
  ChainCodeOrBlank,
  Count,
  DisplayText,
  Height,
  Int,
  MAX_ROWS,
  rows,
  Span,
  Text,
  Uint,
  UintOrBlank,
} from "./schema-members.ts";

const QuoteFees = z.object({
  asset: AssetText,
  affiliate: UintOrBlank.optional(),
  outbound: UintOrBlank.optional(),
  liquidity: UintOrBlank.optional(),
  total: UintOrBlank.optional(),
  slippage_bps: Count.optional(),
  total_bps: Count.optional(),
});
export const QuoteSwap = z.object({
  inbound_address: AddressText.optional(),
  router: AddressText.optional(),
  inbound_confirmation_seconds: Span.optional(),
  outbound_delay_seconds: Span.optional(),
  fees: QuoteFees,
  slippage_bps: Count.optional(),
  expiry: Count.optional(),
  dust_threshold: UintOrBlank.optional(),
  recommended_min_amount_in: UintOrBlank.optional(),
  memo: Text.optional(),
  notes: DisplayText.optional(),
  expected_amount_out: Uint,
  max_streaming_quantity: Count.optional(),
  streaming_swap_blocks: Span.optional(),
  streaming_swap_seconds: Span.optional(),
  total_swap_seconds: Span.optional(),
});
export type QuoteSwap = z.infer<typeof QuoteSwap>;

/**
 * The quote of a limit order. Its fees are left out (`asset` is ""), because a node sends constants
 * of its release there, not the fees of this order.
 */
export const QuoteLimit = z
  .object(
    QuoteSwap.pick({
      inbound_address: true,
      router: true,
      dust_threshold: true,
      recommended_min_amount_in: true,
      memo: true,
      notes: true,
      expected_amount_out: true,
    }).shape,
  )
  .transform((quote): QuoteSwap => ({ ...quote, fees: { asset: "" } }));

const Coin = z.object({ asset: AssetText, amount: Uint });
const CoinRows = z.union([rows(Coin, MAX_ROWS.coins), z.null().transform(() => [])]);
const NodeTx = z.object({
  id: Text,
  chain: ChainCodeOrBlank.optional(),
  from_address: AddressText.optional(),
  to_address: AddressText.optional(),
  coins: CoinRows.optional(),
  memo: Text.optional(),
});
const PlannedOut = z.object({
  chain: ChainCode,
  to_address: AddressText.optional(),
  coin: Coin,
  refund: z.boolean().optional(),
});
const Flag = z.boolean().optional();
const Completed = z.object({ completed: Flag });
const Streaming = z.object({
  interval: Span.optional(),
  quantity: Count.optional(),
  count: Count.optional(),
});
export const Stages = z.object({
  inbound_observed: z.object({
    started: Flag,
    pre_confirmation_count: Count.optional(),
    final_count: Count.optional(),
    completed: Flag,
  }),
  inbound_confirmation_counted: Completed.extend({
    remaining_confirmation_seconds: Span.optional(),
    external_observed_height: Height.optional().catch(undefined),
    external_confirmation_delay_height: Height.optional().catch(undefined),
  }).optional(),
  inbound_finalised: Completed.optional(),
  swap_status: z.object({ pending: Flag, streaming: Streaming.optional() }).optional(),
  swap_finalised: Completed.optional(),
  outbound_delay: Completed.extend({ remaining_delay_seconds: Span.optional() }).optional(),
  outbound_signed: Completed.extend({ blocks_since_scheduled: Count.optional() }).optional(),
});
export type Stages = z.infer<typeof Stages>;
const listOrEmpty = <T extends z.ZodType>(outputSchema: T) =>
  z
    .union([rows(outputSchema, MAX_ROWS.outputs), z.null()])
    .optional()
    .transform((outputs) => outputs ?? []);
export const TxStatus = z
  .object({
    tx: NodeTx.optional(),
    planned_out_txs: listOrEmpty(PlannedOut),
    out_txs: listOrEmpty(NodeTx),
    stages: Stages,
  })
  .refine(
    (txStatus) =>
      txStatus.out_txs.reduce((coinCount, out) => coinCount + (out.coins?.length ?? 0), 0) <=
      MAX_ROWS.coins,
    { path: ["out_txs"], message: `expected at most ${MAX_ROWS.coins} coins in all` },
  );
export type TxStatus = z.infer<typeof TxStatus>;

const SwapAmounts = { deposit: Uint, in: Uint, out: Uint };
const FailedSwaps = z.union([rows(Count, MAX_ROWS.parts), z.null().transform(() => [])]).optional();
const PartCounts = {
  interval: Count.optional(),
  quantity: Count.optional(),
  count: Count.optional(),
};
export const SwapDetails = z.object({
  swap: z.object({
    target_asset: AssetText,
    trade_target: Uint,
    initial_block_height: Height.optional(),
    state: z.object({ ...PartCounts, ...SwapAmounts, failed_swaps: FailedSwaps }),
  }),
});
export type SwapDetails = z.infer<typeof SwapDetails>;
/** If the node does not know the swap, all amounts of the answer are zero, without `quantity`. */
export const StreamingSwap = z.object({
  ...PartCounts,
  ...SwapAmounts,
  target_asset: Text,
  trade_target: Uint,
  failed_swaps: FailedSwaps,
});

export const PayoutQueue = z.union([rows(z.object({ in_hash: Text }), MAX_ROWS.payouts), z.null()]);

/** Block heights. Consensus: enough nodes had seen the deposit. Finalised: the swap was done. */
export const TxRecord = z.object({
  consensus_height: Height.optional(),
  finalised_height: Height.optional(),
});

/** A memo that the network stored for later deposits of a certain asset and amount. */
export const StoredMemo = z.object({ memo: Text.optional() });

/** A transaction of the native chain. A `code` above 0 means that the chain rejected it. */
export const NativeMessage = z.object({ tx_response: z.object({ txhash: Text, code: Count }) });

const ActionLeg = z.object({
  txID: Text.optional(),
  address: AddressText.optional(),
  coins: CoinRows.optional(),
  affiliate: z.boolean().optional(),
});
const NetworkFees = rows(Coin, MAX_ROWS.coins).optional();
const CountText = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);
const StreamingRecord = z.object({
  count: CountText,
  quantity: CountText,
  failedSwaps: rows(CountText, MAX_ROWS.parts).optional(),
});
export const Action = z.object({
  type: Text.optional(),
  status: Text.optional(),
  date: Text,
  height: Text,
  in: rows(ActionLeg, MAX_ROWS.outputs),
  out: rows(ActionLeg, MAX_ROWS.outputs),
  metadata: z
    .object({
      swap: z
        .object({
          networkFees: NetworkFees,
          liquidityFee: Int.optional(),
          memo: Text.optional(),
          streamingSwapMeta: StreamingRecord.optional().catch(undefined),
        })
        .optional(),
      refund: z
        .object({ networkFees: NetworkFees, reason: Text.optional(), memo: Text.optional() })
        .optional(),
      failed: z
        .object({ code: Text.optional(), memo: Text.optional(), reason: Text.optional() })
        .optional(),
    })
    .optional(),
});
export type Action = z.infer<typeof Action>;
export const Actions = z.object({ actions: rows(Action, MAX_ROWS.actions) });
export type Actions = z.infer<typeof Actions>;
