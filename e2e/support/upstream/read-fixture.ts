// Reads the repository's own small networks. They are written by hand: no address, key or figure is real.
import { readFileSync } from "node:fs";
import { root } from "../root.ts";
import type { Scene } from "./scene.ts";

export function readFixture(network: "thorchain" | "mayachain"): Scene {
  const file = `${root}e2e/fixtures/network-${network}.json`;
  return JSON.parse(readFileSync(file, "utf8")) as Scene;
}

/** Ids of the fixtures' transactions, by the state of their node answer. MAYAChain has only `done`. */
export const fixtureTxids = {
  observing: toFixtureTxid(1),
  confirming: toFixtureTxid(2),
  swapping: toFixtureTxid(3),
  outboundScheduled: toFixtureTxid(4),
  outboundSigning: toFixtureTxid(5),
  done: toFixtureTxid(6),
  refunded: toFixtureTxid(7),
  /** An id that no provider knows. */
  unknown: toFixtureTxid(99),
} as const;

function toFixtureTxid(number: number): string {
  return `F1C7${String(number).padStart(4, "0")}`.repeat(8);
}
