import { expect, test } from "@playwright/test";
import type { SwapReading } from "../../../lib/protocol/model/swap.ts";
import { swapStates } from "../../../lib/protocol/model/swap.ts";
import { sampleTransactions, sampleWalk } from "../../../lib/sample/transactions.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { BLOCK_MS, get, HOUR_MS, NOW, send } from "./sample-client.ts";

const ended = ["done", "refunded", "partially_refunded", "failed", "dropped"];
const track = (txid: string, nowMs: number): Promise<SwapReading> =>
  createSampleNetwork({ now: () => nowMs }).getSwap(txid, null);

for (const { txid, shows, title } of sampleTransactions) {
  test(`${txid.slice(0, 4)}… is ${shows}: ${title}`, async () => {
    for (const nowMs of [NOW, NOW + 5 * 60_000, NOW + 13 * HOUR_MS]) {
      const reading = await track(txid, nowMs);
      expect(reading).toMatchObject({
        state: shows,
        terminal: ended.includes(shows),
        failure: null,
      });
      if (/^00(?:08|12|13|19)/.test(txid)) expect(reading.refundReason).toMatch(/limit|halted/);
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

test("the walk goes through all its stages in order, in four minutes", async () => {
  const expected = sampleWalk.steps.flatMap(({ shows, blocks }) => Array(blocks).fill(shows));
  expect(expected.length * BLOCK_MS).toBe(4 * 60_000);
  const start = Math.ceil(NOW / 240_000) * 240_000;
  const readings: SwapReading[] = [];
  for (let block = 0; block < expected.length; block += 1)
    readings.push(await track(sampleWalk.txid, start + block * BLOCK_MS));
  expect(readings.map(({ state }) => state)).toEqual(expected);
  const counts = readings.flatMap(({ stages }) =>
    stages.flatMap(({ stage, streaming }) => (stage === "swapped" ? (streaming?.count ?? []) : [])),
  );
  expect(counts.slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

interface Leg {
  readonly address: string;
  readonly coins: readonly { readonly asset: string; readonly amount: string }[];
}
interface Action {
  readonly type: string;
  readonly in: readonly Leg[];
  readonly out: readonly Leg[];
  readonly metadata: { readonly refund?: { readonly networkFees: Leg["coins"] } };
}
interface Out {
  readonly to_address: string;
  readonly coins: Leg["coins"];
  readonly coin: Leg["coins"][number];
  readonly refund: boolean;
}

test("node and indexer agree on what was paid, and that all of the deposit was spent", async () => {
  for (const { txid } of sampleTransactions.filter(({ shows }) => /done|partially/.test(shows))) {
    const node = await get(`/tx/status/${txid}`);
    const { actions }: { actions: readonly Action[] } = await get(`/v2/actions?txid=${txid}`);
    const sums = actions.flatMap((action) => action.in.flatMap(({ coins }) => coins));
    const spent = sums.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect(spent, txid).toBe(BigInt(node.tx.coins[0].amount));
    const legs = actions
      .flatMap(({ out }) => out)
      .map(({ address, coins }) => ({ address, coins }));
    const paid = node.out_txs.map(({ to_address: address, coins }: Out) => ({ address, coins }));
    expect(legs, txid).toEqual(expect.arrayContaining(paid));
    expect(legs.length, txid).toBe(paid.length);
    expect(legs.map(({ address }) => address)).toContain(node.tx.memo.split(":")[2]);
  }
});

test("a refund goes to the sender, is marked, and costs one outbound fee of the source chain", async () => {
  for (const { txid } of sampleTransactions.filter((one) => /^00(08|12|13)/.test(one.txid))) {
    const { tx, planned_out_txs } = await get(`/tx/status/${txid}`);
    const { actions }: { actions: readonly Action[] } = await get(`/v2/actions?txid=${txid}`);
    const planned = planned_out_txs.filter((out: Out) => out.refund);
    expect(planned.map((out: Out) => out.to_address)).toEqual([tx.from_address]);
    const refund = actions.find(({ type }) => type === "refund");
    const [fee] = refund?.metadata.refund?.networkFees ?? [];
    const given = BigInt(refund?.in[0]?.coins[0]?.amount ?? 0);
    expect(given - BigInt(planned[0].coin.amount)).toBe(BigInt(fee?.amount ?? -1));
  }
});

test("before the outbound is signed only the affiliate is paid", async () => {
  for (const { txid } of sampleTransactions.filter((one) => one.shows.startsWith("outbound_"))) {
    const { out_txs: sent } = await get(`/tx/status/${txid}`);
    const receivers = sent.map((out: Out) => out.to_address);
    const isPaid = txid.startsWith("0007");
    expect(receivers, txid).toEqual(isPaid ? ["sample-thor-affiliate-address"] : []);
  }
});

test("parts are counted with the blocks, and limit orders rest in the queue at their price", async () => {
  const details = async (number: string, block = 0) =>
    (await get(`/queue/swap/details/${number.repeat(16)}`, start + block * BLOCK_MS)).swap;
  // One cycle of the swap in parts is 64 blocks long.
  const start = Math.ceil(NOW / (64 * BLOCK_MS)) * 64 * BLOCK_MS;
  const { state } = await details("0005", 63);
  expect([state.count, state.quantity]).toEqual([15, 16]);
  const resting = await details("0016");
  expect(resting.tx.memo.split(":")[3]).toBe(`${resting.trade_target}/43200/0`);
  const market = await get(
    `/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=${resting.state.deposit}`,
  );
  expect(BigInt(resting.trade_target)).toBeGreaterThan(BigInt(market.expected_amount_out));
  expect((await details("0017")).state).toMatchObject({ in: "25000000", quantity: 4, count: 1 });
  for (const id of ["0018", "0019", "0021", "FFFF"])
    expect((await send(`/queue/swap/details/${id.repeat(16)}`)).status).toBe(400);
});
