// Addresses of live pages as somebody wrote them: what the form says of each argument that is wrong, and what it makes of it.

import { poolsWith, refuseWith, scriptNodes, silence } from "../../support/changes.ts";
import { TXID } from "../../support/transactions.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { down, toPools, type World } from "../../support/world.ts";
import { type Alike, inWorld, page, type Question, type State } from "../state.ts";
import { openUsdc, toEth } from "./quote-warnings.ts";

const healthy = () => undefined;
const asked = (question: Question, change: (world: World) => void = healthy): State => ({
  setting: inWorld(change),
  questions: [question],
});
const ofQuote = (search: string, change?: (world: World) => void) =>
  asked(page("/quote", search), change);
const fromBtc = (search: string, change?: (world: World) => void) =>
  ofQuote(`from=BTC&to=ETH&${search}`, change);

const LONG = "1".repeat(161);
const fields = ["from", "to", "amount", "destination", "refund_address", "tolerance", "streaming"];
const halted = (world: World) => {
  world.mimir.HALTTRADING = 1;
};
const DOGE = poolBody("thorchain", "DOGE.DOGE", ["900000000000000", "60000000000000", "10000000"]);
/** A second pool whose token has the ticker of another one. */
const withTwin = (world: World) =>
  scriptNodes(world, {
    pools: poolsWith(world, {}, [
      { ...toPools(world)[1], asset: "ETH.USDC-0XA0B8" } as Row,
      { ...toPools(world)[1], asset: `ETH.USDC-0X${"E7".repeat(20)}` } as Row,
    ]),
  });

export const quoteFormScenes: Alike = {
  surface: "markdown",
  scenes: {
    "nothing-asked": ofQuote(""),
    "no-amount-yet": ofQuote("from=BTC&to=eth"),
    "no-pair-trades": ofQuote("", halted),
    "pools-not-read": ofQuote("", (world) => scriptNodes(world, { pools: down })),
    "everything-too-long": ofQuote(fields.map((name) => `${name}=${LONG}`).join("&")),
    "no-assets-named": ofQuote("from=&to=&amount=1"),
    "asset-name-too-long": ofQuote(`from=${"B".repeat(121)}&to=ETH&amount=1`),
    "asset-with-two-meanings": ofQuote("from=BTC&to=USDC&amount=1", withTwin),
    "amount-in-another-currency": fromBtc("amount=500&unit=eur"),
    "amount-in-euros": fromBtc("amount=€500"),
    "dollars-and-an-asset": fromBtc("amount=$500 BTC"),
    "two-amounts": fromBtc("amount=1&amount_usd=5"),
    "amount-of-another-asset": fromBtc("amount=500 ETH"),
    "amount-of-no-known-asset": ofQuote("from=BT&to=ETH&amount=500 XYZ"),
    "amount-with-two-readings": fromBtc("amount=1,500"),
    "amount-too-large": fromBtc(`amount=${"1".repeat(19)}`),
    "amount-too-fine": fromBtc("amount=0.123456789"),
    "amount-below-the-least": fromBtc("amount=0.000000001"),
    "no-amount": fromBtc("amount="),
    "amount-below-zero": fromBtc("amount=-5"),
    "dollars-of-almost-nothing": fromBtc("amount=$0.00000001"),
    "dollars-of-a-dollar-token": ofQuote("from=eth.usdc&to=btc&amount=$500", (world) => {
      openUsdc(world);
    }),
    "dollars-of-a-cheap-asset": ofQuote("from=DOGE.DOGE&to=btc&amount=$500", (world) =>
      scriptNodes(world, { pools: poolsWith(world, {}, [DOGE]) }),
    ),
    "dollars-and-no-quote": fromBtc("amount=$500", (world) =>
      scriptNodes(world, { pools: down, swap: down }),
    ),
    "pair-not-named": fromBtc("amount=1", (world) => scriptNodes(world, { pools: down })),
    "nothing-could-be-read": fromBtc("amount=1", (world) =>
      silence(world, "node0", "node1", "indexer0"),
    ),
    "address-that-the-network-refuses": fromBtc(
      `amount=1&destination=${toEth.destination}`,
      (world) => scriptNodes(world, { swap: refuseWith("bad destination address: no") }),
    ),
    "address-too-long": fromBtc(`amount=1&destination=${"1".repeat(129)}`),
    "refund-address-of-another-chain": fromBtc(`amount=1&refund_address=${toEth.destination}`),
    "tolerance-in-words": fromBtc("amount=1&tolerance=much"),
    "tolerance-of-everything": fromBtc("amount=1&tolerance=100"),
    "tolerance-in-a-link": fromBtc("amount=1&liquidity_tolerance_bps=10000"),
    "tolerance-of-the-price": fromBtc("amount=1&tolerance_bps=10001"),
    "two-tolerances": fromBtc("amount=1&tolerance=3&tolerance_bps=300"),
    "parts-in-words": fromBtc("amount=1&streaming=many"),
    "parts-too-far-apart": fromBtc("amount=1&streaming=1001"),
    "argument-of-the-json-alone": fromBtc("amount=1&affiliate=t"),
    "argument-misspelt": fromBtc("amount=1&tolerence=3&utm_source=x"),
    "argument-given-twice": fromBtc("amount=1&amount=2&streaming=1&streaming=2"),
    "amount-refused-above-the-minimum": fromBtc("amount=0.1", (world) =>
      scriptNodes(world, { swap: refuseWith("swap too small, recommended_min_amount_in: 4412") }),
    ),
    "recommended-minimum-offered": fromBtc("amount=0.00001", (world) =>
      scriptNodes(world, { swap: refuseWith("swap too small, recommended_min_amount_in: 4412") }),
    ),
  },
};

const OTHER = "9F8E".repeat(16);
const ofTrack = (search: string) => asked(page("/track", search));

export const trackFormScenes: Alike = {
  surface: "markdown",
  scenes: {
    "nothing-asked": ofTrack("chain=eth"),
    "no-id": ofTrack("txid="),
    "id-that-is-markup": ofTrack("txid=<b>&chain=nowhere"),
    "address-in-place-of-an-id": ofTrack(`txid=${toEth.destination}`),
    "id-of-no-such-chain": ofTrack(`txid=${TXID}&chain=SOL`),
    "two-ids": ofTrack(`txid=${TXID} ${OTHER}`),
    "arguments-given-twice": ofTrack(`txid=${TXID}&txid=${OTHER}&chain=BTC&chain=ETH`),
    "argument-misspelt": ofTrack(`hash=${TXID}&chian=BTC`),
  },
};
