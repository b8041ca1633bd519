// get_swap_status: the stages of a swap, its two transactions, and the text about them.
import { expect, test } from "@playwright/test";
import { agreed } from "../../../support/agreed.ts";
import { createFakeNetwork, swap, txid } from "../fake-network.ts";
import { runTool } from "../run-tool.ts";

/** Every key path, list items as []: the shape without values. */
function listPaths(value: unknown, path = ""): string[] {
  if (Array.isArray(value))
    return [...new Set(value.flatMap((item) => listPaths(item, `${path}[]`)))];
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) =>
    listPaths(item, path ? `${path}.${key}` : key),
  );
}

test("get_swap_status: stages keep their own members, and upstream text is in code spans only", async () => {
  const { structured, text } = await runTool("get_swap_status", { txid, chain: "btc" });
  expect(structured.stages).toEqual([
    { stage: "observed", done: true },
    { stage: "confirmed", done: true },
    {
      stage: "swapped",
      done: true,
      streaming: { count: 7, quantity: 9, in: null, out: null, failed: null },
    },
    { stage: "outbound_scheduled", done: false, seconds_left: 120 },
    { stage: "outbound_signed", done: false },
  ]);
  expect(listPaths(structured.in)).toEqual(["chain", "asset", "amount", "from", "memo"]);
  expect(listPaths(structured.out)).toEqual([
    "[].kind",
    "[].chain",
    "[].asset",
    "[].amount",
    "[].to",
    "[].txid",
  ]);
  expect(text).toContain(`memo \`${swap.in?.memo}\`\n`);
});

test("get_swap_status: the text of a swap in parts says how much they were, where that is known", async () => {
  const progress = { count: 1, quantity: 4, asset: "ETH.ETH" };
  const textOf = async (moved: { in: bigint | null; out: bigint | null }, failed = 0) => {
    const stages = [
      { stage: "swapped", done: false, streaming: { ...progress, failed, ...moved } } as const,
    ];
    const network = createFakeNetwork({ getSwap: async () => ({ ...swap, stages }) });
    return (await runTool("get_swap_status", { txid }, network)).text;
  };
  expect(await textOf({ in: 25_000_000n, out: 676_104_420n })).toContain(
    "stages: swapped waiting 1 of 4 (in 0.25, out 6.7610442)\n",
  );
  expect(await textOf({ in: null, out: null })).toContain("stages: swapped waiting 1 of 4\n");
  expect(await textOf({ in: null, out: null }, 1)).toContain(
    "stages: swapped waiting 1 of 4, 1 failed\n",
  );
});

test("get_swap_status: the price of an order has its unit, and is null where the queue does not tell it", async () => {
  const limit = { limitPrice: 2_884_721_324n, filledBps: 0, expiresAtMs: null };
  const order = { status: "resting", bought: "ETH.ETH", ...limit } as const;
  const ask = async (change: object) => {
    const network = createFakeNetwork({
      getSwap: async () => ({ ...swap, order: { ...order, ...change } }),
    });
    const { structured, text } = await runTool("get_swap_status", { txid }, network);
    const { limit_asset, limit_price } = structured.order as Record<string, unknown>;
    return [limit_asset, limit_price, /limit_price [^,]*/.exec(text)?.[0]];
  };
  expect(await ask({})).toEqual([
    "ETH.ETH",
    "28.84721324",
    "limit_price 28.84721324 ETH.ETH for 1 BTC.BTC",
  ]);
  expect(await ask({ bought: null, limitPrice: null })).toEqual([null, null, "limit_price null"]);
});

test("get_swap_status: fees that are not known are null, never none", async () => {
  const ask = async (outboundFees: typeof swap.outboundFees) => {
    const network = createFakeNetwork({
      getSwap: async () => ({ ...swap, liquidityFee: null, outboundFees }),
    });
    const { structured, text } = await runTool("get_swap_status", { txid }, network);
    return [structured.fees, /fees: .*/.exec(text)?.[0]];
  };
  expect(await ask(null)).toEqual([
    { liquidity: null, outbound: null },
    "fees: liquidity null, outbound null",
  ]);
  const usd = { asset: "BTC.BTC", base: 1_103n, usd: 94_000_000n };
  expect((await ask([usd]))[1]).toBe(
    "fees: liquidity null, outbound 0.00001103 BTC.BTC (usd 0.94)",
  );
});

test("get_swap_status: a deposit that goes back is not swapped, and does not wait for it", async () => {
  const stages = [
    { stage: "confirmed", done: true },
    { stage: "swapped", done: false, streaming: null },
    { stage: "outbound_signed", done: false },
  ] as const;
  const network = createFakeNetwork({
    getSwap: async () => ({ ...swap, stages, refundExpected: true }),
  });
  expect((await runTool("get_swap_status", { txid }, network)).text).toContain(
    "stages: confirmed done; swapped not done; outbound_signed waiting\n",
  );
});

test("get_swap_status: an open stage is waiting, or not done if the swap is over", async () => {
  const stagesOf = async (terminal: boolean) => {
    const over = createFakeNetwork({
      getSwap: async () => ({ ...swap, state: "failed", terminal }),
    });
    return (await runTool("get_swap_status", { txid }, over)).text
      .split("\n")
      .find((line) => line.startsWith("stages:"));
  };
  expect(await stagesOf(false)).toMatch(/outbound_scheduled waiting.*outbound_signed waiting$/);
  expect(await stagesOf(true)).toMatch(
    /swapped done.*outbound_scheduled not done.*outbound_signed not done$/,
  );
});

test("get_swap_status: where the state is in doubt, the raw records stand in the text, with the id named once", async () => {
  const ask = async (change: object) => {
    const doubted = createFakeNetwork({ getSwap: async () => ({ ...swap, ...change }) });
    return runTool("get_swap_status", { txid }, doubted);
  };
  for (const change of [{ state: "unknown" }, { doubt: "unconfirmed" }]) {
    const { structured, text } = await ask(change);
    const [node, indexer] = [structured.node_url, structured.indexer_url].map((url) =>
      String(url).replace(String(structured.txid), "{txid}"),
    );
    expect(text).toContain(`node_url ${node}, indexer_url ${indexer}`);
    expect(text.split(String(structured.txid))).toHaveLength(2);
  }
  expect((await ask({ state: "swapping" })).text).not.toContain("https://");
});

test("get_swap_status: an asset is named in full once, an address of the deposit by what it is, and a final swap has nothing to ask again", async () => {
  const token = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
  const other = "ETH.USDT-0X1111111111111111111111111111111111111111";
  const [sender, receiver] = ["bc1qsender", "0x90f79bf6eb2c4f870365e785982e1f101e93b906"];
  const leg = (kind: string, asset: string, address: string) => ({
    kind,
    chain: "ETH",
    asset,
    amount: agreed(100_000_000n),
    address,
    txid: null,
  });
  const textOf = async (out: object[], change: object = {}) => {
    const memo = `=:ETH.USDT:${receiver}/${sender}:5`;
    const deposit = { chain: "BTC", asset: "BTC.BTC", amount: agreed(1n), address: sender, memo };
    const reading = { ...swap, in: deposit, out, ...change };
    const asking = createFakeNetwork({ getSwap: async () => reading as unknown as typeof swap });
    return (await runTool("get_swap_status", { txid }, asking)).text;
  };
  const affiliate = leg("affiliate", token, "0xother");
  const two = await textOf([
    leg("swap", token, receiver),
    affiliate,
    leg("refund", "BTC.BTC", sender),
  ]);
  expect(two).toContain(`out: swap 1 ${token} to the memo's address txid null`);
  expect(two).toContain("out: affiliate 1 ETH.USDT to `0xother` txid null");
  expect(two).toContain("out: refund 1 BTC.BTC on ETH to the sender txid null");
  const others = [other, token].map((asset) => leg("swap", asset, "0xother"));
  const shared = await textOf([leg("swap", token, receiver), ...others]);
  expect(shared.split(token)).toHaveLength(3);
  expect(shared).toContain(other);
  const stages = [{ stage: "observed", done: true }];
  const final = await textOf([leg("swap", token, receiver)], {
    state: "done",
    terminal: true,
    stages,
  });
  expect(final).not.toMatch(/stages|next_poll_seconds|refund_expected|txid null/);
  const unfinished = [{ stage: "outbound_signed", done: false }];
  expect(await textOf([], { terminal: true, stages: unfinished })).toContain(
    "stages: outbound_signed not done",
  );
});
