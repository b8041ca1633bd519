// What is said where sources contradict each other: neither is believed, and the reason is named.

import {
  changeRow,
  changeRows,
  lastBlock,
  listChain,
  poolsWith,
  scriptNodes,
} from "../../support/changes.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { toBlock, toPools, type World } from "../../support/world.ts";
import {
  type Alike,
  assets,
  chain,
  inbounds,
  inWorld,
  type Question,
  type State,
  type States,
  status,
} from "../state.ts";

const mimirOf = (world: World, more: Readonly<Record<string, number>>) => ({
  mimir: { ...world.mimir, ...more },
});
const only = (world: World, more: Readonly<Record<string, number>>, name = "node1") =>
  scriptNodes(world, mimirOf(world, more), [name]);

export const disagreementStates: States = {
  "one-source-says-all-is-halted": {
    setting: inWorld((world) => only(world, { HALTTRADING: 1 })),
    questions: [status, inbounds, assets],
  },
  "one-source-says-a-chain-is-halted": {
    setting: inWorld((world) => only(world, { HALTBTCTRADING: 1 })),
    questions: [status, chain("BTC")],
  },
  "one-source-schedules-a-halt": {
    setting: inWorld((world) => only(world, { HALTBTCTRADING: toBlock(world).height + 100 })),
    questions: [chain("BTC")],
  },
  "two-vaults-of-one-chain": {
    setting: inWorld((world) => changeRow(world, "BTC", { address: "bc1qother" }, "node1")),
    questions: [chain("BTC"), inbounds],
  },
  "two-routers-of-one-chain": {
    setting: inWorld((world) => changeRow(world, "ETH", { router: "0xother" }, "node1")),
    questions: [chain("ETH")],
  },
  "sources-blocks-apart": {
    setting: inWorld((world) =>
      scriptNodes(world, { lastblock: () => lastBlock(toBlock(world).height - 40) }, ["node1"]),
    ),
    questions: [status, inbounds],
  },
  "outvoted-node-says-halted": {
    setting: inWorld((world) => only(world, { HALTTRADING: 1 }, "node0"), { nodes: 3 }),
    questions: [status],
  },
};

const asked = (change: (world: World) => void, ...questions: readonly Question[]): State => ({
  setting: inWorld(change),
  questions,
});
const changePools = (world: World, members: object, name?: string) =>
  scriptNodes(world, { pools: poolsWith(world, members) }, name === undefined ? undefined : [name]);
const ETHER_POOL = poolBody("thorchain", "ETH.ETH", ["145520480984", "4000000000000000"]);
const isSolana = ({ chain }: Row) => chain === "SOL";

/** Each doubt about one chain or pool. */
export const doubtScenes: Alike = {
  surface: "tool",
  scenes: {
    "one-source-lists-no-chain": asked(
      (world) => changeRows(world, (rows) => rows.filter((row) => !isSolana(row)), "node1"),
      chain("SOL"),
    ),
    "chain-listed-twice": asked(
      (world) => changeRows(world, (rows) => [...rows, ...rows.filter(isSolana)]),
      chain("SOL"),
    ),
    "vault-without-an-address": asked(
      (world) => changeRow(world, "SOL", { address: "" }),
      chain("SOL"),
    ),
    "flag-left-out": asked((world) => changeRow(world, "SOL", { halted: undefined }), chain("SOL")),
    "address-that-is-none": asked(
      (world) => changeRow(world, "SOL", { address: "send here!" }),
      inbounds,
    ),
    "router-that-is-none": asked(
      (world) => changeRow(world, "ETH", { router: "call here!" }),
      inbounds,
    ),
    "outbound-fees-apart": asked(
      (world) => changeRow(world, "SOL", { outbound_fee: "90000000" }, "node1"),
      chain("SOL"),
    ),
    "no-outbound-fee": asked(
      (world) => changeRow(world, "SOL", { outbound_fee: undefined }),
      chain("SOL"),
    ),
    "gas-not-known-to-the-network": asked(
      (world) => changeRow(world, "SOL", { outbound_tx_size: "0" }),
      chain("SOL"),
    ),
    "gas-known-to-one-source": asked(
      (world) => changeRow(world, "SOL", { outbound_tx_size: "0" }, "node1"),
      chain("SOL"),
    ),
    "chain-ended-by-one-source": asked(
      (world) => only(world, { "RAGNAROK-SOL-SOL": 1 }),
      chain("SOL"),
    ),
    "pool-halted-by-one-source": asked(
      (world) => changePools(world, { trading_halted: true }, "node1"),
      assets,
    ),
    "pool-closed-by-one-source": asked(
      (world) => changePools(world, { status: "Suspended" }, "node1"),
      assets,
    ),
    "pool-depths-apart": asked(
      (world) => changePools(world, { balance_rune: "1" }, "node1"),
      assets,
    ),
    "pool-listed-twice": asked(
      (world) => scriptNodes(world, { pools: [...toPools(world), ...toPools(world)] }),
      assets,
    ),
    "pool-of-a-chain-that-is-not-listed": asked(
      (world) =>
        scriptNodes(world, { pools: poolsWith(world, {}, [{ ...ETHER_POOL, asset: "NEW.NEW" }]) }),
      assets,
    ),
    "pool-with-an-odd-name": asked(
      (world) =>
        scriptNodes(world, {
          pools: poolsWith(world, {}, [{ ...ETHER_POOL, asset: "ETH.BUY-HERE-NOW" }]),
        }),
      assets,
    ),
    "pool-deeper-than-is-believable": asked(
      (world) => changePools(world, { balance_rune: "4000000000000000000" }),
      assets,
    ),
    "chain-with-unknown-deposits": asked((world) => listChain(world, "NEW"), inbounds),
  },
};
