// Reads the small networks of e2e/fixtures. All addresses and figures there are invented.
import { readFileSync } from "node:fs";
import { root } from "../root.ts";
import type { Scene } from "../wire.ts";

export function readFixture(network: "thorchain" | "mayachain"): Scene {
  const file = `${root}e2e/fixtures/network-${network}.json`;
  return JSON.parse(readFileSync(file, "utf8")) as Scene;
}

/** Transaction ids by the state that nodes report. The MAYAChain fixture has only `done`. */
export const fixtureTxids = {
  observing: fixtureTxid(1),
  confirming: fixtureTxid(2),
  swapping: fixtureTxid(3),
  outboundScheduled: fixtureTxid(4),
  outboundSigning: fixtureTxid(5),
  done: fixtureTxid(6),
  refunded: fixtureTxid(7),
  unknown: fixtureTxid(99),
} as const;

function fixtureTxid(number: number): string {
  return `F1C7${String(number).padStart(4, "0")}`.repeat(8);
}
