// Quotes of which nothing may be sent: memo and address are withheld, and the reason is said.

import { refuseWith } from "../../support/changes.ts";
import { down, status } from "../../support/world.ts";
import { NO_SOURCE, quote, type States, state, toNodes } from "../state.ts";
import { NO_LIMIT, quoted, quoteWith, toEth } from "./quote-warnings.ts";

const REFUND_ADDRESS = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const { destination: TO, ...withoutDestination } = toEth;

export const quoteWithheldStates: States = {
  "nobody-to-pay": state(quote(withoutDestination)),
  "two-vaults": quoted({}, "node1 BTC.address=bc1qother"),
  "memo-pays-a-thief": quoted({}, quoteWith({ memo: `=:ETH.ETH:0x${"66".repeat(20)}` }, "node1")),
  "trading-halted-for-a-quote": quoted({}, "all HALTTRADING=1"),
  "halt-comes-before-the-swap-is-done": quoted({}, "all HALTBTCTRADING=H+20"),
  "sources-expect-different-outputs": quoted(
    {},
    quoteWith({ expected_amount_out: "100000000" }, "node1"),
  ),
  "one-node-quotes": quoted({}, toNodes({ swap: status(503) }, "node1")),
  "one-refuses-the-other-quotes": quoted(
    {},
    quoteWith(() => refuseWith("swap too small"), "node1"),
  ),
  "payout-to-a-vault": quoted({}, `all ETH.address=${TO}`),
  "payout-to-nobody": quoted({ destination: `0x${"0".repeat(40)}` }),
  "one-source-schedules-a-halt-of-payouts": quoted({}, "node1 HALTSIGNINGETH=H+100"),
  "quote-already-expired": quoted({}, (world) =>
    quoteWith({ expiry: Math.floor(world.nowMs / 1000) - 60 })(world),
  ),
  "dust-is-ignored": quoted({ amount: "0.000005", ...NO_LIMIT }),
  "fees-would-take-everything": quoted({ amount: "0.0001", ...NO_LIMIT }),
  "memo-too-long-for-bitcoin": quoted(
    { refund_address: REFUND_ADDRESS, ...NO_LIMIT },
    quoteWith({ memo: `=:ETH.ETH:${TO}/${REFUND_ADDRESS}` }),
  ),
  "pools-not-read-for-a-quote": quoted({}, toNodes({ pools: down })),
  "no-source-for-a-quote": quoted({}, NO_SOURCE),
  "limit-orders-off": quoted({ amount: "1", target_out: "18" }),
};
