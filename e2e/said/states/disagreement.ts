// What is said where sources contradict each other: neither is believed, and the reason is named.

import { changeRow, changeRows, listChain, poolsWith, scriptNodes } from "../../support/changes.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { toPools, type World } from "../../support/world.ts";
import {
  type Alike,
  assets,
  type Change,
  chain,
  inboundOf,
  inbounds,
  pools,
  type States,
  state,
  stateIn,
  status,
} from "../state.ts";

export const disagreementStates: States = {
  "one-source-says-all-is-halted": state([status, inbounds, assets], "node1 HALTTRADING=1"),
  "one-source-says-a-chain-is-halted": state([status, chain("BTC")], "node1 HALTBTCTRADING=1"),
  "one-source-schedules-a-halt": state(chain("BTC"), "node1 HALTBTCTRADING=H+100"),
  "two-vaults-of-one-chain": state([chain("BTC"), inbounds], "node1 BTC.address=bc1qother"),
  "two-routers-of-one-chain": state(chain("ETH"), "node1 ETH.router=0xother"),
  "sources-blocks-apart": state([status, inbounds], "node1 -40"),
  "outvoted-node-says-halted": stateIn({ nodes: 3 })(status, "node0 HALTTRADING=1"),
};

const ofSolana = (...changes: readonly Change[]) => state(chain("SOL"), ...changes);
const ofPools = (members: object, name?: string) =>
  state(assets, (world) =>
    scriptNodes(
      world,
      { pools: poolsWith(world, members) },
      name === undefined ? undefined : [name],
    ),
  );
const ETHER_POOL = poolBody("thorchain", "ETH.ETH", ["145520480984", "4000000000000000"]);
const withPool = (asset: string) => (world: World) =>
  scriptNodes(world, { pools: poolsWith(world, {}, [{ ...ETHER_POOL, asset }]) });
const isSolana = ({ chain }: Row) => chain === "SOL";

/** Each doubt about one chain or pool. */
export const doubtScenes: Alike = {
  surface: "tool",
  scenes: {
    "one-source-lists-no-chain": ofSolana("node1 -SOL"),
    "chain-listed-twice": ofSolana((world) =>
      changeRows(world, (rows) => [...rows, ...rows.filter(isSolana)]),
    ),
    "vault-without-an-address": ofSolana("all SOL.address="),
    "flag-left-out": ofSolana("all SOL.halted=none"),
    "address-that-is-none": state(inbounds, (world) =>
      changeRow(world, "SOL", { address: "send here!" }),
    ),
    "router-that-is-none": state(inbounds, (world) =>
      changeRow(world, "ETH", { router: "call here!" }),
    ),
    "outbound-fees-apart": ofSolana("node1 SOL.outbound_fee=90000000"),
    "no-outbound-fee": ofSolana("all SOL.outbound_fee=none"),
    "gas-not-known-to-the-network": ofSolana("all SOL.outbound_tx_size=0"),
    "gas-known-to-one-source": ofSolana("node1 SOL.outbound_tx_size=0"),
    "chain-ended-by-one-source": ofSolana("node1 RAGNAROK-SOL-SOL=1"),
    "pool-halted-by-one-source": ofPools({ trading_halted: true }, "node1"),
    "pool-closed-by-one-source": ofPools({ status: "Suspended" }, "node1"),
    "pools-closed-by-one-source": state(assets, (world) => {
      const closed = toPools(world).map((pool) => ({ ...pool, status: "Suspended" }));
      scriptNodes(world, { pools: closed }, ["node1"]);
    }),
    "pool-depths-apart": ofPools({ balance_rune: "1" }, "node1"),
    "outvoted-node-lists-other-depths": stateIn({ nodes: 3 })(assets, (world) =>
      scriptNodes(world, { pools: poolsWith(world, { balance_rune: "1" }) }, ["node0"]),
    ),
    "pool-listed-twice": state(assets, (world) =>
      scriptNodes(world, { pools: [...toPools(world), ...toPools(world)] }),
    ),
    "pool-of-a-chain-that-is-not-listed": state(assets, withPool("NEW.NEW")),
    "pool-with-an-odd-name": state(assets, withPool("ETH.BUY-HERE-NOW")),
    "pool-deeper-than-is-believable": ofPools({ balance_rune: "4000000000000000000" }),
    "chain-with-unknown-deposits": state(inbounds, (world) => listChain(world, "NEW")),
    "only-a-chain-with-unknown-deposits": state(inboundOf("NEW"), (world) =>
      listChain(world, "NEW"),
    ),
    "one-pool-in-detail": state(pools({ asset: "BTC", fields: ["asset_depth", "native_depth"] })),
    "no-pool-of-that-name": state(pools({ status: "suspended" })),
    "chain-with-a-router": state(inboundOf("ETH")),
  },
};
