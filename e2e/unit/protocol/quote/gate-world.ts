// A node that quotes 0.01 BTC to ETH as a spec says, and the memos and addresses of such a quote.
import type { QuoteReading, QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { poolBody } from "../../../support/wire.ts";
import { createWorld, type World } from "../../../support/world.ts";

export const HEX = "0xabCd111111111111111111111111111111111111";
export const BECH32 = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
export const BASE58 = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";

/** A quote of 0.01 BTC to ETH, of equal worth in all pools, whose node answers with these members over its own. */
export function ask(
  world: World,
  reply: object,
  more: Partial<QuoteRequest> = {},
): Promise<QuoteReading> {
  world.scripts.node0 = {
    pools: ["BTC.BTC", "ETH.ETH"].map((one) => poolOf(one)),
    ...world.scripts.node0,
    swap: (url: URL) => ({
      expected_amount_out: "1000000",
      fees: { asset: url.searchParams.get("to_asset"), outbound: "500" },
      expiry: Math.floor(world.nowMs / 1000) + 900,
      inbound_address: "btcvault1",
      inbound_confirmation_seconds: 1200,
      outbound_delay_seconds: 0,
      total_swap_seconds: 1200,
      ...reply,
    }),
  };
  // A caller who sets no limit of another kind: the memos of these nodes have none.
  const asked = { from: "BTC", to: "ETH", amount: "0.01", destination: HEX };
  const limit = more.toleranceBps === undefined ? { liquidityToleranceBps: 0 } : {};
  return world.network.getQuote({ ...asked, ...limit, ...more });
}

export const poolOf = (asset: string, more: object = {}) =>
  poolBody("thorchain", asset, ["1000000000000000", "1000000000000000"], more);

export const ethDeposit = () => ({ inbound_address: "ethvault1", router: "0xrouter" });

export const memo = `=:ETH.ETH:${HEX}`;
/** The memo for a caller with a limit of 1 % below the output of these nodes. */
export const limited = `${memo}:990000`;
export const withLimit = { liquidityToleranceBps: 100 };

export const RADIX_VAULT = "account_rdx129gdqkf3uh5y9y73d3yj9dgapwa2tr00zxtzy5q7tjw5dr6ygh703d";

/** MAYAChain with a vault of Radix. */
export function createRadixWorld() {
  const world = createWorld({ network: "mayachain" });
  const pools = ["BTC.BTC", "ETH.ETH", "XRD.XRD"].map((asset) =>
    poolBody("mayachain", asset, ["1000000000000000", "100000000000000000"]),
  );
  world.scripts.node0 = { pools };
  world.rows.XRD = {
    address: RADIX_VAULT,
    router: "component_rdx1cqrouter",
    gas_rate_units: "costunits",
  };
  return world;
}
