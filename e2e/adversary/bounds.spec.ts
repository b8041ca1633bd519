// Attacks by size: answers in the right shape that are long, deep or crowded. They are refused, and what is accepted costs work in step with its size.
import { expect, test } from "@playwright/test";
import type { NodeEvidence } from "../../lib/protocol/safety/evidence.ts";
import { listChainCodes, rowsOf } from "../../lib/protocol/safety/evidence.ts";
import { indexerFactsOf } from "../../lib/protocol/swap/indexer.ts";
import { parseSwapMemo } from "../../lib/protocol/swap/memo.ts";
import { nodeOutputs } from "../../lib/protocol/swap/outputs.ts";
import type { Actions, TxStatus } from "../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { sent, sentOut, TXID } from "../support/transactions.ts";
import { soundFlags } from "../support/wire.ts";
import { createWorld, type Script, toRows } from "../support/world.ts";

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const crowd = (count: number) =>
  times(count, (index) => ({ chain: `X${index}`, address: "a", ...soundFlags() }));

test("a node cannot crowd the list of chains", async () => {
  for (const count of [40, 5_000]) {
    const world = createWorld({ nodes: 2 });
    world.scripts.node1 = { inbound_addresses: () => [...toRows(world), ...crowd(count)] };
    const { chains } = await world.network.getStatus();
    const others = chains.length - world.preset.chains.length;
    expect(others, String(count)).toBeLessThanOrEqual(16);
  }
});

const nested = `[{"x":${"[".repeat(30_000)}${"]".repeat(30_000)},`;
const long: Readonly<Record<string, Script>> = {
  "5,000 rows": { inbound_addresses: crowd(5_000) },
  "100,000 parameters": {
    mimir: Object.fromEntries(times(100_000, (index) => [`KEY${index}`, 1])),
  },
  "rows with a member that is nested 30,000 times": {
    inbound_addresses: JSON.stringify(toRows(createWorld())).replace("[{", nested),
  },
};
for (const [what, script] of Object.entries(long)) {
  test(`${what} of the only node are an unreadable answer`, async () => {
    const world = createWorld();
    world.scripts.node0 = script;
    expect(await world.network.getStatus()).toMatchObject({ trading: { verdict: "unknown" } });
  });
}

test("a swap with 5,000 payouts is none that is told", async () => {
  const world = createWorld();
  world.scripts.node0 = { [TXID]: sentOut(...times(5_000, () => sent.payout)) };
  expect(await world.network.getSwap(TXID, null)).toMatchObject({ state: "unavailable", out: [] });
});

test("a block's other members are not parsed, however large", async () => {
  const world = createWorld();
  const [height, time] = [25_000_000, new Date(world.nowMs).toISOString()];
  const header = JSON.stringify({ height, time });
  const block = `{"id":{},"header":${header},"end_block_events":${"[".repeat(1_000_000)}}`;
  world.scripts = { indexer0: { health: { inSync: false } }, node0: { block } };
  expect((await world.network.getStatus()).clock).toMatchObject({ freshness: "fresh", height });
});

/** An object that counts how often its members are read. */
function counted<T extends object>(object: T, count: { reads: number }): T {
  return new Proxy(object, {
    get(target, name, receiver) {
      count.reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
}

/** Reads of members for n and for 4n: in step, four times as many, and not sixteen. */
function expectInStep(work: (size: number, count: { reads: number }) => void) {
  const [small, large] = [50, 200].map((size) => {
    const count = { reads: 0 };
    work(size, count);
    return count.reads;
  }) as [number, number];
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThanOrEqual(small * 5);
}

const context = { knownAssets: [{ asset: "ETH.ETH", shortCode: "e" }], preset: presets.thorchain };
const memo = "=:ETH.ETH:name";

test("rows are gone through once for all chains that are asked about", () =>
  expectInStep((size, count) => {
    const rows = crowd(size).map((row) => counted(row, count));
    const node: NodeEvidence = { height: 1, block: null, mimir: {}, rows };
    for (const { chain } of crowd(size))
      for (let question = 0; question < 4; question += 1) rowsOf(node, chain);
    listChainCodes({ preset: presets.thorchain, nodes: [node] } as unknown as Parameters<
      typeof listChainCodes
    >[0]);
  }));

test("known assets are gone through once for all payouts", () =>
  expectInStep((size, count) => {
    const known = times(size, (index) =>
      counted({ asset: `ETH.A${index}`, shortCode: null }, count),
    );
    const coin = { asset: "ETH.ETH", amount: 1n };
    const node = {
      tx: { id: TXID, memo },
      planned_out_txs: [],
      out_txs: times(size, () => ({ id: "B", coins: [coin] })),
      stages: { inbound_observed: { completed: true } },
    } as unknown as TxStatus;
    nodeOutputs(node, true, parseSwapMemo(memo), { ...context, knownAssets: known });
  }));

test("an indexer's fees and payouts are gone through once", () =>
  expectInStep((size, count) => {
    const fees = times(size, (index) =>
      counted({ asset: `ETH.A${index}`, amount: BigInt(index) }, count),
    );
    const legs = times(size, (index) => ({
      txID: `B${index}`,
      coins: [counted({ asset: "ETH.ETH", amount: 1n }, count)],
    }));
    const action = {
      type: "swap",
      status: "success",
      date: "1",
      height: "1",
      out: legs,
      metadata: { swap: { memo, networkFees: fees } },
    };
    const inbound = { ...action, in: [{ txID: TXID, coins: [] }] };
    const reversed = { ...inbound, metadata: { swap: { memo, networkFees: [...fees].reverse() } } };
    const actions = { actions: [inbound, reversed] } as unknown as Actions;
    indexerFactsOf(actions, TXID, null, context);
  }));
