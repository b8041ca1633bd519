// Questions for a quote, and the small networks of two nodes on which they are asked.

import { userAddress } from "../../../mcp/text-scenes.ts";
import { createWorld, down, status, toBlock, type World } from "../../../support/world.ts";
import type { Question, Setting } from "./forms.ts";

const USER = userAddress("ETH");
const plain = { from: "BTC", to: "ETH", amount: "1" };
const given = { ...plain, destination: USER };
/** What is asked for: a question of each way to write one. */
export const asked: readonly Question[] = [
  plain,
  given,
  { ...given, amount: "300" },
  { ...given, amount: "0.0001" },
  { ...given, amount: "0.0000001" },
  { ...given, liquidity_tolerance_bps: 0 },
  { ...given, streaming: "single" },
  { ...given, streaming: { interval: 3, quantity: 5000 } },
  { ...given, target_out: "30" },
  { ...given, destination: "bc1q" },
  { from: "ETH", to: "BTC", amount: "3", destination: userAddress("BTC") },
  { from: "eth.usdc", to: "BTC", amount: "5000", destination: userAddress("BTC") },
];

/** The change to a healthy network that leads to each state of a quote. */
export const worlds: Readonly<Record<string, (world: World) => void>> = {
  open: () => undefined,
  halted: (world) => {
    world.mimir.HALTTRADING = 1;
  },
  "a chain is halted": (world) => {
    world.mimir.HALTETHTRADING = 1;
  },
  "a chain is not watched": (world) => {
    world.mimir.HALTBTCCHAIN = 1;
  },
  "payouts wait": (world) => {
    world.mimir.HALTSIGNINGETH = 1;
  },
  "refunds wait": (world) => {
    world.mimir.HALTSIGNINGBTC = 1;
  },
  "payouts are in doubt": (world) => {
    world.scripts.node1 = {
      mimir: { ...world.mimir, HALTSIGNINGETH: toBlock(world).height + 100 },
    };
  },
  "a halt is scheduled": (world) => {
    world.mimir.HALTETHTRADING = toBlock(world).height + 2_400;
  },
  "a halt is due": (world) => {
    world.mimir.HALTBTCTRADING = toBlock(world).height + 20;
  },
  "parts wait": (world) => {
    world.mimir.STREAMINGSWAPPAUSE = 1;
  },
  "a chain has no row": (world) => {
    world.rows.ETH = null;
  },
  "one node quotes": (world) => {
    world.scripts.node1 = { swap: status(503) };
  },
  "no node quotes": (world) => {
    for (const name of ["node0", "node1"]) world.scripts[name] = { swap: status(503) };
  },
  "a node refuses": (world) => {
    for (const name of ["node0", "node1"])
      world.scripts[name] = { swap: status(400, { message: "trading is halted" }) };
  },
  "no pools are read": (world) => {
    for (const name of ["node0", "node1"]) world.scripts[name] = { pools: down };
  },
  "one source answers": (world) => {
    world.scripts.node1 = { "*": down };
  },
  down: (world) => {
    for (const name of ["node0", "node1", "indexer0"]) world.scripts[name] = { "*": down };
  },
  stale: (world) => {
    world.frozenAtMs = world.nowMs;
    world.nowMs += 42_000;
  },
};

export function createSetting(
  change: (world: World) => void,
  options: Parameters<typeof createWorld>[0] = {},
): Setting {
  const world = createWorld({ nodes: 2, indexers: 1, ...options });
  world.nowMs += 6_000_000;
  change(world);
  return world;
}
