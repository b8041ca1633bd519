// The tool list_pools. It lists pools as the network states them, deepest first.

import * as z from "zod";
import { poolBlocks, poolTable } from "../../answers/pools.ts";
import { NumberShape } from "../../answers/shapes.ts";
import type { PoolsReading } from "../../protocol/model/pools.ts";
import { filterAssets, matchAsset } from "../../protocol/values/asset-match.ts";
import { listKnownAssets } from "../../protocol/values/assets.ts";
import { chainCodeOf, parseKnownChain, presets } from "../../protocol/values/chains.ts";
import { parseArgument } from "../../protocol/values/input-error.ts";
import { fieldsArgument, namesOf, pickMembers } from "./members.ts";
import { createTool } from "./tool.ts";

const PoolRowShape = poolTable.shape.partial().required({ asset: true });

export const listPools = createTool({
  name: "list_pools",
  title: "Pools",
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
    fields: fieldsArgument(namesOf(poolTable.shape), "Only these keys of a pool"),
  }),
  body: z.object({ total: NumberShape, pools: z.array(PoolRowShape) }),
  async read(network, input, options) {
    const { asset, chain, status = "available", limit = 10 } = input;
    const reading = await network.getPools(options);
    const matchingAssets = asset === undefined ? null : findMatchingAssets(reading, asset);
    const chainCode = chain === undefined ? null : parseChain(reading, chain);
    const matchingPools = reading.pools.filter(
      (pool) =>
        (status === "all" || pool.status === status) &&
        (matchingAssets === null || matchingAssets.has(pool.asset)) &&
        (chainCode === null || pool.chain === chainCode),
    );
    return { ...reading, total: matchingPools.length, shown: matchingPools.slice(0, limit) };
  },
  structuredBody: ({ failure, total, shown: shownPools }, { fields }) => ({
    total: failure ? null : total,
    pools: shownPools.map((pool) =>
      PoolRowShape.parse(pickMembers(poolTable.of(pool), fields && ["asset", ...fields])),
    ),
  }),
  blocks: (reading, context, { fields }) => poolBlocks(reading, context, fields),
});

function findMatchingAssets(reading: PoolsReading, assetText: string): ReadonlySet<string> {
  const preset = presets[reading.network];
  const poolAssets = reading.pools.map((pool) => pool.asset);
  const matchingAssets = new Set(filterAssets(assetText, poolAssets, preset));
  if (matchingAssets.size === 0 && !reading.failure) {
    const gasAssetRows = preset.chains.map((chain) => ({ asset: chain.gasAsset }));
    const assetRows = [...reading.pools, ...gasAssetRows];
    const knownAssets = listKnownAssets(preset, assetRows, reading.doubtedAssets);
    parseArgument("asset", () => matchAsset(assetText, knownAssets, preset));
  }
  return matchingAssets;
}

function parseChain(reading: PoolsReading, chainText: string): string {
  const { chains } = presets[reading.network];
  if (reading.failure) return chainCodeOf(chainText, chains);
  const knownChainCodes = [
    ...chains.map((chain) => chain.code),
    ...reading.pools.map((pool) => pool.chain),
  ];
  return parseKnownChain(chainText, [...new Set(knownChainCodes)], chains);
}
