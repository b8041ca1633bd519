// In a failed reading a chain keeps its row as long as one fact of it is known. The others are named once, together.
import { expect, test } from "@playwright/test";
import { type ChainReading, splitChains } from "../../../../lib/protocol/model/network-status.ts";
import { type Judgement, withCode } from "../../../../lib/protocol/model/verdicts.ts";
import { clockReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { agreed, agreedMoney } from "../../../support/agreed.ts";
import { liquidityPause, tradingHalt } from "../../../support/halt-key.ts";
import { failedNetwork, status } from "../../mcp/fake-network.ts";
import { halted, open } from "../safety/halt-evidence.ts";

const reason = clockReasons.late(75);
const unread: Judgement = { verdict: "unknown", haltedBy: [], reason };
const nothing: ChainReading = {
  ...{ chain: "BTC", native: false, scheduled: [], reason },
  ...{ trading: unread, deposits: unread, signing: unread, liquidity: unread },
  ...{
    outboundFee: null,
    dustThreshold: null,
    gasAsset: "BTC.BTC",
    gasRate: null,
    gasRateUnits: null,
    gasRatePer: null,
  },
  ...{ blockSeconds: 600, lastObservedHeight: null },
};

const scheduled = [{ parameter: tradingHalt("BTC"), value: 9, height: 9, estimatedTimeMs: null }];
const known: readonly [fact: string, changes: Partial<ChainReading>][] = [
  ["trading is halted", { trading: halted(tradingHalt("BTC")) }],
  ["deposits are refunded", { deposits: halted(tradingHalt("BTC")) }],
  ["payouts run", { signing: open }],
  ["liquidity is paused", { liquidity: halted(liquidityPause("BTC")) }],
  ["a halt is scheduled", { scheduled }],
  ["the outbound fee", { outboundFee: agreedMoney({ asset: "BTC.BTC", base: 1_103n, usd: null }) }],
  ["the dust threshold", { dustThreshold: agreed(1_000n) }],
  ["the gas rate", { gasRate: agreed("4") }],
  ["the newest block that was observed", { lastObservedHeight: 921_003 }],
  ["a reason of another code", { reason: withCode("unreadable")(reason.text) }],
  ["a reason of other words", { reason: clockReasons.late(76) }],
  ["a reason behind the reason", { reason: { ...reason, cause: clockReasons.unread } }],
  ["no reason", { reason: null }],
];

const readFailed = async (trading: Judgement, ...chains: readonly ChainReading[]) =>
  splitChains({ ...(await failedNetwork.getStatus()), trading, chains });

for (const [fact, changes] of known)
  test(`a chain keeps its row: ${fact}`, async () => {
    const row = { ...nothing, ...changes };
    expect(await readFailed(unread, row, { ...nothing, chain: "ETH" })).toEqual({
      known: [row],
      unchecked: ["ETH"],
    });
  });

test("chains of which nothing is known are named in their order; figures that no node states keep no row", async () => {
  const rows = ["LTC", "BTC", "ETH"].map((chain) => ({ ...nothing, chain }));
  expect(await readFailed(unread, ...rows)).toEqual({
    known: [],
    unchecked: ["LTC", "BTC", "ETH"],
  });
});

test("a chain without a reason is unchecked where the network has none either", async () => {
  const row = { ...nothing, reason: null };
  expect(await readFailed(halted("HALTTRADING"), row)).toEqual({ known: [], unchecked: ["BTC"] });
  expect(await readFailed(halted("HALTTRADING"), nothing)).toEqual({
    known: [nothing],
    unchecked: [],
  });
});

test("a reading that did not fail keeps all of its chains", () =>
  expect(splitChains({ ...status, trading: unread, chains: [nothing] })).toEqual({
    known: [nothing],
    unchecked: [],
  }));
