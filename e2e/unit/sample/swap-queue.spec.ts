// The swap queue of the sample: progress of a swap's parts, in the shapes that a node of the advanced queue has.
import { expect, test } from "@playwright/test";
import { BLOCK_MS, get, NOW, send } from "./sample-client.ts";

const streaming = "0005".repeat(16);
const single = "0004".repeat(16);
const resting = "0016".repeat(16);
const filling = "0017".repeat(16);
const done = "0010".repeat(16);

test("a swap in parts is told by its id, with the figures of its parts", async () => {
  const { swap, ...rest } = await get(`/queue/swap/details/${streaming}`);
  expect(rest).toEqual({ status: "queued", queue_type: "advanced" });
  expect(swap).toMatchObject({ stream_quantity: 16, stream_interval: 4, target_asset: "ETH.ETH" });
  expect(swap.state).toMatchObject({ interval: 4, quantity: 16, deposit: "400000000" });
  expect(BigInt(swap.state.in)).toBe(25_000_000n * BigInt(swap.state.count));
  expect(swap.tx).toEqual((await get(`/tx/status/${streaming}`)).tx);
});

test("the count grows with the blocks and never beyond the quantity", async () => {
  let before = -1;
  // One cycle of the swap is 64 blocks long.
  const start = Math.ceil(NOW / (64 * BLOCK_MS)) * 64 * BLOCK_MS;
  for (let block = 0; block < 64; block++) {
    const { swap } = await get(`/queue/swap/details/${streaming}`, start + block * BLOCK_MS);
    const { count = 0, quantity } = swap.state;
    expect(count >= before && count < quantity, `block ${block}: ${count}`).toBe(true);
    before = count;
  }
  expect(before).toBe(15);
});

test("a swap of one part is in the queue without a stream", async () => {
  const { swap } = await get(`/queue/swap/details/${single}`);
  expect("stream_quantity" in swap).toBe(false);
  expect(swap.state).toMatchObject({ quantity: 1, in: "0", out: "0" });
});

for (const txid of [done, "F".repeat(64)]) {
  test(`${txid.slice(0, 4)}: what is not in the queue is refused there, and empty as a streaming swap`, async () => {
    const response = await send(`/queue/swap/details/${txid}`);
    expect(response.status).toBe(400);
    expect((await response.json()).message).toBe(
      `swap with tx_id ${txid} not found in any queue: invalid request`,
    );
    const empty = {
      trade_target: "0",
      source_asset: ".",
      target_asset: ".",
      deposit: "0",
      in: "0",
      out: "0",
    };
    expect(await get(`/swap/streaming/${txid}`)).toEqual({ tx_id: txid, ...empty });
  });
}

test("two limit orders rest in the queue, the second with a part filled", async () => {
  for (const [txid, isFilling] of [
    [resting, false],
    [filling, true],
  ] as const) {
    const { swap } = await get(`/queue/swap/details/${txid}`);
    expect(swap).toMatchObject({ swap_type: "limit", target_asset: "ETH.ETH" });
    expect(swap.tx.memo.split(":")[3]).toBe(`${swap.trade_target}/43200/0`);
    expect(BigInt(swap.state.in) > 0n).toBe(isFilling);
  }
});

test("an order that asks more than the pools pay rests, and one that is over left the queue", async () => {
  const { swap } = await get(`/queue/swap/details/${resting}`);
  const quote = await get(
    `/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=${swap.state.deposit}`,
  );
  expect(BigInt(swap.trade_target) > BigInt(quote.expected_amount_out)).toBe(true);
  for (const id of ["0018", "0019", "0021"]) {
    expect((await send(`/queue/swap/details/${id.repeat(16)}`)).status).toBe(400);
  }
});
