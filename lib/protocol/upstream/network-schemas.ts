// Schemas of answers about the network, from nodes and indexers. Unknown members are dropped.
import * as z from "zod";
import {
  AddressText,
  AssetText,
  assetRows,
  ChainCode,
  Count,
  Height,
  HeightText,
  MAX_ROWS,
  ParameterName,
  rows,
  Text,
  Uint,
  UintOrBlank,
  UnixSeconds,
} from "./schema-members.ts";

const boundedRecord = <K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  keySchema: K,
  valueSchema: V,
  maxKeys: number,
) => {
  const isSmallObject = (map: unknown) =>
    typeof map === "object" && map !== null && Object.keys(map).length <= maxKeys;
  const errorMessage = `expected an object of at most ${maxKeys} keys`;
  return z
    .custom<Record<string, unknown>>(isSmallObject, errorMessage)
    .pipe(z.record(keySchema, valueSchema));
};

export const Pool = z.object({
  asset: AssetText,
  status: Text,
  balance_asset: Uint,
  balance_rune: Uint.optional(),
  balance_cacao: Uint.optional(),
  /** Price in TOR (US dollars), in units of 1e-8. Null if the pool holds none of the asset. */
  asset_tor_price: UintOrBlank.optional(),
  /** Decimals of the asset on its chain. A node omits a number that is unknown or above eight. */
  decimals: z.int().min(1).max(18).optional().catch(undefined),
  trading_halted: z.boolean().optional(),
});
export type Pool = z.infer<typeof Pool>;
export const Pools = assetRows(Pool, MAX_ROWS.pools).refine(
  (pools) =>
    pools.every((pool) => pool.balance_rune !== undefined || pool.balance_cacao !== undefined),
  { message: "expected balance_rune or balance_cacao on every pool" },
);

export const InboundAddress = z.object({
  chain: ChainCode,
  /** Absent if the node has no vault for the chain. */
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
  /** Of Zcash, by nodes that read the memo of a shielded deposit. */
  shielded_memo_config: z.unknown().optional(),
});
export type InboundAddress = z.infer<typeof InboundAddress>;
export const InboundAddresses = rows(InboundAddress, MAX_ROWS.chains);

/** A mimir key, such as ACCEPT_RADIX. Refuses small letters, which an error body has: `code`. */
const MimirKey = z.string().regex(/^[A-Z0-9][A-Z0-9_-]{0,127}$/, "expected a parameter's name");
/**
 * Values by mimir key. A value above 2^53 (MAXRUNESUPPLY) is not exact, but no halt key has one.
 * An empty object is an error: a main network has at least 54 keys, even if nothing is halted.
 */
export const Mimir = boundedRecord(
  MimirKey,
  z.number().refine(Number.isInteger, { message: "expected an integer" }),
  MAX_ROWS.keys,
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
  .transform(({ chain, last_observed_in: lastObservedIn, thorchain, mayachain }) => {
    return { chain, lastObservedIn, height: (thorchain ?? mayachain) as number };
  });
export const LastBlock = rows(LastBlockRow, MAX_ROWS.chains).refine(
  (blockRows) => blockRows.length > 0,
  { message: "expected at least one row" },
);
export type LastBlock = z.infer<typeof LastBlock>;

const BlockTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/, "expected an RFC 3339 time in UTC")
  .transform((text) => Date.parse(text.replace(/\.(\d{1,3})\d*Z$/, ".$1Z")))
  .refine(Number.isFinite, { message: "expected an RFC 3339 time in UTC" });
export const Block = z.object({ header: z.object({ height: HeightText, time: BlockTime }) });
export type Block = z.infer<typeof Block>;

/** Default values by CamelCase name. A mimir key with this name in capitals overrides a default. */
export const Constants = z.object({
  int_64_values: boundedRecord(ParameterName, z.number(), MAX_ROWS.keys),
});
export type Constants = z.infer<typeof Constants>;

export const OutboundFees = assetRows(
  z.object({ asset: AssetText, outbound_fee: UintOrBlank }),
  MAX_ROWS.assets,
);
export type OutboundFees = z.infer<typeof OutboundFees>;

export const Queue = z.object({
  swap: Count,
  outbound: Count,
  internal: Count,
  scheduled_outbound_value: Uint.optional(),
});
export type Queue = z.infer<typeof Queue>;

const BlockMark = z.object({ height: Height, timestamp: UnixSeconds });
export const Health = z.object({
  inSync: z.boolean(),
  lastThorNode: BlockMark,
  lastCommitted: BlockMark.optional(),
});
export type Health = z.infer<typeof Health>;

/** `assetPriceUSD` stays text, because the indexer prints floats: "0.38", "1.2e-05", "NaN". */
export const IndexerPools = assetRows(
  z.object({
    asset: AssetText,
    status: Text,
    assetDepth: Uint,
    runeDepth: Uint,
    assetPriceUSD: Text.optional(),
  }),
  MAX_ROWS.assets,
);
export type IndexerPools = z.infer<typeof IndexerPools>;
