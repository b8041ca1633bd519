// Quotes of which nothing may be sent: memo and address are withheld, and the reason is said.

import { changeQuote, changeRow, refuseWith, scriptNodes, silence } from "../../support/changes.ts";
import { down, status, toBlock } from "../../support/world.ts";
import { inWorld, quote, type States } from "../state.ts";
import { toEth } from "./quote-warnings.ts";

const REFUND_ADDRESS = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const { destination: _, ...withoutDestination } = toEth;

export const quoteWithheldStates: States = {
  "nobody-to-pay": { setting: inWorld(), questions: [quote(withoutDestination)] },
  "two-vaults": {
    setting: inWorld((world) => changeRow(world, "BTC", { address: "bc1qother" }, "node1")),
    questions: [quote(toEth)],
  },
  "memo-pays-a-thief": {
    setting: inWorld((world) =>
      changeQuote(world, { memo: `=:ETH.ETH:0x${"66".repeat(20)}` }, "node1"),
    ),
    questions: [quote(toEth)],
  },
  "trading-halted-for-a-quote": {
    setting: inWorld((world) => {
      world.mimir.HALTTRADING = 1;
    }),
    questions: [quote(toEth)],
  },
  "halt-comes-before-the-swap-is-done": {
    setting: inWorld((world) => {
      world.mimir.HALTBTCTRADING = toBlock(world).height + 20;
    }),
    questions: [quote(toEth)],
  },
  "sources-expect-different-outputs": {
    setting: inWorld((world) => changeQuote(world, { expected_amount_out: "100000000" }, "node1")),
    questions: [quote(toEth)],
  },
  "one-node-quotes": {
    setting: inWorld((world) => scriptNodes(world, { swap: status(503) }, ["node1"])),
    questions: [quote(toEth)],
  },
  "one-refuses-the-other-quotes": {
    setting: inWorld((world) => changeQuote(world, () => refuseWith("swap too small"), "node1")),
    questions: [quote(toEth)],
  },
  "payout-to-a-vault": {
    setting: inWorld((world) => {
      world.rows.ETH = { address: toEth.destination };
    }),
    questions: [quote(toEth)],
  },
  "payout-to-nobody": {
    setting: inWorld(),
    questions: [quote({ ...toEth, destination: `0x${"0".repeat(40)}` })],
  },
  "one-source-schedules-a-halt-of-payouts": {
    setting: inWorld((world) => {
      world.scripts.node1 = {
        mimir: { ...world.mimir, HALTSIGNINGETH: toBlock(world).height + 100 },
      };
    }),
    questions: [quote(toEth)],
  },
  "quote-already-expired": {
    setting: inWorld((world) =>
      changeQuote(world, { expiry: Math.floor(world.nowMs / 1000) - 60 }),
    ),
    questions: [quote(toEth)],
  },
  "dust-is-ignored": {
    setting: inWorld(),
    questions: [quote({ ...toEth, amount: "0.000005", liquidity_tolerance_bps: 0 })],
  },
  "fees-would-take-everything": {
    setting: inWorld(),
    questions: [quote({ ...toEth, amount: "0.0001", liquidity_tolerance_bps: 0 })],
  },
  "memo-too-long-for-bitcoin": {
    setting: inWorld((world) =>
      changeQuote(world, { memo: `=:ETH.ETH:${toEth.destination}/${REFUND_ADDRESS}` }),
    ),
    questions: [quote({ ...toEth, refund_address: REFUND_ADDRESS, liquidity_tolerance_bps: 0 })],
  },
  "pools-not-read-for-a-quote": {
    setting: inWorld((world) => scriptNodes(world, { pools: down })),
    questions: [quote(toEth)],
  },
  "no-source-for-a-quote": {
    setting: inWorld((world) => silence(world, "node0", "node1", "indexer0")),
    questions: [quote(toEth)],
  },
  "limit-orders-off": {
    setting: inWorld(),
    questions: [quote({ ...toEth, amount: "1", target_out: "18" })],
  },
};
