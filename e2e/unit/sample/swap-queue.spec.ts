// The swap queue of the sample: progress of a swap's parts, in the shapes that a node of the advanced queue has.
import { expect, test } from "@playwright/test";
import { BLOCK_MS, get, NOW, send } from "./sample-client.ts";

const streaming = "0005".repeat(16);
const single = "0004".repeat(16);
const resting = "0016".repeat(16);
const filling = "0017".repeat(16);
const done = "0010".repeat(16);

test("a swap in parts is told by its id, in the queue and in the list, with the same figures", async () => {
  const row = await get(`/swap/streaming/${streaming}`);
  expect(row).toMatchObject({
    tx_id: streaming,
    interval: 4,
    quantity: 16,
    source_asset: "BTC.BTC",
    deposit: "400000000",
  });
  expect(BigInt(row.in)).toBe(25_000_000n * BigInt(row.count));
  expect(await get("/swaps/streaming")).toContainEqual(row);
  const { swap, ...rest } = await get(`/queue/swap/details/${streaming}`);
  expect(rest).toEqual({ status: "queued", queue_type: "advanced" });
  expect(swap).toMatchObject({ stream_quantity: 16, stream_interval: 4, state: { count: row.count, out: row.out } });
  expect(swap.tx).toEqual((await get(`/tx/status/${streaming}`)).tx);
});

test("the count grows with the blocks and never beyond the quantity", async () => {
  let before = -1;
  // One cycle of the swap is 64 blocks long.
  const start = Math.ceil(NOW / (64 * BLOCK_MS)) * 64 * BLOCK_MS;
  for (let block = 0; block < 64; block++) {
    const { count = 0, quantity } = await get(`/swap/streaming/${streaming}`, start + block * BLOCK_MS);
    expect(count >= before && count < quantity, `block ${block}: ${count}`).toBe(true);
    before = count;
  }
  expect(before).toBe(15);
});

test("a swap of one part is in the queue without a stream, and not among the streaming ones", async () => {
  const { swap } = await get(`/queue/swap/details/${single}`);
  expect("stream_quantity" in swap).toBe(false);
  expect(swap.state).toMatchObject({ quantity: 1, in: "0", out: "0" });
  const listed: { tx_id: string }[] = await get("/swaps/streaming");
  expect(listed.map((row) => row.tx_id)).not.toContain(single);
});

for (const txid of [done, "F".repeat(64)]) {
  test(`${txid.slice(0, 4)}: what is not in the queue is refused there, and empty as a streaming swap`, async () => {
    const response = await send(`/queue/swap/details/${txid}`);
    expect(response.status).toBe(400);
    expect((await response.json()).message).toBe(`swap with tx_id ${txid} not found in any queue: invalid request`);
    const empty = { trade_target: "0", source_asset: ".", target_asset: ".", deposit: "0", in: "0", out: "0" };
    expect(await get(`/swap/streaming/${txid}`)).toEqual({ tx_id: txid, ...empty });
  });
}

test("two limit orders rest, each as the queue has it by its id", async () => {
  const { limit_swaps: rows, pagination } = await get("/queue/limit_swaps");
  expect(rows.map((row: { swap: { tx: { id: string } } }) => row.swap.tx.id)).toEqual([resting, filling]);
  expect(pagination).toMatchObject({ total: "2", has_next: false });
  for (const { swap, blocks_since_created: age, time_to_expiry_blocks: left } of rows) {
    const { swap: own } = await get(`/queue/swap/details/${swap.tx.id}`);
    expect(own).toMatchObject({ swap_type: "limit", trade_target: swap.trade_target, target_asset: "ETH.ETH" });
    expect(own.tx.memo.split(":")[3]).toBe(`${swap.trade_target}/43200/0`);
    expect(own.state.in).toBe(swap.state.in);
    expect(Number(age) + Number(left)).toBe(43_200);
  }
  expect(await get("/queue/limit_swaps/summary")).toMatchObject({
    total_limit_swaps: "2",
    asset_pairs: [{ source_asset: "BTC.BTC", target_asset: "ETH.ETH", count: "2" }],
  });
});

test("an order that asks more than the pools pay rests, and one that is over left the queue", async () => {
  const { swap } = await get(`/queue/swap/details/${resting}`);
  const quote = await get(`/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=${swap.state.deposit}`);
  expect(BigInt(swap.trade_target) > BigInt(quote.expected_amount_out)).toBe(true);
  for (const id of ["0018", "0019", "0021"]) {
    expect((await send(`/queue/swap/details/${id.repeat(16)}`)).status).toBe(400);
  }
});
