// What a payout costs, out of the three places where a node may say it.
import { expect, test } from "@playwright/test";
import { type CostSources, readOutboundFee } from "../../../../lib/protocol/market/costs.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";

const chainCosts = (outboundFee: bigint) => ({
  chain: "BTC",
  dustThreshold: null,
  outboundFee: agreed(outboundFee),
  gasRate: null,
  gasRateUnits: null,
  outboundSize: null,
});

interface Said {
  /** Of `/outbound_fees`. */
  readonly listed?: Readonly<Record<string, bigint>> | null;
  /** `native_outbound_fee_rune` of `/network`. */
  readonly native?: bigint;
  /** `outbound_fee` in Bitcoin's row of `/inbound_addresses`. */
  readonly row?: bigint;
}

function readFee(asset: string, { listed = null, native, row }: Said) {
  const sources: CostSources = {
    preset: presets.thorchain,
    votes: new Map(),
    defaults: new Map(),
    chainCosts: row === undefined ? null : new Map([["BTC", chainCosts(row)]]),
    network:
      native === undefined
        ? null
        : {
            nativeTransactionFee: null,
            nativeOutboundFee: agreed(native),
            outboundMultiplierBps: null,
            nativePriceUsd: null,
            isPriceHalted: false,
          },
    outboundFees: listed && new Map(Object.entries(listed).map(([of, fee]) => [of, agreed(fee)])),
    prices: new Map(),
  };
  return readOutboundFee(sources, asset)?.base ?? null;
}

const rows: readonly [what: string, asset: string, said: Said, fee: bigint | null][] = [
  ["a listed 0 of the native asset is 0", "THOR.RUNE", { listed: { "THOR.RUNE": 0n }, native: 2_000_000n }, 0n],
  ["an older node charges for it", "THOR.RUNE", { listed: { "THOR.RUNE": 2_000_000n } }, 2_000_000n],
  ["a node without the list names it in /network", "THOR.RUNE", { native: 2_000_000n }, 2_000_000n],
  ["nobody names it", "THOR.RUNE", {}, null],
  ["another asset of the native chain is as free", "THOR.TCY", { listed: { "THOR.RUNE": 0n } }, 0n],
  ["what an older node charges for it is not said", "THOR.TCY", { listed: { "THOR.RUNE": 2_000_000n } }, null],
  ["nor what one without the list charges", "THOR.TCY", { native: 2_000_000n }, null],
  ["the list comes before the row of the chain", "BTC.BTC", { listed: { "BTC.BTC": 1_103n }, row: 2_000n }, 1_103n],
  ["a listed 0 of another chain is no rate", "BTC.BTC", { listed: { "BTC.BTC": 0n }, row: 2_000n }, 2_000n],
  ["a 0 of its row neither", "BTC.BTC", { row: 0n }, null],
  ["a token has no row", "ETH.USDC-0XA0B8", { row: 2_000n }, null],
];
for (const [what, asset, said, fee] of rows) {
  test(`${asset}: ${what}`, () => {
    expect(readFee(asset, said)).toBe(fee);
  });
}
