// Questions for a quote, drawn by lot over all pools of the sample network, each on one of the scenes.
import fc from "fast-check";
import type { Network } from "../../../lib/protocol/network.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { BLOCK_MS, NOW } from "../sample/sample-client.ts";
import { type Scene, userAddress } from "./text-scenes.ts";

const height = Math.floor(NOW / BLOCK_MS);
/** In so long that a swap now is done before it. */
const coming = height + 4_000;
const everyHalt = presets.thorchain.chains.map(
  ({ code }) => [`HALT${code}TRADING`, coming] as const,
);
const mimirs: readonly Readonly<Record<string, number>>[] = [
  {},
  { STREAMINGSWAPPAUSE: 1 },
  { HALTSIGNINGETH: 1 },
  {
    HALTETHTRADING: coming,
    HALTBSCTRADING: coming,
    HALTBTCTRADING: coming,
    HALTAVAXTRADING: coming,
  },
  {
    STREAMINGSWAPPAUSE: 1,
    HALTSIGNINGETH: 1,
    HALTSIGNINGBTC: 1,
    HALTETHTRADING: coming,
    HALTBTCTRADING: coming,
  },
  { STREAMINGSWAPPAUSE: 1, HALTSIGNING: 1, HALTTRADING: coming, ...Object.fromEntries(everyHalt) },
];
export const scenes: readonly Scene[] = (["live", "sample"] as const).flatMap((source) =>
  mimirs.map((mimir) => ({ source, mimir })),
);

export interface Side {
  readonly asset: string;
  readonly chain: string;
  readonly priceUsd: number;
  /** Of one side of its pool. */
  readonly depthUsd: number;
}

export async function listSides(network: Network): Promise<Side[]> {
  const { pools } = await network.getPools();
  const open = pools.filter(
    ({ status, trading }) => status === "available" && trading.verdict === "open",
  );
  const inDollars = (usd: bigint | null) => Number(usd ?? 0n) / 1e8;
  const sides = open.map(({ asset, chain, priceUsd, depthUsd }) => ({
    asset,
    chain,
    priceUsd: inDollars(priceUsd),
    depthUsd: inDollars(depthUsd) / 2,
  }));
  return [...sides, { asset: "THOR.RUNE", chain: "THOR", priceUsd: 1.5, depthUsd: 1e9 }];
}

/** In parts of the smaller pool, or in dollars below one. */
const sizes = [0.00001, 0.004, 0.04, 0.3, 3] as const;
const forms: readonly object[] = [
  {},
  {},
  { streaming: "single" },
  { streaming: { interval: 1, quantity: 0 } },
  { streaming: { interval: 3, quantity: 5000 } },
  { liquidity_tolerance_bps: 0 },
];

const amountOf = (share: number, from: Side, to: Side) =>
  Math.max(1e-6, (share * Math.min(from.depthUsd, to.depthUsd)) / from.priceUsd).toFixed(6);

export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly destination?: string;
  readonly refund_address?: string;
  readonly affiliate?: string;
}

/** Sides are taken modulo their number. */
export const drawnQuotes = fc.record({
  scene: fc.nat(scenes.length - 1),
  from: fc.nat(999),
  to: fc.nat(999),
  share: fc.constantFrom(...sizes),
  form: fc.constantFrom(...forms),
  destination: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
  refund: fc.boolean(),
  affiliate: fc.boolean(),
  order: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
});
type DrawnQuote = typeof drawnQuotes extends fc.Arbitrary<infer T> ? T : never;

/** Null where both sides are the same. */
export function questionOf(drawn: DrawnQuote, sides: readonly Side[]): Asked | null {
  const [from, to] = [sides[drawn.from % sides.length], sides[drawn.to % sides.length]] as [
    Side,
    Side,
  ];
  if (from === to) return null;
  const pair = { from: from.asset, to: to.asset, amount: amountOf(drawn.share, from, to) };
  const receiver = {
    destination: userAddress(to.chain),
    ...(drawn.refund && from.chain !== "THOR" && { refund_address: userAddress(from.chain) }),
    ...(drawn.affiliate && { affiliate: "smpl", affiliate_bps: 30 }),
  };
  const rest = drawn.order ? { target_out: amountOf(drawn.share * 1.05, to, to) } : drawn.form;
  return { ...pair, ...(drawn.destination || drawn.order ? receiver : {}), ...rest };
}
