// What is said when sources are silent, late or wrong about the time: nothing is open, and a known halt stays.

import { lastBlock, scriptNodes } from "../../support/changes.ts";
import { down, hang, status as httpStatus, toBlock, type World } from "../../support/world.ts";
import {
  type Alike,
  assets,
  type Change,
  chain,
  inbounds,
  NO_SOURCE,
  oneNodeState,
  quote,
  readStatus,
  type States,
  state,
  stateIn,
  status,
  statuspage,
  stop,
  swap,
  toNodes,
} from "../state.ts";
import { toEth } from "./quote-warnings.ts";

export const outageStates: States = {
  "no-source-answers": state([status, statuspage, inbounds, assets, swap()], NO_SOURCE),
  "only-one-source-answers": state([status, inbounds, quote(toEth)], "node1 silent"),
  "newest-block-is-late": state([status, assets, quote(toEth)], stop(42_000)),
  "network-makes-no-blocks": state([status, quote(toEth)], stop(300_000)),
  "halted-when-last-read": state(
    [status, chain("BTC"), quote(toEth)],
    "all HALTTRADING=1",
    readStatus,
    stop(100_000),
    "node0 silent; node1 silent",
  ),
  "indexer-silent": state([status, quote(toEth)], "indexer0 silent"),
  "pools-not-read": state([status, assets], toNodes({ pools: down })),
};

const nothingKnown = (...changes: readonly Change[]) => state(status, ...changes);

/** The one node is further behind the indexer than two that describe one moment. */
const BEHIND = "node0 -8 no-block";
const older = (blocks: number) => (world: World) => {
  world.startHeight -= blocks;
};

/** Each reason for which nothing at all is known. */
export const unreadScenes: Alike = {
  surface: "markdown",
  scenes: {
    "no-secure-connection": nothingKnown(
      toNodes({
        "*": () => {
          const cause = Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" });
          throw new TypeError("fetch failed", { cause });
        },
      }),
    ),
    "no-answer-in-time": stateIn({ attemptMs: 200 })(status, toNodes({ "*": hang })),
    "answers-that-are-no-answers": nothingKnown(toNodes({ "*": httpStatus(500) })),
    "form-that-nobody-knows": nothingKnown(toNodes({ "*": { surprise: true } })),
    "halts-not-told": nothingKnown(toNodes({ mimir: down })),
    "chains-not-told": nothingKnown(toNodes({ inbound_addresses: down })),
    "newest-block-not-told": nothingKnown("all no-height"),
    "time-of-no-block-told": nothingKnown("all no-block; indexer0 silent"),
    "our-clock-is-behind": nothingKnown((world) => {
      world.offsetMs = -120_000;
      world.restart();
    }),
    "height-does-not-grow": oneNodeState(
      status,
      (world) => {
        const { height } = toBlock(world);
        scriptNodes(world, { lastblock: () => lastBlock(height), block: down }, ["node0"]);
        const timestamp = () => Math.floor(world.nowMs / 1000);
        world.scripts.indexer0 = {
          health: () => ({ inSync: true, lastThorNode: { height, timestamp: timestamp() } }),
        };
      },
      readStatus,
      (world) => {
        world.nowMs += 61_000;
      },
    ),
    "node-shows-an-older-block-than-before": nothingKnown(readStatus, "after 6000; all -500"),
    "nodes-show-older-blocks-than-before": nothingKnown(readStatus, "after 6000", older(500)),
    "halted-and-then-an-older-block": nothingKnown(
      "all HALTTRADING=1",
      readStatus,
      "after 6000; all HALTTRADING=0",
      older(4),
    ),
    "two-nodes-of-one-operator": stateIn({
      urls: { node0: "https://a.nodes.test", node1: "https://b.nodes.test" },
    })(status),
    "outvoted-node-lists-another-vault": stateIn({ nodes: 3 })(status, "node0 BTC.address=other"),
    "node-behind-the-clock": oneNodeState(status, BEHIND),
    "halted-by-a-node-behind": oneNodeState(status, `all HALTTRADING=1; ${BEHIND}`),
  },
};
