// Readings of every state of /status: from the real reader on
// a small fake network, from the sample network, or by hand.

import type { NetworkReading } from "../../../../../lib/protocol/model/network-status.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { type StatusView, statusView } from "../../../../../lib/site/live/status/view.ts";
import { createWorld, down, toBlock, type World } from "../../../../support/world.ts";

export interface Scene {
  /** It answers other questions about the same state. */
  readonly network: Network;
  readonly reading: NetworkReading;
  readonly view: StatusView;
  readonly nowMs: number;
}

const HALT = 1;

/** The change to a healthy network that leads to each state. */
export const changes = {
  open: () => undefined,
  halted: (world) => {
    world.mimir.HALTTRADING = toBlock(world).height - 100;
  },
  chain_halted: (world) => {
    world.mimir.HALTLTCTRADING = toBlock(world).height - 50;
  },
  chain_halted_by_a_flag: (world) => {
    world.rows.LTC = { halted: true, chain_trading_paused: true };
  },
  chain_stands_still: (world) => {
    world.mimir.SOLVENCYHALTDOGECHAIN = toBlock(world).height - 10;
  },
  signing_halted: (world) => {
    world.mimir.HALTSIGNINGBTC = HALT;
  },
  trading_and_signing_halted: (world) => {
    world.mimir.HALTETHTRADING = HALT;
    world.mimir.HALTSIGNINGETH = HALT;
  },
  liquidity_paused: (world) => {
    world.mimir.PAUSELPBCH = HALT;
  },
  halted_by_a_flag_and_pool_paused: (world) => {
    world.rows.BTC = { halted: true };
    world.mimir["PAUSELPDEPOSIT-BTC-BTC"] = HALT;
  },
  pools_paused: (world) => {
    world.mimir["PAUSELPDEPOSIT-BTC-BTC"] = HALT;
    world.mimir["PAUSELPDEPOSIT-ETH-ETH"] = HALT;
    world.mimir["PAUSELPDEPOSIT-ETH-USDC-0XA0B8"] = HALT;
  },
  paused_until: (world) => {
    world.mimir.NODEPAUSECHAINGLOBAL = toBlock(world).height + 500;
  },
  scheduled: (world) => {
    world.mimir.HALTDOGETRADING = toBlock(world).height + 600;
    world.mimir.HALTSIGNING = toBlock(world).height + 900;
  },
  parts_wait: (world) => {
    world.mimir.STREAMINGSWAPPAUSE = HALT;
  },
  address_disputed: (world) => {
    const change = (row: { chain: string }) =>
      row.chain === "BTC" ? { ...row, address: "bc1qother" } : row;
    const isMeant = (name: string, { pathname }: URL) =>
      name === "node1" && pathname.endsWith("/inbound_addresses");
    world.intercept = (name, url, reply) =>
      isMeant(name, url) ? (reply as { chain: string }[]).map(change) : reply;
  },
  row_missing: (world) => {
    world.rows.SOL = null;
  },
  stale: (world) => {
    world.frozenAtMs = world.nowMs;
    world.nowMs += 42_000;
  },
  stopped: (world) => {
    world.frozenAtMs = world.nowMs;
    world.nowMs += 300_000;
  },
  halted_then_stopped: async (world) => {
    world.mimir.HALTTRADING = HALT;
    await world.network.getStatus();
    world.frozenAtMs = world.nowMs;
    world.nowMs += 100_000;
    for (const name of ["node0", "node1"]) world.scripts[name] = { "*": down };
  },
  disagree: (world) => {
    world.scripts.node1 = {
      lastblock: () => [
        { chain: "BTC", last_observed_in: 1, thorchain: toBlock(world).height - 40 },
      ],
    };
  },
  down: (world) => {
    for (const name of ["node0", "node1", "indexer0"]) world.scripts[name] = { "*": down };
  },
} satisfies Record<string, (world: World) => void | Promise<void>>;

export type SceneName = keyof typeof changes;
export const sceneNames = Object.keys(changes) as SceneName[];

/** `more` changes the network further, at the height that is being read. */
export async function readScene(
  name: SceneName,
  network: "thorchain" | "mayachain" = "thorchain",
  more: (world: World, height: number) => void = () => undefined,
): Promise<Scene> {
  const world = createWorld({ nodes: 2, indexers: 1, network });
  world.nowMs += 6_000_000;
  const change: (world: World) => void | Promise<void> = changes[name];
  await change(world);
  more(world, toBlock(world).height);
  const reading = await world.network.getStatus();
  return {
    network: world.network,
    reading,
    nowMs: world.nowMs,
    view: statusView(reading, presets[network], world.nowMs),
  };
}
