// Reads the small networks of e2e/fixtures. All addresses and figures there are invented.
import { readFileSync } from "node:fs";
import { root } from "../root.ts";
import type { Scene } from "../wire.ts";

export function readFixture(network: "thorchain" | "mayachain"): Scene {
  const file = `${root}e2e/fixtures/network-${network}.json`;
  return JSON.parse(readFileSync(file, "utf8")) as Scene;
}

/** Transaction ids by the state that nodes report. */
export const fixtureTxids = { done: "F1C70006".repeat(8) } as const;
