// What a world answers about one swap, in short: its state, and where the money went.

import { expect, test } from "@playwright/test";
import type { SwapReading } from "../../../lib/protocol/model/swap.ts";
import { rowsBelow } from "../../support/rows.ts";
import {
  PAYOUT_ID,
  RECIPIENT,
  REFUND_ID,
  recordsOf,
  SENDER,
  type SwapRecords,
  scriptSwap,
  TXID,
  type Words,
} from "../../support/transactions.ts";
import { createWorld, type World } from "../../support/world.ts";

/** So long that what an indexer recorded began before it. */
const BEFORE_MS = 6_000_000;

export interface Scene extends SwapRecords {
  readonly options?: Parameters<typeof createWorld>[0];
  /** Asked once before, and then again after this time. */
  readonly waitMs?: number;
  readonly chain?: string;
  readonly txid?: string;
  readonly change?: (world: World) => void;
}

export function worldOf({ options, change, ...records }: Scene): World {
  const { nodes, indexers } = records;
  const world = createWorld({
    nodes: Array.isArray(nodes) ? nodes.length : 2,
    indexers: indexers?.length ?? 1,
    ...options,
  });
  world.nowMs += BEFORE_MS;
  scriptSwap(world, records);
  change?.(world);
  return world;
}

export async function ask(scene: Scene): Promise<SwapReading> {
  const { waitMs, chain = null, txid = TXID } = scene;
  const world = worldOf(scene);
  if (waitMs !== undefined) {
    await world.network.getSwap(txid, chain);
    world.nowMs += waitMs;
  }
  return world.network.getSwap(txid, chain);
}

/** What is asked of sources for one reading, where `pattern` fits. */
export async function callsOf(scene: Scene, pattern: RegExp): Promise<readonly string[]> {
  const world = worldOf(scene);
  await world.network.getSwap(TXID, null);
  return world.calls.filter((call) => pattern.test(call));
}

/** As "outbound_signing payout_unseen, goes back". Without "by": the nodes say so. */
export function stateOf(reading: SwapReading): string {
  const { state, doubt, terminal, refundExpected, decidedBy } = reading;
  return [
    doubt === null ? state : `${state} ${doubt}`,
    ...(terminal ? ["final"] : []),
    ...(refundExpected ? ["goes back"] : []),
    ...(decidedBy === "node" ? [] : [`by ${decidedBy ?? "nobody"}`]),
  ].join(", ");
}

const names: Readonly<Record<string, string>> = {
  [RECIPIENT]: "recipient",
  [SENDER]: "sender",
  [PAYOUT_ID]: "as payout",
  [REFUND_ID]: "as refund",
};
const nameOf = (text: string | null, missing: string) =>
  text === null ? missing : (names[text] ?? text);

/** As "swap 90000000 ETH.ETH on ETH to recipient, as payout". */
export const outsOf = ({ out }: SwapReading): readonly string[] =>
  out.map(
    ({ kind, amount, asset, chain, address, txid }) =>
      `${kind} ${amount} ${asset} on ${chain} to ${nameOf(address, "nobody")}, ${nameOf(txid, "no id")}`,
  );

export const kindsOf = ({ out }: SwapReading): string => out.map(({ kind }) => kind).join(" ");

/** A circle for each stage that is done. */
export const stagesOf = ({ stages }: SwapReading): string =>
  stages.map(({ done }) => (done ? "o" : "-")).join("");

/** `recordsOf`, with what else is told of the scene. */
export const sceneOf = (text: string, more: Scene = {}, words: Words = {}): Scene => ({
  ...recordsOf(text, words),
  ...more,
});

/** A test for each row of a table of `rowsBelow`: `tell` gives what stands above the row. */
export function holdRows(
  rule: string,
  table: string,
  tell: (row: string) => unknown | Promise<unknown>,
): void {
  for (const [expected, row] of rowsBelow(table))
    test(`${rule}: ${row}: ${expected}`, async () => expect(`${await tell(row)}`).toBe(expected));
}
