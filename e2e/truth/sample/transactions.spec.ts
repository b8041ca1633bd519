// Each sample transaction shows its state, and node, indexer and queue agree on it.
import { expect, test } from "@playwright/test";
import { swapStates } from "../../../lib/protocol/model/swap.ts";
import { Actions, SwapDetails, TxStatus } from "../../../lib/protocol/upstream/schemas.ts";
import { allTxids, sampleTransactions, sampleWalk } from "../../../lib/sample/transactions.ts";
import {
  BLOCK_MS,
  BTC_TO_ETH,
  get,
  HOUR_MS,
  NOW,
  quotePath,
  send,
} from "../../support/sample-client.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";

const ended = ["done", "refunded", "partially_refunded", "failed", "dropped"];
const track = (txid: string, nowMs: number) =>
  createSampleNetwork({ now: () => nowMs }).getSwap(txid, null);

for (const { txid, state, title } of sampleTransactions)
  test(`${txid.slice(0, 4)}… is ${state}: ${title}`, async () => {
    for (const nowMs of [NOW, NOW + 5 * 60_000, NOW + 13 * HOUR_MS]) {
      const reading = await track(txid, nowMs);
      expect(reading).toMatchObject({ state, terminal: ended.includes(state), failure: null });
      if (/^00(?:08|12|13|19)/.test(txid)) expect(reading.refundReason).toMatch(/limit|halted/);
    }
  });

test("every possible state is shown, each by an id of its own", () => {
  const shown = new Set<string>(sampleTransactions.map(({ state }) => state));
  expect([...shown].sort()).toEqual(swapStates.filter((state) => state !== "unavailable").sort());
  expect(new Set(allTxids).size).toBe(allTxids.length);
});

test("the walk goes through all its stages in order, in four minutes", async () => {
  const expected = sampleWalk.steps.flatMap(({ state, blocks }) => Array(blocks).fill(state));
  expect(expected.length * BLOCK_MS).toBe(4 * 60_000);
  const start = Math.ceil(NOW / 240_000) * 240_000;
  const counts: number[] = [];
  for (const [block, state] of expected.entries()) {
    const reading = await track(sampleWalk.txid, start + block * BLOCK_MS);
    expect(reading.state).toBe(state);
    const swapped = reading.stages.find(({ stage }) => stage === "swapped");
    if (state === "swapping") counts.push(swapped?.streaming?.count ?? -1);
  }
  expect(counts).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("the walk starts again after its end, for whoever saw that end", async () => {
  const startMs = Math.ceil(NOW / 240_000) * 240_000;
  let nowMs = startMs - 2_000;
  const network = createSampleNetwork({ now: () => nowMs });
  const states: string[] = [];
  // More often than nodes' answers are kept, which are of the round before at first.
  for (const endMs = startMs + 3 * 240_000; nowMs < endMs; nowMs += 1_500) {
    const { state, terminal, stages } = await network.getSwap(sampleWalk.txid, null);
    if (states.at(-1) !== state) states.push(state);
    expect([state, terminal]).toEqual([state, state === "done"]);
    if (state === "unknown") expect(stages.some(({ done }) => done)).toBe(false);
  }
  const round = sampleWalk.steps.map(({ state }) => state);
  expect(states).toEqual(["done", ...round, ...round, ...round]);
});

for (const txid of allTxids.filter((id) => !/^00(?:01|14)/.test(id)))
  test(`${txid.slice(0, 4)}…: node and indexer agree on what was paid`, async () => {
    const { tx, stages, ...outputs } = TxStatus.parse(await get(`/tx/status/${txid}`));
    const { actions } = Actions.parse(await get(`/v2/actions?txid=${txid}`));
    const paid = outputs.out_txs.map(({ to_address: address, coins }) => ({ address, coins }));
    const legs = actions
      .flatMap(({ out }) => out)
      .map(({ address, coins }) => ({ address, coins }));
    expect(new Set(legs)).toEqual(new Set(paid));
    const isAffiliatePaid = txid === sampleTransactions[6]?.txid;
    if (stages.outbound_signed?.completed === false)
      expect(paid).toHaveLength(isAffiliatePaid ? 1 : 0);
    const sent = actions.flatMap((action) => action.in.flatMap(({ coins = [] }) => coins));
    if (sent.length > 0)
      expect(sent.reduce((sum, { amount }) => sum + amount, 0n)).toBe(tx?.coins?.[0]?.amount);
    for (const { refund, to_address, coin } of outputs.planned_out_txs) {
      const receivers = [tx?.memo?.split(":")[2], "sample-thor-affiliate-address"];
      expect(refund ? [tx?.from_address] : receivers).toContain(to_address);
      if (!refund) continue;
      const action = actions.find(({ type }) => type === "refund");
      const fee = action?.metadata?.refund?.networkFees?.[0]?.amount ?? 0n;
      expect(coin.amount + fee).toBe(action?.in[0]?.coins?.[0]?.amount);
    }
  });

test("parts are counted with the blocks, and limit orders rest at their price", async () => {
  const path = (number: string) => `/queue/swap/details/${number.repeat(16)}`;
  const details = async (number: string, nowMs = NOW) =>
    SwapDetails.parse(await get(path(number), nowMs)).swap;
  // The swap in parts has cycles of 64 blocks.
  const lastBlockMs = (Math.ceil(NOW / (64 * BLOCK_MS)) * 64 + 63) * BLOCK_MS;
  expect((await details("0005", lastBlockMs)).state).toMatchObject({ count: 15, quantity: 16 });
  const resting = await details("0016");
  const { state } = await details("0017");
  expect(state).toMatchObject({ in: 25_000_000n, out: resting.trade_target, count: 1 });
  const amount = String(resting.state.deposit);
  const market = await get(quotePath({ ...BTC_TO_ETH, amount }));
  expect(resting.trade_target).toBeGreaterThan(BigInt(market.expected_amount_out));
  for (const number of ["0018", "0019", "0021", "FFFF"])
    expect((await send(path(number))).status).toBe(400);
});
