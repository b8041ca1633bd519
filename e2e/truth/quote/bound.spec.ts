// What the pools can give, by the network's formula: neither more nor half of it is believed.

import { expect, test } from "@playwright/test";
import type { Market } from "../../../lib/protocol/market/market.ts";
import { because } from "../../../lib/protocol/model/reasons.ts";
import { findPoolsFault } from "../../../lib/protocol/quote/bound.ts";
import type { QuoteSwap } from "../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { rowsOf } from "../../support/rows.ts";

type Pool = NonNullable<Market["pools"]>[number];
// The worked example of the protocol's reference, section 7.
const btc = { asset: "BTC.BTC", assetDepth: 127_968_365_638n, nativeDepth: 1_146_799_980_853_764n };
const eth = { asset: "ETH.ETH", assetDepth: 1_220_816_983_876n, nativeDepth: 625_897_832_323_009n };
/** Of `shallow`, the first pool gives a third more than the second one holds. */
const poolLists: Readonly<Record<string, readonly object[] | null>> = {
  shallow: [btc, { ...eth, nativeDepth: 100_000_000_000_000n }],
  unread: null,
  "no-BTC": [{ ...btc, assetDepth: 0n }, eth],
  "no-RUNE-of-ETH": [btc, { ...eth, nativeDepth: 0n }],
};

const MANY = "amount=1000000000000 caps=100000";

/**
 * What each source states as output, and whether the pools can give it. One swap gives
 * 1,740,254,900 without fees, and 1 % is allowed beyond that; ten parts give 1,747,189,290, where a
 * source allows them (`caps`, the last for those that follow) and they were not forbidden; without
 * any slip, however many the parts, it is 1,747,961,968. `fees`: outbound and affiliate.
 */
const rows = rowsOf(`
  within | 1757657449
  above | 1757657450
  above | 1764670000 | caps=10
  within | 1764660000 1739654900 | caps=1,10
  above | 1764660000 | caps=10 parts=1
  within | 1764660000 | caps=10 parts=12
  within | 1757657449 | caps=0
  above | 1766000000 | caps=1000000000
  within half of one swap after fees | 869627450 | fees=600000,400000
  within | 870127450
  below | 870127449
  within | 0 | fees=1740254900,0
  above by one source | 1739654900 1757657450
  below by one source | 869827449 1739654900
  above | 1760000000 | from=THOR.RUNE amount=894760010351
  above | 904000000000 | to=THOR.RUNE
  above: trade assets swap in the layer-1 pool | 1757657450 | to=ETH~ETH
  within: a synth's pool is as if twice as deep | 1757657450 | to=ETH/ETH
  within: another form of one asset | 10 | to=BTC/BTC
  above what went in | 101000001 | to=BTC/BTC
  within | 1000000000000000 | to=BTC~BTC amount=1000000000000000
  above the whole pool, in however many parts | 1220816983877 | ${MANY}
  within: a synth is minted | 1300000000000 | ${MANY} to=ETH/ETH
  within | 1146799980853764 | ${MANY} to=THOR.RUNE
  within a quarter of a pool beyond its depth | 305204245969 | amount=20000000000 pools=shallow
  above | 305204245969 | from=THOR.RUNE amount=400000000000000 pools=shallow
  within, without a pool | 1 | to=DOGE.DOGE
  within | 1 | from=DOGE.DOGE
  within | ${10n ** 30n} | pools=unread
  above what an empty pool gives | 1 | pools=no-BTC
  above | 1 | pools=no-RUNE-of-ETH
  within one to one, by the reserve | 1000000 | from=ETH.ETH to=BTC~BTC amount=1000000 reserve=BTC,ETH
  above one to one | 1000001 | from=ETH.ETH to=BTC.BTC amount=1000000 reserve=BTC,ETH
  above, of what the reserve does not hold | 1000000 | from=ETH.ETH to=BTC.BTC amount=1000000 reserve=BTC
`);
for (const [bound = "", outputs = "", words = ""] of rows)
  test(`${outputs} ${words}: ${bound}`, () => {
    const members = Object.fromEntries(words.split(" ").map((word) => word.split("=")));
    const { from = "BTC.BTC", to = "ETH.ETH", amount = "100000000", parts } = members;
    const [outbound, affiliate] = members.fees?.split(",").map(BigInt) ?? [];
    const caps: number[] = members.caps?.split(",").map(Number) ?? [];
    const quotes = (outputs.match(/\d+/g) ?? []).map((output, index): QuoteSwap => {
      const cap = caps[index] ?? caps.at(-1);
      return {
        expected_amount_out: BigInt(output),
        fees: { asset: to, ...(outbound !== undefined && { outbound, affiliate }) },
        ...(cap !== undefined && { max_streaming_quantity: cap }),
      };
    });
    const request = parts && { streaming: { interval: 1, quantity: Number(parts) } };
    const list = members.pools === undefined ? [btc, eth] : poolLists[members.pools];
    const reserved: string[] = members.reserve?.split(",") ?? [];
    const reserveKeys = reserved.map((name) => `TORANCHOR-${name}-${name}`);
    const pools = list as readonly Pool[] | null;
    const market = { pools, preset: presets.thorchain, reserveKeys };
    const swap = { from, to, amount: BigInt(amount), request: request || {}, quotes };
    const fault = {
      within: null,
      above: because("quote_above_pools", {}),
      below: because("quote_below_pools"),
    };
    const [, side] = /^(within|above|below)/.exec(bound) ?? [];
    expect(findPoolsFault(swap, market)).toEqual(fault[side as keyof typeof fault]);
  });
