// MAYAChain: other chains, other halts, another wording of refusals, no limit orders.

import { refuseWith, scriptNodes } from "../../support/changes.ts";
import { scriptSwap, signing } from "../../support/transactions.ts";
import { poolBody } from "../../support/wire.ts";
import { createWorld, type World } from "../../support/world.ts";
import { assets, chain, mayaState, NO_SOURCE, quote, type States, status, swap } from "../state.ts";
import { toEth } from "./quote-warnings.ts";

/** With a vault of Radix, where nobody checked what the network sees. */
function createRadixWorld(): World {
  const world = createWorld({ network: "mayachain" });
  const pools = ["BTC.BTC", "ETH.ETH", "XRD.XRD"].map((asset) =>
    poolBody("mayachain", asset, ["1000000000000000", "100000000000000000"]),
  );
  scriptNodes(world, { pools });
  world.rows.XRD = {
    address: "account_rdx129gdqkf3uh5y9y73d3yj9dgapwa2tr00zxtzy5q7tjw5dr6ygh703d",
    router: "component_rdx1cqrouter",
    gas_rate_units: "costunits",
  };
  return world;
}

export const mayaStates: States = {
  "maya-nothing-is-halted": mayaState([status, chain("MAYA"), assets, quote(toEth)]),
  "maya-all-trading-halted": mayaState([status, quote(toEth)], "all HALTTRADING=1"),
  "maya-pool-halted-by-itself": mayaState([status, assets], "all HALTTRADING-ETH-ETH=1"),
  "maya-payouts-halted": mayaState([status, quote(toEth)], "all HALTSIGNINGETH=H-5"),
  "maya-limit-orders-not-offered": mayaState(quote({ ...toEth, target_out: "2" })),
  "maya-refuses-with-http-200": mayaState(quote(toEth), (world) =>
    scriptNodes(world, { swap: refuseWith("swap too small", 200) }),
  ),
  "maya-radix-vault": { setting: createRadixWorld, questions: [chain("XRD")] },
  "maya-payout-being-signed": mayaState(swap(), (world) => scriptSwap(world, { nodes: signing })),
  "maya-no-source-answers": mayaState(status, NO_SOURCE),
};
