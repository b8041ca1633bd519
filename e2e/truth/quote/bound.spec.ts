// What the pools can give, by the formula of the network: more is not believed, and neither is less than half of it.
import { expect, test } from "@playwright/test";
import type { Market } from "../../../lib/protocol/market/market.ts";
import type { QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { findPoolsFault } from "../../../lib/protocol/quote/bound.ts";
import { quoteReasons } from "../../../lib/protocol/quote/reasons.ts";
import type { QuoteSwap } from "../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { inWords } from "./asked.ts";

type Pool = NonNullable<Market["pools"]>[number];
// The worked example of the protocol's reference, section 7.
const btc = { asset: "BTC.BTC", assetDepth: 127_968_365_638n, nativeDepth: 1_146_799_980_853_764n };
const eth = { asset: "ETH.ETH", assetDepth: 1_220_816_983_876n, nativeDepth: 625_897_832_323_009n };
/** The first pool gives a third more than this one holds. */
const shallowEth = { ...eth, nativeDepth: 100_000_000_000_000n };
const empty = { assetDepth: 0n };
const emptyNative = { nativeDepth: 0n };

interface Row {
  readonly from?: string;
  readonly to?: string;
  readonly amount?: bigint;
  /** Of each source's quote. */
  readonly out: readonly bigint[];
  readonly fees?: readonly [outbound: bigint, affiliate: bigint];
  /** Of each source; the last counts for those that follow. */
  readonly caps?: readonly number[];
  readonly parts?: number;
  readonly pools?: readonly object[] | null;
}
type Fault = "abovePools" | "belowPools" | null;
const of = (...out: bigint[]) => ({ out });
const toEth = { amount: 894_760_010_351n, from: "THOR.RUNE" };
const toRune = { to: "THOR.RUNE" };
const many = { amount: 10n ** 12n, caps: [100_000] };
const large = { amount: 20_000_000_000n, pools: [btc, shallowEth] };
const native = { from: "THOR.RUNE", amount: 400_000_000_000_000n, pools: [btc, shallowEth] };

const rows: readonly [fault: Fault, row: Row][] = [
  [null, of(1_739_654_900n)],
  // One swap gives 1,740,254,900 without fees, and 1 % is allowed beyond that.
  [null, of(1_757_657_449n)],
  ["abovePools", of(1_757_657_450n)],
  // Ten parts give 1,747,189,290, where a source allows them and they were not forbidden.
  [null, { ...of(1_764_660_000n), caps: [10] }],
  ["abovePools", { ...of(1_764_670_000n), caps: [10] }],
  [null, { ...of(1_764_660_000n, 1_739_654_900n), caps: [10, 1] }],
  [null, { ...of(1_764_660_000n, 1_739_654_900n), caps: [1, 10] }],
  ["abovePools", { ...of(1_764_660_000n), caps: [10], parts: 1 }],
  [null, { ...of(1_764_660_000n), caps: [10], parts: 12 }],
  [null, { ...of(1_764_660_000n), caps: [12], parts: 10 }],
  [null, { ...of(1_757_657_449n), caps: [0] }],
  ["abovePools", { ...of(1_757_657_450n), caps: [0] }],
  // However many the parts are: 1,747,961,968 without any slip.
  ["abovePools", { ...of(1_766_000_000n), caps: [1_000_000_000] }],
  // Half of what is left of one swap after the fees.
  [null, { ...of(869_827_450n), fees: [600_000n, 0n] }],
  ["belowPools", { ...of(869_827_449n), fees: [600_000n, 0n] }],
  [null, { ...of(869_627_450n), fees: [600_000n, 400_000n] }],
  ["belowPools", { ...of(869_627_449n), fees: [600_000n, 400_000n] }],
  [null, of(870_127_450n)],
  ["belowPools", of(870_127_449n)],
  [null, { ...of(0n), fees: [1_740_254_900n, 0n] }],
  // One source that the pools contradict is enough.
  [null, of()],
  ["abovePools", of(1_739_654_900n, 1_757_657_450n)],
  ["belowPools", of(869_827_449n, 1_739_654_900n)],
  [null, { ...toEth, ...of(1_740_254_900n) }],
  ["abovePools", { ...toEth, ...of(1_760_000_000n) }],
  [null, { ...toRune, ...of(894_760_010_351n) }],
  ["abovePools", { ...toRune, ...of(904_000_000_000n) }],
  // Trade and secured assets swap in the layer-1 pool; a synth as if it were twice as deep.
  ["abovePools", { to: "ETH~ETH", ...of(1_757_657_450n) }],
  ["abovePools", { to: "ETH-ETH", ...of(1_757_657_450n) }],
  [null, { to: "ETH/ETH", ...of(1_757_657_450n) }],
  ["abovePools", { to: "ETH/ETH", ...of(1_767_000_000n) }],
  // From one form of an asset to another no more comes out than went in.
  [null, { to: "BTC/BTC", ...of(99_900_000n) }],
  [null, { to: "BTC/BTC", ...of(10n) }],
  ["abovePools", { to: "BTC/BTC", ...of(101_000_001n) }],
  [null, { to: "BTC/BTC", amount: 10n ** 15n, ...of(10n ** 15n) }],
  [null, { to: "BTC~BTC", amount: 10n ** 15n, ...of(10n ** 15n) }],
  // No more than the whole pool, in however many parts; a synth is minted.
  [null, { ...many, ...of(1_220_816_983_876n) }],
  ["abovePools", { ...many, ...of(1_220_816_983_877n) }],
  [null, { ...many, to: "ETH/ETH", ...of(1_300_000_000_000n) }],
  [null, { ...many, ...toRune, ...of(1_146_799_980_853_764n) }],
  ["abovePools", { ...many, ...toRune, ...of(1_146_799_980_853_765n) }],
  // Into a pool beyond its depth less input gives more output: at most a quarter of the pool.
  [null, { ...large, ...of(305_204_245_969n) }],
  ["abovePools", { ...large, ...of(308_256_288_429n) }],
  // Of one pool it is known what goes in: four times its depth give 16 % of it.
  [null, { ...native, ...of(195_330_717_420n) }],
  ["abovePools", { ...native, ...of(305_204_245_969n) }],
  // Without a pool nothing can be said.
  [null, { to: "DOGE.DOGE", ...of(1n) }],
  [null, { from: "DOGE.DOGE", ...of(1n) }],
  [null, { from: "DOGE.DOGE", ...of(10n ** 30n) }],
  [null, { from: "THOR.RUNE", to: "DOGE.DOGE", ...of(10n ** 30n) }],
  [null, { ...of(10n ** 30n), pools: null }],
  // An empty pool gives nothing.
  ["abovePools", { ...of(1n), pools: [{ ...btc, ...empty }, eth] }],
  ["abovePools", { ...of(1n), pools: [{ ...btc, ...emptyNative }, eth] }],
  ["abovePools", { ...of(1n), pools: [btc, { ...eth, ...empty }] }],
  ["abovePools", { ...of(1n), pools: [btc, { ...eth, ...emptyNative }] }],
  ["abovePools", { ...toEth, ...of(1n), pools: [btc, { ...eth, ...emptyNative }] }],
];
for (const [fault, row] of rows) {
  test(`${inWords(row)}: ${fault ?? "within the pools"}`, () => {
    const { from = "BTC.BTC", to = "ETH.ETH", amount = 100_000_000n, fees, caps } = row;
    const quotes = row.out.map((out, index): QuoteSwap => {
      const cap = caps?.[index] ?? caps?.at(-1);
      return {
        expected_amount_out: out,
        fees: { asset: to, ...(fees && { outbound: fees[0], affiliate: fees[1] }) },
        ...(cap !== undefined && { max_streaming_quantity: cap }),
      };
    });
    const request: Pick<QuoteRequest, "streaming"> =
      row.parts === undefined ? {} : { streaming: { interval: 1, quantity: row.parts } };
    const pools = (row.pools === undefined ? [btc, eth] : row.pools) as readonly Pool[] | null;
    const market = { pools, preset: presets.thorchain };
    const found = findPoolsFault({ from, to, amount, request, quotes }, market);
    expect(found).toEqual(fault && quoteReasons[fault]);
  });
}
