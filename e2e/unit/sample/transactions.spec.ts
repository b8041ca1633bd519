import { expect, test } from "@playwright/test";
import type { AgreedParameters } from "../../../lib/protocol/market/agreement.ts";
import { readPayoutEnd } from "../../../lib/protocol/market/costs.ts";
import type { Agreed } from "../../../lib/protocol/model/agreed.ts";
import { swapStates } from "../../../lib/protocol/model/swap.ts";
import { isLate, queuedSwap } from "../../../lib/protocol/swap/queue.ts";
import * as networkSchemas from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import * as schemas from "../../../lib/protocol/upstream/schemas.ts";
import { listKnownAssets } from "../../../lib/protocol/values/assets.ts";
import { presets, SIGNING_PERIOD_BLOCKS } from "../../../lib/protocol/values/chains.ts";
import { sampleTransactions, sampleWalk } from "../../../lib/sample/transactions.ts";
import { noQueue, read } from "../../fixtures/swap-bodies.ts";
import { agreed } from "../../support/agreed.ts";
import { BLOCK_MS, get, HOUR_MS, NOW, send } from "./sample-client.ts";

const preset = presets.sample;

/** As the sample network votes. */
const votes: AgreedParameters = new Map<string, Agreed<number> | "unset">([
  ["MAXOUTBOUNDATTEMPTS", agreed(1_000)],
  ["SIGNINGTRANSACTIONPERIOD", "unset"],
]);

async function track(txid: string, nowMs: number) {
  const node = parseShape(schemas.TxStatus, "/tx/status", await get(`/tx/status/${txid}`, nowMs));
  const indexer = parseShape(
    schemas.Actions,
    "/v2/actions",
    await get(`/v2/actions?txid=${txid}`, nowMs),
  );
  const pools = parseShape(networkSchemas.Pools, "/pools", await get("/pools", nowMs));
  const queue = await send(`/queue/swap/details/${txid}`, nowMs);
  const details =
    queue.status === 200
      ? parseShape(schemas.SwapDetails, "/queue/swap/details", await queue.json())
      : null;
  const payouts = [
    ...((await get("/queue/outbound", nowMs)) ?? []),
    ...((await get("/queue/scheduled", nowMs)) ?? []),
  ];
  const isQueued = payouts.some((payout: { in_hash: string }) => payout.in_hash === txid);
  const dropped =
    isLate(node, SIGNING_PERIOD_BLOCKS) && !isQueued ? agreed("dropped" as const) : null;
  const message = await send(`/cosmos/tx/v1beta1/txs/${txid}`, nowMs);
  const { tx_response } =
    message.status === 200
      ? parseShape(schemas.NativeMessage, "/cosmos/tx", await message.json())
      : { tx_response: { txhash: "", code: 0 } };
  return read({
    isRejectedOnChain: tx_response.txhash === txid && tx_response.code > 0,
    txid,
    node,
    payoutEnd: readPayoutEnd({ preset, votes }),
    queue: { ...noQueue, dropped, queued: details && queuedSwap(details) },
    quorum: 1,
    second: null,
    indexer,
    nowMs,
    firstAskedMs: nowMs,
    finalisedSinceMs: nowMs - HOUR_MS,
    known: listKnownAssets(preset, pools),
    preset,
  });
}

for (const { txid, shows, title } of sampleTransactions) {
  test(`${txid.slice(0, 4)}… is ${shows}: ${title}`, async () => {
    for (const nowMs of [NOW, NOW + 5 * 60_000, NOW + 13 * HOUR_MS]) {
      const facts = await track(txid, nowMs);
      expect(facts.state).toBe(shows);
      expect(facts.terminal).toBe(
        ["done", "refunded", "partially_refunded", "failed", "dropped", "no_output"].includes(
          shows,
        ),
      );
      if (!facts.terminal) expect(facts.refundExpected).toBe(txid.startsWith("0008"));
      if (facts.startedAtMs !== null) expect(facts.startedAtMs).toBeLessThanOrEqual(nowMs);
      if (["0008", "0012", "0013", "0019"].includes(txid.slice(0, 4))) {
        expect(facts.refundReason).toMatch(/limit|halted/);
      }
    }
  });
}

test("every possible state is shown, by ids that a person can tell apart", () => {
  const shown = new Set<string>(sampleTransactions.map((one) => one.shows));
  expect([...shown].sort()).toEqual(swapStates.filter((state) => state !== "unavailable").sort());
  const ids = [...sampleTransactions, sampleWalk].map((one) => one.txid);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^(\d{4})\1{15}$/);
});

test("memos, recipients and amounts of finished swaps agree with the indexer", async () => {
  for (const { txid } of sampleTransactions.filter((one) =>
    ["done", "partially_refunded"].includes(one.shows),
  )) {
    const node = await get(`/tx/status/${txid}`);
    const actions = (await get(`/v2/actions?txid=${txid}`)).actions;
    const legs = actions.flatMap((action: { out: unknown[] }) => action.out);
    const paid = node.out_txs.map((out: { to_address: string; coins: { amount: string }[] }) => ({
      address: out.to_address,
      amount: out.coins[0]?.amount,
    }));
    for (const leg of legs)
      expect(paid).toContainEqual({ address: leg.address, amount: leg.coins[0].amount });
    expect(legs.length).toBe(paid.length);
    const destination = node.tx.memo.split(":")[2];
    expect(paid.map((one: { address: string }) => one.address)).toContain(destination);
    const spent = actions.reduce((sum: bigint, one: { in: { coins: { amount: string }[] }[] }) => {
      return sum + BigInt(one.in[0]?.coins[0]?.amount ?? 0);
    }, 0n);
    expect(spent).toBe(BigInt(node.tx.coins[0].amount));
  }
});

test("a refund goes to the sender, is marked, and costs one outbound fee of the source chain", async () => {
  for (const { txid } of sampleTransactions.filter((one) => /^00(08|12|13)/.test(one.txid))) {
    const node = await get(`/tx/status/${txid}`);
    const actions: {
      type: string;
      in: { coins: { amount: string }[] }[];
      metadata: schemas.Action["metadata"];
    }[] = (await get(`/v2/actions?txid=${txid}`)).actions;
    const planned = node.planned_out_txs.filter((out: { refund: boolean }) => out.refund);
    expect(planned).toHaveLength(1);
    expect(planned[0].to_address).toBe(node.tx.from_address);
    const refund = actions.find((action) => action.type === "refund");
    const fee = (refund?.metadata?.refund?.networkFees ?? [])[0];
    expect(fee?.asset).toBe(planned[0].coin.asset);
    const given = BigInt(refund?.in[0]?.coins[0]?.amount ?? 0);
    expect(given - BigInt(planned[0].coin.amount)).toBe(BigInt(fee?.amount ?? 0));
    // A payout of the native chain costs nothing.
    expect(BigInt(fee?.amount ?? 0) > 0n).toBe(!planned[0].coin.asset.startsWith("THOR."));
  }
});

test("before the outbound is signed only the affiliate is paid", async () => {
  for (const { txid } of sampleTransactions.filter((one) => one.shows.startsWith("outbound_"))) {
    const { out_txs: sent = [] } = await get(`/tx/status/${txid}`);
    const receivers = sent.map((out: { to_address: string }) => out.to_address);
    expect(receivers, txid).toEqual(
      txid.startsWith("0007") ? ["sample-thor-affiliate-address"] : [],
    );
  }
});

test("the sample swap goes through all its stages in order, for the stated blocks", async () => {
  const round = sampleWalk.steps.reduce((sum, step) => sum + step.blocks, 0);
  const roundMs = round * BLOCK_MS;
  expect(roundMs).toBe(4 * 60_000);
  const start = Math.ceil(NOW / roundMs) * roundMs;
  const expected = sampleWalk.steps.flatMap((step) => Array(step.blocks).fill(step.shows));
  const seen = [];
  const counts = [];
  for (let block = 0; block < round; block += 1) {
    const facts = await track(sampleWalk.txid, start + block * BLOCK_MS);
    seen.push(facts.state);
    const streaming = facts.stages.find((stage) => stage.stage === "swapped")?.streaming;
    if (facts.state === "swapping") counts.push(streaming?.count);
  }
  expect(seen).toEqual(expected);
  expect(counts).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect((await track(sampleWalk.txid, start + roundMs)).state).toBe("unknown");
});

test("waiting times count down with the clock", async () => {
  const start = Math.ceil(NOW / 360_000) * 360_000;
  const [, , confirming, , , scheduled] = sampleTransactions;
  for (const [entry, stage] of [
    [confirming, "inbound_confirmation_counted"],
    [scheduled, "outbound_delay"],
  ] as const) {
    const left = async (nowMs: number) => {
      const stages = (await get(`/tx/status/${entry?.txid}`, nowMs)).stages[stage];
      return stages.remaining_confirmation_seconds ?? stages.remaining_delay_seconds;
    };
    expect(await left(start)).toBe(360);
    expect(await left(start + BLOCK_MS)).toBe(354);
    expect(await left(start + 59 * BLOCK_MS)).toBe(6);
  }
});
