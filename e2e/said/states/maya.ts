// MAYAChain: other chains, other halts, another wording of refusals, no limit orders.

import { refuseWith, scriptNodes, silence } from "../../support/changes.ts";
import { deposit, planned, scriptSwap, stages, TXID } from "../../support/transactions.ts";
import { poolBody } from "../../support/wire.ts";
import { createWorld, toBlock, type World } from "../../support/world.ts";
import { assets, chain, inWorld, quote, type State, type States, status, swap } from "../state.ts";
import { toEth } from "./quote-warnings.ts";

const inMaya = (change: (world: World) => void = () => undefined): State["setting"] =>
  inWorld(change, { network: "mayachain" });

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
  "maya-nothing-is-halted": {
    setting: inMaya(),
    questions: [status, chain("MAYA"), assets, quote(toEth)],
  },
  "maya-all-trading-halted": {
    setting: inMaya((world) => {
      world.mimir.HALTTRADING = 1;
    }),
    questions: [status, quote(toEth)],
  },
  "maya-pool-halted-by-itself": {
    setting: inMaya((world) => {
      world.mimir["HALTTRADING-ETH-ETH"] = 1;
    }),
    questions: [status, assets],
  },
  "maya-payouts-halted": {
    setting: inMaya((world) => {
      world.mimir.HALTSIGNINGETH = toBlock(world).height - 5;
    }),
    questions: [status, quote(toEth)],
  },
  "maya-limit-orders-not-offered": {
    setting: inMaya(),
    questions: [quote({ ...toEth, target_out: "2" })],
  },
  "maya-refuses-with-http-200": {
    setting: inMaya((world) => scriptNodes(world, { swap: refuseWith("swap too small", 200) })),
    questions: [quote(toEth)],
  },
  "maya-radix-vault": { setting: () => createRadixWorld(), questions: [chain("XRD")] },
  "maya-payout-being-signed": {
    setting: inMaya((world) =>
      scriptSwap(world, {
        nodes: { tx: deposit(), planned_out_txs: [planned.payout], stages: stages.signing },
      }),
    ),
    questions: [swap(TXID)],
  },
  "maya-no-source-answers": {
    setting: inMaya((world) => silence(world, "node0", "node1", "indexer0")),
    questions: [status],
  },
};
