// What is said when sources are silent, late or wrong about the time: nothing is open, and a known halt stays.

import { lastBlock, scriptNodes, silence } from "../../support/changes.ts";
import { TXID } from "../../support/transactions.ts";
import { down, hang, status as httpStatus, toBlock, type World } from "../../support/world.ts";
import {
  type Alike,
  assets,
  chain,
  inbounds,
  inWorld,
  quote,
  type State,
  type States,
  status,
  statuspage,
  swap,
} from "../state.ts";
import { toEth } from "./quote-warnings.ts";

/** The nodes make no more blocks. */
function stop(world: World, afterMs: number): void {
  world.frozenAtMs = world.nowMs;
  world.nowMs += afterMs;
}
const LATE_MS = 42_000;
const STOPPED_MS = 300_000;

export const outageStates: States = {
  "no-source-answers": {
    setting: inWorld((world) => silence(world, "node0", "node1", "indexer0")),
    questions: [status, statuspage, inbounds, assets, swap(TXID)],
  },
  "only-one-source-answers": {
    setting: inWorld((world) => silence(world, "node1")),
    questions: [status, inbounds, quote(toEth)],
  },
  "newest-block-is-late": {
    setting: inWorld((world) => stop(world, LATE_MS)),
    questions: [status, assets, quote(toEth)],
  },
  "network-makes-no-blocks": {
    setting: inWorld((world) => stop(world, STOPPED_MS)),
    questions: [status, quote(toEth)],
  },
  "halted-when-last-read": {
    setting: inWorld(async (world) => {
      world.mimir.HALTTRADING = 1;
      await world.network.getStatus();
      stop(world, 100_000);
      silence(world, "node0", "node1");
    }),
    questions: [status, chain("BTC"), quote(toEth)],
  },
  "indexer-silent": {
    setting: inWorld((world) => silence(world, "indexer0")),
    questions: [status, quote(toEth)],
  },
  "pools-not-read": {
    setting: inWorld((world) => scriptNodes(world, { pools: down })),
    questions: [status, assets],
  },
};

const askedOf = (change: (world: World) => void | Promise<void>, options = {}): State => ({
  setting: inWorld(change, options),
  questions: [status],
});

/** The one node is further behind the indexer than two that describe one moment. */
function fallBehind(world: World): void {
  scriptNodes(world, { lastblock: () => lastBlock(toBlock(world).height - 8), block: down }, [
    "node0",
  ]);
}

/** Each reason for which nothing at all is known. */
export const unreadScenes: Alike = {
  surface: "markdown",
  scenes: {
    "no-secure-connection": askedOf((world) =>
      scriptNodes(world, {
        "*": () => {
          throw new TypeError("fetch failed", {
            cause: Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" }),
          });
        },
      }),
    ),
    "no-answer-in-time": askedOf((world) => scriptNodes(world, { "*": hang }), { attemptMs: 200 }),
    "answers-that-are-no-answers": askedOf((world) => scriptNodes(world, { "*": httpStatus(500) })),
    "form-that-nobody-knows": askedOf((world) => scriptNodes(world, { "*": { surprise: true } })),
    "halts-not-told": askedOf((world) => scriptNodes(world, { mimir: down })),
    "chains-not-told": askedOf((world) => scriptNodes(world, { inbound_addresses: down })),
    "newest-block-not-told": askedOf((world) => scriptNodes(world, { lastblock: down })),
    "time-of-no-block-told": askedOf((world) => {
      scriptNodes(world, { block: down });
      silence(world, "indexer0");
    }),
    "our-clock-is-behind": askedOf((world) => {
      world.offsetMs = -120_000;
      world.restart();
    }),
    "height-does-not-grow": askedOf(
      async (world) => {
        const { height } = toBlock(world);
        scriptNodes(world, { lastblock: () => lastBlock(height), block: down }, ["node0"]);
        const timestamp = () => Math.floor(world.nowMs / 1000);
        world.scripts.indexer0 = {
          health: () => ({ inSync: true, lastThorNode: { height, timestamp: timestamp() } }),
        };
        await world.network.getStatus();
        world.nowMs += 61_000;
      },
      { nodes: 1 },
    ),
    "node-shows-an-older-block-than-before": askedOf(async (world) => {
      await world.network.getStatus();
      world.nowMs += 6_000;
      scriptNodes(world, { lastblock: () => lastBlock(toBlock(world).height - 500) });
    }),
    "nodes-show-older-blocks-than-before": askedOf(async (world) => {
      await world.network.getStatus();
      world.nowMs += 6_000;
      world.startHeight -= 500;
    }),
    "halted-and-then-an-older-block": askedOf(async (world) => {
      world.mimir.HALTTRADING = 1;
      await world.network.getStatus();
      world.nowMs += 6_000;
      world.mimir.HALTTRADING = 0;
      world.startHeight -= 4;
    }),
    "node-behind-the-clock": askedOf((world) => fallBehind(world), { nodes: 1 }),
    "halted-by-a-node-behind": askedOf(
      (world) => {
        world.mimir.HALTTRADING = 1;
        fallBehind(world);
      },
      { nodes: 1 },
    ),
  },
};
