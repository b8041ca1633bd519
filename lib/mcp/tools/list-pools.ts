// list_pools. Pools as the network states them, deepest first.

import * as z from "zod";
import { answerTable } from "../../answers/answer-table.ts";
import {
  AmountShape,
  formatBaseOrNull,
  formatUsdAmount,
  MoneyShape,
  moneyAnswer,
  NamesShape,
  NumberShape,
  TextShape,
  VerdictShape,
} from "../../answers/shapes.ts";
import { formatMoney, quoteWord, reasonText, textTable } from "../../answers/text.ts";
import type { PoolReading, PoolsReading } from "../../protocol/model/pools.ts";
import { formatPrice } from "../../protocol/values/amounts.ts";
import { filterAssets, matchAsset } from "../../protocol/values/asset-match.ts";
import { listKnownAssets } from "../../protocol/values/assets.ts";
import { chainCodeOf, parseKnownChain, presets } from "../../protocol/values/chains.ts";
import { parseArgument } from "../../protocol/values/input-error.ts";
import { codedReason } from "../../say/reason-text.ts";
import { createTool } from "./tool.ts";

const poolTable = answerTable<PoolReading>()({
  asset: [z.string(), (pool) => pool.asset, quoteWord],
  chain: [z.string(), (pool) => pool.chain, null],
  status: [z.enum(["available", "staged", "suspended", "other"]), (pool) => pool.status],
  trading: [VerdictShape, (pool) => pool.trading.verdict],
  halted_by: [NamesShape, (pool) => [...pool.trading.haltedBy]],
  price_usd: [AmountShape, (pool) => (pool.priceUsd === null ? null : formatPrice(pool.priceUsd))],
  asset_depth: [AmountShape, (pool) => formatBaseOrNull(pool.assetDepth, pool.asset)],
  native_depth: [AmountShape, (pool) => formatBaseOrNull(pool.nativeDepth, pool.nativeAsset)],
  native_asset: [z.string(), (pool) => pool.nativeAsset],
  depth_usd: [AmountShape, (pool) => formatUsdAmount(pool.depthUsd)],
  outbound_fee: [
    MoneyShape,
    (pool) => moneyAnswer(pool.outboundFee),
    (fee, { asset: poolAsset }) =>
      formatMoney(fee, (asset) => (asset === poolAsset ? "" : quoteWord(asset))),
  ],
  reason: [TextShape, (pool) => pool.reason && codedReason(pool.reason), reasonText],
});
type PoolAnswer = z.output<typeof poolTable.shape>;
type PoolKey = keyof PoolAnswer;
const poolKeys = Object.keys(poolTable.shape.shape) as PoolKey[];
const PoolRowShape = poolTable.shape.partial().required({ asset: true });
type PoolRow = z.output<typeof PoolRowShape>;

export const listPools = createTool({
  name: "list_pools",
  title: "Liquidity pools: depth, price, outbound fee",
  purpose: "Lists the pools, deepest first: depth, price, outbound fee and whether each trades.",
  usage:
    "Use it for what can be swapped. " +
    "For what one swap pays out use get_swap_quote. For halts use get_network_status. " +
    "Returns pools and total (matches before limit). Amounts are decimals in whole units. depth_usd counts both sides. " +
    "If isError, or a verdict is unknown, do not trade. Ask again after retry_after_seconds.",
  input: z.strictObject({
    asset: z.string().min(1).max(120).describe("Ticker or asset: BTC, eth.usdc").optional(),
    chain: z.string().min(1).max(12).describe("Chain code: ETH").optional(),
    status: z
      .enum(["available", "staged", "suspended", "all"])
      .describe("Default available")
      .optional(),
    limit: z.number().int().min(1).max(200).describe("Default 10").optional(),
    fields: z
      .array(z.enum(poolKeys))
      .min(1)
      .max(poolKeys.length)
      .describe("Only these keys of a pool; asset is always given")
      .optional(),
  }),
  body: z.object({ total: NumberShape, pools: z.array(PoolRowShape) }),
  async read(network, input, options) {
    const envelope = await network.getPools(options);
    const status = input.status ?? "available";
    const meant = input.asset === undefined ? null : findMeantAssets(envelope, input.asset);
    const chain = input.chain === undefined ? null : readChain(envelope, input.chain);
    const matches = envelope.pools.filter(
      (pool) =>
        (status === "all" || pool.status === status) &&
        (meant === null || meant.has(pool.asset)) &&
        (chain === null || pool.chain === chain),
    );
    const pools = matches
      .slice(0, input.limit ?? 10)
      .map((pool) => pick(poolTable.of(pool), input.fields));
    return { envelope, body: { total: envelope.failure ? null : matches.length, pools } };
  },
  toLines({ total, pools }, isRead) {
    if (!isRead && pools.length === 0) return ["total null, pools: not read"];
    const shownKeys = new Set(pools.flatMap((pool) => Object.keys(pool)));
    const columns = Object.entries(poolTable.columns).filter(([key]) => shownKeys.has(key));
    return [
      `total ${total}, shown ${pools.length}`,
      ...textTable("pools", pools, Object.fromEntries(columns)),
    ];
  },
});

/** @throws InputError `invalid_asset`, with candidates, if the network has no such asset. */
function findMeantAssets(reading: PoolsReading, written: string): ReadonlySet<string> {
  const preset = presets[reading.network];
  const assets = reading.pools.map((pool) => pool.asset);
  const meant = new Set(filterAssets(written, assets, preset));
  if (meant.size === 0 && !reading.failure) {
    const gasAssets = preset.chains.map((chain) => ({ asset: chain.gasAsset }));
    parseArgument("asset", () =>
      matchAsset(
        written,
        listKnownAssets(preset, [...reading.pools, ...gasAssets], reading.doubtedAssets),
        preset,
      ),
    );
  }
  return meant;
}

/** @throws InputError `unknown_chain`, except after a failed reading, which lacks chains. */
function readChain(reading: PoolsReading, written: string): string {
  const { chains } = presets[reading.network];
  if (reading.failure) return chainCodeOf(written, chains);
  const codes = [...chains.map((chain) => chain.code), ...reading.pools.map((pool) => pool.chain)];
  return parseKnownChain(written, [...new Set(codes)], chains);
}

function pick(pool: PoolAnswer, fields: readonly PoolKey[] | undefined): PoolRow {
  if (!fields) return pool;
  const kept = new Set<string>(["asset", ...fields]);
  return PoolRowShape.parse(
    Object.fromEntries(Object.entries(pool).filter(([key]) => kept.has(key))),
  );
}
