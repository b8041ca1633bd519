// The answers of nodes and indexers. Unknown members are dropped: nobody reads them, and they may be as large as an answer may be.
// A wrong known member, a list or a text that is too long fails with its path.
import { z } from "zod";
import { CHAIN_CODE } from "../values/clean-text.ts";
import { ShapeError } from "./errors.ts";

/** A non-negative decimal integer string, as the node sends amounts: up to 40 digits, read as bigint. */
const Uint = z
  .string()
  .regex(/^\d{1,40}$/, "expected a decimal integer string")
  .transform((text) => BigInt(text));
const Int = z
  .string()
  .regex(/^-?\d{1,40}$/, "expected a decimal integer string")
  .transform((text) => BigInt(text));
/** Some versions send an empty string for an amount that does not apply. */
const UintOrBlank = z.union([Uint, z.literal("").transform(() => null)]);
const Count = z.number().int();
/** Far above any chain's, and small enough that sums and times of it stay exact. */
const HIGHEST = 1_000_000_000_000;
const Height = z.number().int().nonnegative().max(HIGHEST, "expected a height");
const HeightText = z.union([
  Height,
  z
    .string()
    .regex(/^\d{1,12}$/, "expected a height")
    .transform(Number),
]);
/** Unix seconds up to the year 2200. */
const UnixSeconds = z.number().int().nonnegative().max(7_258_118_400, "expected unix seconds");
/** A span in seconds or blocks. One that is negative or longer than a year says nothing, and costs no other member. */
const Span = z
  .number()
  .int()
  .transform((span) => (span >= 0 && span <= 31_536_000 ? span : undefined));
const ChainCode = z.string().regex(CHAIN_CODE, "expected a chain code");
/** Some versions leave the code of an output blank. */
const ChainCodeOrBlank = z.union([ChainCode, z.literal("").transform(() => undefined)]);
/** `CHAIN.SYMBOL` and its synth, trade and secured forms. */
const AssetText = z.string().regex(/^[A-Za-z0-9]{1,12}[./~-][A-Za-z0-9./-]{1,100}$/, "expected an asset");
/** Far above what any member that is read holds (notes of a quote have 547 characters). */
const Text = z.string().max(1_000, "expected a text of at most 1,000 characters");
const AddressText = z.string().max(256, "expected an address");
const ParameterName = z.string().max(128, "expected a parameter's name");

/** Above what any network has, and small enough that all work on an answer stays small. */
const MOST = {
  chains: 64,
  pools: 1_000,
  assets: 2_000,
  floors: 1_000,
  outputs: 100,
  coins: 100,
  actions: 50,
  keys: 4_000,
  parts: 20_000,
};

/** A list of at most so many rows: a longer one is refused before a row of it is read. */
const rows = <T extends z.ZodType>(item: T, most: number) =>
  z.array(z.unknown()).max(most, `expected at most ${most} rows`).pipe(z.array(item));
/** The same of a map from names. */
const entries = <K extends z.core.$ZodRecordKey, V extends z.ZodType>(key: K, value: V, most: number) =>
  z
    .custom<Record<string, unknown>>(
      (map) => typeof map === "object" && map !== null && Object.keys(map).length <= most,
      `expected an object of at most ${most} keys`,
    )
    .pipe(z.record(key, value));

export const Pool = z.object({
  asset: AssetText,
  status: Text,
  balance_asset: Uint,
  balance_rune: Uint.optional(),
  balance_cacao: Uint.optional(),
  /** Blank where the pool holds nothing of the asset. */
  asset_tor_price: UintOrBlank.optional(),
  trading_halted: z.boolean().optional(),
});
export type Pool = z.infer<typeof Pool>;
export const Pools = rows(Pool, MOST.pools).refine(
  (pools) => pools.every((pool) => pool.balance_rune !== undefined || pool.balance_cacao !== undefined),
  {
    message: "expected balance_rune or balance_cacao on every pool",
  },
);

export const InboundAddress = z.object({
  chain: ChainCode,
  /** Left out of a chain that the node keeps no vault for. */
  address: AddressText.optional(),
  router: AddressText.optional(),
  halted: z.boolean().optional(),
  global_trading_paused: z.boolean().optional(),
  chain_trading_paused: z.boolean().optional(),
  chain_lp_actions_paused: z.boolean().optional(),
  gas_rate: Text.optional(),
  gas_rate_units: Text.optional(),
  outbound_tx_size: Text.optional(),
  outbound_fee: UintOrBlank.optional(),
  dust_threshold: UintOrBlank.optional(),
});
export type InboundAddress = z.infer<typeof InboundAddress>;
export const InboundAddresses = rows(InboundAddress, MOST.chains);

/** Capitals, digits, hyphens and the underscore of ACCEPT_RADIX: `{"code":12}` is an error's body, not parameters. */
const MimirKey = z.string().regex(/^[A-Z0-9][A-Z0-9_-]{0,127}$/, "expected a parameter's name");
/** Upper-case key → integer; some exceed 2^53 (MAXRUNESUPPLY), no halt key does. An empty object is an unreadable answer, not "all off" (the networks have a hundred keys and more). */
export const Mimir = entries(
  MimirKey,
  z.number().refine(Number.isInteger, { message: "expected an integer" }),
  MOST.keys,
).refine((map) => Object.keys(map).length > 0, { message: "expected at least one key" });
export type Mimir = z.infer<typeof Mimir>;

export const NodeNetwork = z.object({
  outbound_fee_multiplier: Uint.optional(),
  native_outbound_fee_rune: Uint.optional(),
  native_tx_fee_rune: Uint.optional(),
  rune_price_in_tor: Uint.optional(),
  tor_price_halted: z.boolean().optional(),
  total_bond_units: Uint,
});
export type NodeNetwork = z.infer<typeof NodeNetwork>;

const LastBlockRow = z
  .object({
    chain: Text,
    last_observed_in: Height,
    thorchain: Height.optional(),
    mayachain: Height.optional(),
  })
  .refine((row) => row.thorchain !== undefined || row.mayachain !== undefined, {
    message: "expected thorchain or mayachain",
  })
  .transform((row) => ({
    chain: row.chain,
    lastObservedIn: row.last_observed_in,
    height: (row.thorchain ?? row.mayachain) as number,
  }));
export const LastBlock = rows(LastBlockRow, MOST.chains).refine((list) => list.length > 0, {
  message: "expected at least one row",
});
export type LastBlock = z.infer<typeof LastBlock>;

/** RFC 3339 with up to nanoseconds → milliseconds since the epoch. */
const BlockTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/, "expected an RFC 3339 time in UTC")
  .transform((text) => Date.parse(text.replace(/\.(\d{1,3})\d*Z$/, ".$1Z")))
  .refine(Number.isFinite, { message: "expected an RFC 3339 time in UTC" });
export const Block = z.object({ header: z.object({ height: HeightText, time: BlockTime }) });
export type Block = z.infer<typeof Block>;

/** Defaults by CamelCase name; a parameter of the same name in capitals overrides one. */
export const Constants = z.object({ int_64_values: entries(ParameterName, z.number(), MOST.keys) });
export type Constants = z.infer<typeof Constants>;

export const OutboundFees = rows(z.object({ asset: AssetText, outbound_fee: UintOrBlank }), MOST.assets);
export type OutboundFees = z.infer<typeof OutboundFees>;

/** Counts that some versions write as text. */
const CountText = z.union([
  Count,
  z
    .string()
    .regex(/^-?\d{1,12}$/, "expected a whole number")
    .transform(Number),
]);
/** The least fees by an affiliate's name and a pair of assets, written "BTC.BTC|ETH.ETH". */
export const DynamicFees = z.object({
  entries: rows(
    z.object({
      thorname: z.string().max(64, "expected a name"),
      pair: z.string().max(250, "expected a pair"),
      dynamic_bps: CountText.pipe(z.number().min(0).max(10_000, "expected basis points")),
      whitelist_state: CountText,
    }),
    MOST.floors,
  ),
});
export type DynamicFees = z.infer<typeof DynamicFees>;

export const Queue = z.object({
  swap: Count,
  outbound: Count,
  internal: Count,
  scheduled_outbound_value: Uint.optional(),
});
export type Queue = z.infer<typeof Queue>;

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
  outbound_delay_blocks: Span.optional(),
  outbound_delay_seconds: Span.optional(),
  fees: QuoteFees,
  slippage_bps: Count.optional(),
  expiry: Count.optional(),
  dust_threshold: UintOrBlank.optional(),
  recommended_min_amount_in: UintOrBlank.optional(),
  recommended_gas_rate: Text.optional(),
  gas_rate_units: Text.optional(),
  memo: Text.optional(),
  expected_amount_out: Uint,
  max_streaming_quantity: Count.optional(),
  streaming_swap_blocks: Span.optional(),
  streaming_swap_seconds: Span.optional(),
});
export type QuoteSwap = z.infer<typeof QuoteSwap>;

/** Its fees are constants of the release, in no asset: they are left out. */
export const QuoteLimit = z
  .object(
    QuoteSwap.pick({
      inbound_address: true,
      router: true,
      dust_threshold: true,
      recommended_min_amount_in: true,
      recommended_gas_rate: true,
      gas_rate_units: true,
      memo: true,
      expected_amount_out: true,
    }).shape,
  )
  .transform((quote): QuoteSwap => ({ ...quote, fees: { asset: "" } }));

const Coin = z.object({ asset: AssetText, amount: Uint });
const coins = z.union([rows(Coin, MOST.coins), z.null().transform(() => [])]);
const NodeTx = z.object({
  id: Text,
  chain: ChainCodeOrBlank.optional(),
  from_address: AddressText.optional(),
  to_address: AddressText.optional(),
  coins: coins.optional(),
  memo: Text.optional(),
});
const PlannedOut = z.object({
  chain: ChainCode,
  to_address: AddressText.optional(),
  coin: Coin,
  refund: z.boolean().optional(),
});
const Completed = z.object({ completed: z.boolean().optional() });
export const Stages = z.object({
  inbound_observed: z.object({
    started: z.boolean().optional(),
    pre_confirmation_count: Count.optional(),
    final_count: Count.optional(),
    completed: z.boolean().optional(),
  }),
  inbound_confirmation_counted: z
    .object({
      remaining_confirmation_seconds: Span.optional(),
      completed: z.boolean().optional(),
    })
    .optional(),
  inbound_finalised: Completed.optional(),
  swap_status: z
    .object({
      pending: z.boolean().optional(),
      streaming: z
        .object({ interval: Span.optional(), quantity: Count.optional(), count: Count.optional() })
        .optional(),
    })
    .optional(),
  swap_finalised: Completed.optional(),
  outbound_delay: z
    .object({
      remaining_delay_seconds: Span.optional(),
      completed: z.boolean().optional(),
    })
    .optional(),
  outbound_signed: z
    .object({
      blocks_since_scheduled: Count.optional(),
      completed: z.boolean().optional(),
    })
    .optional(),
});
export type Stages = z.infer<typeof Stages>;
/** Absent, null and [] mean the same for the two output lists. */
const outputsOf = <T extends z.ZodType>(item: T) =>
  z
    .union([rows(item, MOST.outputs), z.null()])
    .optional()
    .transform((list) => list ?? []);
export const TxStatus = z
  .object({
    tx: NodeTx.optional(),
    planned_out_txs: outputsOf(PlannedOut),
    out_txs: outputsOf(NodeTx),
    stages: Stages,
  })
  .refine((status) => status.out_txs.reduce((sum, out) => sum + (out.coins?.length ?? 0), 0) <= MOST.coins, {
    path: ["out_txs"],
    message: `expected at most ${MOST.coins} coins in all`,
  });
export type TxStatus = z.infer<typeof TxStatus>;

const SwapSums = { deposit: Uint, in: Uint, out: Uint };
const FailedSwaps = z.union([rows(Count, MOST.parts), z.null().transform(() => [])]).optional();
const Parts = { interval: Count.optional(), quantity: Count.optional(), count: Count.optional() };
/** A swap that waits in the advanced queue. */
export const SwapDetails = z.object({
  swap: z.object({
    target_asset: AssetText,
    trade_target: Uint,
    initial_block_height: Height.optional(),
    state: z.object({ ...Parts, ...SwapSums, failed_swaps: FailedSwaps }),
  }),
});
export type SwapDetails = z.infer<typeof SwapDetails>;
/** One that nobody knows is answered too, with zeros and without a quantity. */
export const StreamingSwap = z.object({
  ...Parts,
  ...SwapSums,
  target_asset: Text,
  trade_target: Uint,
  failed_swaps: FailedSwaps,
});

/** The record of a deposit: when enough nodes saw it, and when its swap was over. */
export const TxRecord = z.object({ consensus_height: Height.optional(), finalised_height: Height.optional() });

/** The memo that was stored for deposits of one asset and amount. */
export const StoredMemo = z.object({ memo: Text.optional() });

/** A message of the native chain, as that chain keeps it: a code above 0 is its rejection. */
export const NativeMessage = z.object({ tx_response: z.object({ txhash: Text, code: Count }) });

const ActionLeg = z.object({
  txID: Text.optional(),
  address: AddressText.optional(),
  coins: coins.optional(),
  affiliate: z.boolean().optional(),
});
const NetworkFees = rows(Coin, MOST.coins).optional();
export const Action = z.object({
  type: Text.optional(),
  status: Text.optional(),
  date: Text,
  height: Text,
  in: rows(ActionLeg, MOST.outputs),
  out: rows(ActionLeg, MOST.outputs),
  metadata: z
    .object({
      swap: z
        .object({
          networkFees: NetworkFees,
          liquidityFee: Int.optional(),
          memo: Text.optional(),
        })
        .optional(),
      refund: z.object({ networkFees: NetworkFees, reason: Text.optional(), memo: Text.optional() }).optional(),
      failed: z.object({ code: Text.optional(), memo: Text.optional(), reason: Text.optional() }).optional(),
    })
    .optional(),
});
export type Action = z.infer<typeof Action>;
export const Actions = z.object({ actions: rows(Action, MOST.actions) });
export type Actions = z.infer<typeof Actions>;

const BlockMark = z.object({ height: Height, timestamp: UnixSeconds });
export const Health = z.object({
  inSync: z.boolean(),
  lastThorNode: BlockMark,
  lastCommitted: BlockMark.optional(),
});
export type Health = z.infer<typeof Health>;

/** A decimal string as the indexer prints floats ("0.38", "1.2e-05", "NaN"): kept as text, read by its user. */
export const IndexerPools = rows(
  z.object({ asset: AssetText, status: Text, assetDepth: Uint, runeDepth: Uint, assetPriceUSD: Text.optional() }),
  MOST.assets,
);
export type IndexerPools = z.infer<typeof IndexerPools>;

/** Error bodies: `{"error": "..."}` of older nodes, `{"code", "message"}` of newer ones and of gateways. */
export const ErrorBody = z.union([z.looseObject({ error: z.string() }), z.looseObject({ message: z.string() })]);

/**
 * Parses one upstream answer. HTTP 200 with an `error` member is an error, so it is a wrong shape here.
 * @throws ShapeError naming the URL's path and the first wrong field ("[0].balance_rune").
 */
export function parseShape<T extends z.ZodType>(schema: T, path: string, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues[0]);
  const field = issue.path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index ? "." : ""}${String(step)}`))
    .join("");
  throw new ShapeError(path, field.slice(0, FIELD_CHARACTERS) || "(whole body)", issue.message);
}

/** A field's path may hold a name that the upstream wrote. */
const FIELD_CHARACTERS = 200;

interface Issue {
  path: PropertyKey[];
  message: string;
}
/** A union reports one issue per branch: the branch that got furthest names the field. */
function deepest(issue: z.core.$ZodIssue | undefined): Issue {
  if (issue?.code === "invalid_union") {
    const branches = issue.errors.flatMap((errors) => errors.slice(0, 1)).map((inner) => deepest(inner));
    const best = branches.sort((a, b) => b.path.length - a.path.length)[0];
    if (best) return { path: [...issue.path, ...best.path], message: best.message };
  }
  return { path: issue?.path ?? [], message: issue?.message ?? "unreadable" };
}
