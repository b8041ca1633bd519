// Every figure of the pricing guide's worked example, computed again from the recorded depths by lib/protocol/fees.ts.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { divRound, formatUnits } from "../../lib/protocol/amounts.ts";
import { toAffiliateFee, toAsset, toDoubleLeg, toPaidOut, toRefund, toStreamed } from "../../lib/protocol/fees.ts";

const guide = readFileSync(new URL("../../content/pricing.md", import.meta.url), "utf8");
const example = guide.slice(guide.indexOf("## Worked example"), guide.indexOf("## Read live"));

// THORChain main network, March 2024: /thorchain/pools and /thorchain/inbound_addresses.
const btc = { asset: 127_968_365_638n, native: 1_146_799_980_853_764n };
const eth = { asset: 1_220_816_983_876n, native: 625_897_832_323_009n };
const ethOutboundFee = 600_000n;
const btcOutboundFee = 14_000n;
const btcDust = 10_000n;
const oneBtc = 100_000_000n;

const show = (base: bigint) => formatUnits(base, 8);
const swap = (input: bigint, floorBps = 0n) => toDoubleLeg(input, btc, eth, floorBps);

test("the steps of 1 BTC to ETH", () => {
  const { source, target, output, liquidityFee } = swap(oneBtc);
  const inEth = toAsset(source.liquidityFee, eth);
  const affiliate = toAffiliateFee(output, 30n);
  const rows = [
    `| BTC pool | ${show(btc.asset)} BTC and ${show(btc.native)} RUNE |`,
    `| ETH pool | ${show(eth.native)} RUNE and ${show(eth.asset)} ETH |`,
    `| Pool 1: 1 BTC in | ${show(source.output)} RUNE out, fee ${show(source.liquidityFee)} RUNE, slip ${source.slipBps} bps |`,
    `| Pool 2: ${show(source.output)} RUNE in | ${show(output)} ETH out, fee ${show(target.liquidityFee)} ETH, slip ${target.slipBps} bps |`,
    `| Liquidity fee in ETH | ${show(inEth)} + ${show(target.liquidityFee)} = ${show(liquidityFee)} ETH, ${source.slipBps + target.slipBps} bps |`,
    `| Affiliate fee of 30 bps | ${show(affiliate)} ETH, leaves ${show(output - affiliate)} ETH |`,
    `| Outbound fee | ${show(ethOutboundFee)} ETH |`,
    `| You receive | ${show(toPaidOut(output, 30n, ethOutboundFee))} ETH; without an affiliate ${show(toPaidOut(output, 0n, ethOutboundFee))} ETH |`,
  ];
  for (const row of rows) expect(example).toContain(row);
});

for (const [label, input] of [
  ["0.01 BTC", oneBtc / 100n],
  ["1 BTC", oneBtc],
  ["10 BTC", oneBtc * 10n],
] as const) {
  test(`the row of ${label}`, () => {
    const { source, target, output, liquidityFee } = swap(input);
    const shareBps = divRound(ethOutboundFee * 10_000n, output);
    expect(example).toContain(
      `| ${label} | ${show(liquidityFee)} ETH | ${source.slipBps + target.slipBps} bps | ${show(ethOutboundFee)} ETH, ${shareBps} bps | ${show(toPaidOut(output, 0n, ethOutboundFee))} ETH |`,
    );
  });
}

test("the assumed minimum, streaming and the refund", () => {
  const floored = swap(oneBtc, 10n);
  expect(example).toContain(
    `pool 1 gives ${show(floored.source.output)} RUNE (fee ${show(floored.source.liquidityFee)} RUNE)`,
  );
  expect(example).toContain(`pool 2 gives ${show(floored.output)} ETH (fee ${show(floored.target.liquidityFee)} ETH)`);
  expect(example).toContain(`you receive ${show(toPaidOut(floored.output, 0n, ethOutboundFee))} ETH`);
  const streamed = toStreamed(oneBtc, 10n, (part) => swap(part).output);
  expect(example).toContain(`${show(swap(oneBtc / 10n).output)} ETH each, ${show(streamed)} ETH in all`);
  expect(example).toContain(`against ${show(swap(oneBtc).output)} ETH in one swap`);
  expect(example).toContain(
    `outbound fee of ${show(btcOutboundFee)} BTC returns ${show(toRefund(oneBtc, btcOutboundFee))} BTC`,
  );
  expect(example).toContain(`The dust threshold was ${show(btcDust)} BTC`);
});
