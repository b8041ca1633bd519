// Addresses of live pages as somebody wrote them: what the form says of each argument that is wrong, and what it makes of it.

import { poolsWith, refuseWith, scriptNodes } from "../../support/changes.ts";
import { TXID } from "../../support/transactions.ts";
import { poolBody } from "../../support/wire.ts";
import { down, type World } from "../../support/world.ts";
import { type Alike, type Change, NO_SOURCE, page, type States, state, toNodes } from "../state.ts";
import { openUsdc, toEth, withPools } from "./quote-warnings.ts";

/** What was written, and in which world. */
type Rows = Readonly<Record<string, string | readonly [search: string, change: Change]>>;
const toScenes = (path: "/quote" | "/track", rows: Rows): States =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => {
      const [search, change = ""] = typeof row === "string" ? [row] : row;
      return [name, state(page(path, search.replace(/^&/, "from=BTC&to=ETH&")), change)];
    }),
  );

const NO_POOLS = toNodes({ pools: down });
const TOO_SMALL = toNodes({ swap: refuseWith("swap too small, recommended_min_amount_in: 4412") });
/** A second pool whose token has the ticker of another one. */
const withTwin = withPools("ETH.USDC-0XA0B8", `ETH.USDC-0X${"E7".repeat(20)}`);
const DOGE = poolBody("thorchain", "DOGE.DOGE", ["900000000000000", "60000000000000", "10000000"]);
const withDoge = (world: World) => scriptNodes(world, { pools: poolsWith(world, {}, [DOGE]) });

const LONG = "1".repeat(161);
const fields = ["from", "to", "amount", "destination", "refund_address", "tolerance", "streaming"];

export const quoteFormScenes: Alike = {
  surface: "markdown",
  scenes: toScenes("/quote", {
    "nothing-asked": "",
    "no-amount-yet": "from=BTC&to=eth",
    "no-pair-trades": ["", "all HALTTRADING=1"],
    "pools-not-read": ["", NO_POOLS],
    "everything-too-long": fields.map((name) => `${name}=${LONG}`).join("&"),
    "no-assets-named": "from=&to=&amount=1",
    "asset-name-too-long": `from=${"B".repeat(121)}&to=ETH&amount=1`,
    "asset-with-two-meanings": ["from=BTC&to=USDC&amount=1", withTwin],
    "amount-in-another-currency": "&amount=500&unit=eur",
    "amount-in-euros": "&amount=€500",
    "dollars-and-an-asset": "&amount=$500 BTC",
    "two-amounts": "&amount=1&amount_usd=5",
    "amount-of-another-asset": "&amount=500 ETH",
    "amount-of-no-known-asset": "from=BT&to=ETH&amount=500 XYZ",
    "amount-with-two-readings": "&amount=1,500",
    "amount-too-large": `&amount=${"1".repeat(19)}`,
    "amount-too-fine": "&amount=0.123456789",
    "amount-in-words": "&amount=much",
    "amount-in-odd-groups": "&amount=10,00,0",
    "amount-that-ends-with-a-point": "&amount=5.",
    "amount-in-hexadecimal": "&amount=0x10",
    "asset-that-nobody-knows": "from=NOSUCHASSET&to=ETH&amount=1",
    "amount-below-the-least": "&amount=0.000000001",
    "no-amount": "&amount=",
    "amount-below-zero": "&amount=-5",
    "dollars-of-almost-nothing": "&amount=$0.00000001",
    "dollars-of-a-dollar-token": ["from=eth.usdc&to=btc&amount=$500", openUsdc],
    "dollars-of-a-cheap-asset": ["from=DOGE.DOGE&to=btc&amount=$500", withDoge],
    "dollars-and-no-quote": ["&amount=$500", toNodes({ pools: down, swap: down })],
    "pair-not-named": ["&amount=1", NO_POOLS],
    "nothing-could-be-read": ["&amount=1", NO_SOURCE],
    "address-that-the-network-refuses": [
      `&amount=1&destination=${toEth.destination}`,
      toNodes({ swap: refuseWith("bad destination address: no") }),
    ],
    "address-too-long": `&amount=1&destination=${"1".repeat(129)}`,
    "refund-address-of-another-chain": `&amount=1&refund_address=${toEth.destination}`,
    "tolerance-in-words": "&amount=1&tolerance=much",
    "tolerance-of-everything": "&amount=1&tolerance=100",
    "tolerance-in-a-link": "&amount=1&liquidity_tolerance_bps=10000",
    "tolerance-of-the-price": "&amount=1&tolerance_bps=10001",
    "tolerance-of-the-price-in-a-link": "&amount=1&tolerance_bps=300",
    "two-tolerances": "&amount=1&tolerance=3&tolerance_bps=300",
    "parts-in-words": "&amount=1&streaming=many",
    "parts-too-far-apart": "&amount=1&streaming=1001",
    "argument-of-the-json-alone": "&amount=1&affiliate=t",
    "argument-misspelt": "&amount=1&tolerence=3&utm_source=x",
    "argument-given-twice": "&amount=1&amount=2&streaming=1&streaming=2",
    "amount-refused-above-the-minimum": ["&amount=0.1", TOO_SMALL],
    "recommended-minimum-offered": ["&amount=0.00001", TOO_SMALL],
  }),
};

const OTHER = "9F8E".repeat(16);

export const trackFormScenes: Alike = {
  surface: "markdown",
  scenes: toScenes("/track", {
    "nothing-asked": "chain=eth",
    "no-id": "txid=",
    "id-too-long": `txid=${"A".repeat(200)}`,
    "id-that-is-markup": "txid=<b>&chain=nowhere",
    "address-in-place-of-an-id": `txid=${toEth.destination}`,
    "id-of-no-such-chain": `txid=${TXID}&chain=SOL`,
    "two-ids": `txid=${TXID} ${OTHER}`,
    "arguments-given-twice": `txid=${TXID}&txid=${OTHER}&chain=BTC&chain=ETH`,
    "argument-misspelt": `hash=${TXID}&chian=BTC`,
  }),
};
