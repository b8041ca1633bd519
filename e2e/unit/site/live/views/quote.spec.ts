// What a view makes of an answer about a quote: receiver, ways, costs and links. What it says of each state: sentences.spec.ts.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { getSwapQuote } from "../../../../../lib/mcp/tools/get-swap-quote.ts";
import type { QuoteReading, QuoteRequest } from "../../../../../lib/protocol/model/quote.ts";
import { type Reason, withCode } from "../../../../../lib/protocol/model/verdicts.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { floorText } from "../../../../../lib/protocol/quote/advice.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import { getQuotePage } from "../../../../../lib/site/live/quote/page.ts";
import {
  type AnsweredPair,
  answeredQuote,
  isPair,
  linkArguments,
  otherWays,
} from "../../../../../lib/site/live/views/quote.ts";
import { agreed } from "../../../../support/agreed.ts";
import { countRuns } from "../../../../support/runs.ts";
import { quote } from "../../../mcp/fake-network.ts";
import { createWorld, toBlock, toPools, type World } from "../../../protocol/network-world.ts";

const USER = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
const quoteUrl = "https://swap.example/quote";
const plain: QuoteRequest = { from: "BTC.BTC", to: "ETH.ETH", amount: "1" };
const withAddress: QuoteRequest = { ...plain, destination: USER };

async function askTool(network: Network, request: object): Promise<AnsweredPair> {
  const { structured } = await getSwapQuote.run(network, request, { networkName: "thorchain" });
  const answer = JSON.parse(JSON.stringify(structured));
  expect(isPair(answer)).toBe(true);
  return answer;
}

function answerSwaps(world: World, change: (quote: Record<string, unknown>, url: URL) => object): void {
  world.intercept = (_, url, reply) =>
    url.pathname.endsWith("/quote/swap") ? change(reply as Record<string, unknown>, url) : reply;
}

/** Each pool has so small a part of its depth. */
function splitInto(world: World, parts: number, output: string, smaller: bigint): void {
  const pools = toPools(world).map((pool) => ({
    ...pool,
    balance_asset: String(BigInt(String(pool.balance_asset)) / smaller),
    balance_rune: String(BigInt(String(pool.balance_rune)) / smaller),
  }));
  for (const name of ["node0", "node1"]) world.scripts[name] = { pools };
  answerSwaps(world, (quote, url) => {
    const destination = url.searchParams.get("destination");
    const limit = (BigInt(output) * 9_700n) / 10_000n;
    const more = { expected_amount_out: output, max_streaming_quantity: parts, streaming_swap_blocks: parts };
    return { ...quote, ...more, ...(destination && { memo: `=:ETH.ETH:${destination}:${limit}` }) };
  });
}

test("what pools do not bear is told by the same figures: what comes out if nobody refills them, and its cost", async () => {
  const world = createWorld({ nodes: 2 });
  splitInto(world, 9, "1640000000", 20n);
  const answer = await askTool(world.network, withAddress);
  expect(answer.best_case_amount_out).toBe("16.4");
  const { figures, warnings, verdict } = answeredQuote(answer, {
    input: { ...withAddress },
    others: [],
    nowMs: world.nowMs,
    quoteUrl,
  });
  expect(verdict.word).toBe("Warning");
  expect(figures[1]?.text).toMatch(/^about 12\.\d+ ETH$/);
  expect(figures[1]?.note).toContain("up to 16.4 ETH if somebody does");
  expect(warnings[0]).toContain("The minimum is above that: some parts would be refunded");
});

test("where it is not known whether payouts are signed, no form gives a memo, an address or a way to send", async () => {
  for (const key of ["HALTSIGNINGETH", "HALTSIGNINGBTC"]) {
    const world = createWorld({ nodes: 2 });
    world.scripts.node1 = { mimir: { ...world.mimir, [key]: toBlock(world).height + 100 } };
    const { structured, text } = await getSwapQuote.run(world.network, withAddress, { networkName: "thorchain" });
    expect(structured, key).toMatchObject({ memo: null, inbound_address: null, router: null });
    expect(text, key).toMatch(/Do not send/);
    const setup = {
      network: world.network,
      preset: presets.thorchain,
      now: () => world.nowMs,
      origin: "https://swap.example",
    };
    const { view: page } = await getQuotePage(setup, new URLSearchParams(Object.entries(withAddress)));
    const view = answeredQuote(structured as unknown as AnsweredPair, {
      ...{ input: {}, others: [] },
      nowMs: world.nowMs,
      quoteUrl,
    });
    for (const { deposit, send, warnings } of [page.answer, view].flatMap((one) => one ?? [])) {
      expect(deposit, key).toMatchObject({ memo: null, address: null, router: null });
      expect([send, ...warnings].join(" "), key).toMatch(/Do not send/);
      expect([send, ...warnings].join(" "), key).not.toMatch(/Only if you accept|Send only/);
    }
    const markdown = quoteMarkdown(page, "https://swap.example");
    expect(markdown, key).toContain("Do not send");
    expect(markdown, key).not.toMatch(/Memo:|Deposit address:|Send only/);
  }
});

test("the receiver of the payout is named where the question is known, and nobody is where it is not", async () => {
  const { network, nowMs } = createWorld({ nodes: 2 });
  const answer = await askTool(network, withAddress);
  const viewOf = (input: object) => answeredQuote(answer, { input: { ...input }, others: [], nowMs, quoteUrl });
  expect(viewOf(withAddress).payee).toContain(`This quote pays ${withAddress.destination}.`);
  expect(viewOf({}).payee).toBeNull();
});

test("how to send fits the chain, the router and the refund address, as on the page, and stands in no answer that must not be sent", async () => {
  const token = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
  const receiver = `=:BTC.BTC:${USER}`;
  const change = (more: object) =>
    ({ ...quote, warnings: [], inboundAddress: "vault", ...more }) as unknown as QuoteReading;
  const sentOf = async (reading: QuoteReading) => {
    const network = { getQuote: async () => reading } as unknown as Network;
    const answer = await askTool(network, plain);
    return answeredQuote(answer, { input: {}, others: [], nowMs: 0, quoteUrl }).deposit?.steps.join(" ") || null;
  };
  const rows: readonly (readonly [more: object, text: RegExp | null])[] = [
    [
      { from: "BTC.BTC", memo: receiver },
      /OP_RETURN.*a refund goes to the sending address\..* Fee rate at least 4 sat per byte\./,
    ],
    [{ from: "ETH.ETH", memo: receiver }, /It is the data of the transaction\./],
    [{ from: "XRP.XRP", memo: receiver }, /A destination tag is no memo\./],
    [{ from: "THOR.RUNE", memo: receiver, inboundAddress: null }, /send a MsgDeposit/],
    [
      { from: token, memo: receiver, router: "0xrouter" },
      /approve the router.*A refund goes to the account that signs\./,
    ],
    [{ from: token.replace(".", "/"), memo: receiver, inboundAddress: null }, /send a MsgDeposit/],
    [{ from: "BTC.BTC", memo: `${receiver}/bc1qother:5` }, /never an exchange or a contract\. /],
    [
      { from: token, memo: `${receiver}/0xother:5`, router: "0xrouter" },
      /would be stranded\. The receiver is your own wallet too/,
    ],
    [{ from: "BTC.BTC", memo: receiver, source: "sample" }, null],
    [{ from: "BTC.BTC", memo: receiver, trading: { verdict: "halted", haltedBy: ["X"], reason: null } }, null],
  ];
  for (const [more, text] of rows) {
    const notes = await sentOf(change(more));
    if (text === null) expect(notes, JSON.stringify(more)).toBeNull();
    else expect(notes, JSON.stringify(more)).toMatch(text);
  }
});

test("an affiliate's least fee stands below the costs, and where it is not known among the warnings", async () => {
  const costsOf = async (bps: number | null, reason: Reason | null) => {
    const affiliateFloor = { bps: bps === null ? null : agreed(bps), reason };
    const network = { getQuote: async () => ({ ...quote, affiliateFloor }) } as unknown as Network;
    const answer = await askTool(network, plain);
    return answeredQuote(answer, { input: {}, others: [], nowMs: 0, quoteUrl }).costs?.notes.slice(2);
  };
  const notes = (await costsOf(null, withCode("unreadable")("it was not read"))) ?? [];
  expect(await costsOf(12, null)).toEqual([...notes, floorText(12)]);
  expect(await costsOf(null, null)).toEqual([...notes, floorText(null)]);
  const world = createWorld({ nodes: 2 });
  const request = { ...plain, amount: "0.1", affiliate: "alice", affiliate_bps: 5 };
  const answer = await askTool(world.network, request);
  const view = answeredQuote(answer, { input: request, others: [], nowMs: world.nowMs, quoteUrl });
  expect(view.warnings).toEqual([expect.stringMatching(/^We do not know whether the network sets a minimum swap fee/)]);
});

test("the parts of the bar are those of the page, to a cent, and their shares add up to one", async () => {
  const usd = fc.bigInt({ min: 0n, max: 1_000_000_000_000n });
  await fc.assert(
    fc.asyncProperty(usd, usd, usd, usd, async (liquidity, impact, affiliate, outbound) => {
      const reading = costing(liquidity, impact, affiliate, outbound);
      const network = { getQuote: async () => reading } as unknown as Network;
      const answer = await askTool(network, plain);
      const parts = answeredQuote(answer, { input: {}, others: [], nowMs: 0, quoteUrl }).costs?.parts ?? [];
      if (parts.length === 0) return;
      expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
      const total = Number(liquidity + impact + affiliate + outbound) / 1e8;
      // Each figure is rounded to a cent: the parts, the amounts sent and received, and the fees that the price impact is the rest of.
      const shown = parts.map(({ text }) => Number(/[\d,.]+/.exec(text)?.[0].replaceAll(",", "")));
      expect(Math.abs(shown.reduce((sum, one) => sum + one, 0) - total)).toBeLessThanOrEqual(0.01 * (parts.length + 4));
    }),
    { numRuns: countRuns(2_000) },
  );
});

/** A million dollars are sent, and so much of it is taken: in dollars of 1e8. */
function costing(liquidity: bigint, impact: bigint, affiliate: bigint, outbound: bigint): QuoteReading {
  const sentUsd = 100_000_000_000_000n;
  const total = liquidity + impact + affiliate + outbound;
  const bps = (part: bigint) => Number((part * 1_000_000n) / sentUsd) / 100;
  const fee = (kind: "liquidity" | "outbound" | "affiliate", usd: bigint) =>
    ({ kind, amount: { asset: quote.to, base: usd, usd }, bps: null }) as unknown as QuoteReading["fees"][number];
  return {
    ...quote,
    sentUsd,
    receivedUsd: sentUsd - total,
    totalCost: { asset: quote.to, base: total, usd: total },
    totalCostBps: bps(total),
    priceImpact: { asset: quote.to, base: impact, usd: impact },
    priceImpactBps: bps(impact),
    fees: [fee("liquidity", liquidity), fee("outbound", outbound), fee("affiliate", affiliate)],
    feeShares: [
      { kind: "liquidity", bps: bps(liquidity) },
      { kind: "outbound", bps: bps(outbound) },
      { kind: "affiliate", bps: bps(affiliate) },
    ],
  };
}

test("no bar is drawn where a part is not known", async () => {
  const whole = costing(100_000_000n, 100_000_000n, 0n, 100_000_000n);
  for (const change of [{ fees: whole.fees.slice(1) }, { priceImpactBps: null }, { totalCostBps: null }]) {
    const network = { getQuote: async () => ({ ...whole, ...change }) } as unknown as Network;
    const { costs } = answeredQuote(await askTool(network, plain), { input: {}, others: [], nowMs: 0, quoteUrl });
    expect(costs?.parts, Object.keys(change).join()).toEqual([]);
    expect(costs?.notes).toContain("We do not know every part for certain, so there is no bar.");
  }
});

test("a limit order that waits has no cost yet, and no other way", async () => {
  const whole = costing(100_000_000n, 100_000_000n, 0n, 100_000_000n);
  const order = { marketOut: whole.expectedAmountOut, ttlBlocks: 43_200, ttlSeconds: 259_200 };
  const reading = { ...whole, order, totalCost: null, totalCostBps: null, priceImpact: null, priceImpactBps: null };
  const network = { getQuote: async () => reading } as unknown as Network;
  const input = { ...withAddress, target_out: "30" };
  const view = answeredQuote(await askTool(network, withAddress), { input, others: [], nowMs: 0, quoteUrl });
  const figures = view.figures.map(({ label, text }) => [label, text]);
  expect(figures).toContainEqual(["Total cost", "not known"]);
  expect(figures).toContainEqual(["Time", "up to 3 days"]);
  expect(view.costs).toBeNull();
  expect(view.ways).toEqual({ notes: [], cards: [] });
  expect(otherWays(await askTool(network, withAddress), input)).toEqual([]);
  expect(view.permalink).toContain("target_out=30");
});

test("a link to another way keeps what was asked otherwise", () => {
  const input = {
    from: "BTC",
    to: "ETH",
    amount: "1",
    refund_address: "bc1q",
    streaming: { interval: 3, quantity: 4 },
  };
  const read = (query: string) => linkArguments(new URLSearchParams(query), input);
  const same = { from: "BTC", to: "ETH", amount: "1", refund_address: "bc1q" };
  expect(read("from=BTC&to=ETH&amount=1&streaming=1%2F1")).toEqual({ ...same, streaming: "single" });
  expect(read("from=BTC&to=ETH&amount=1&streaming=1")).toEqual({ ...same, streaming: { interval: 1, quantity: 0 } });
  expect(read("from=ETH&to=BTC&amount=2")).toEqual({ ...same, from: "ETH", to: "BTC", amount: "2" });
  // A link has the amount that dollars became. Without one, they stay.
  const dollars = { from: "BTC", to: "ETH", amount_usd: "500" };
  const inDollars = (query: string) => linkArguments(new URLSearchParams(query), dollars);
  expect(inDollars("from=BTC&to=ETH&amount=0.1")).toEqual({ from: "BTC", to: "ETH", amount: "0.1" });
  expect(inDollars("from=ETH&to=BTC")).toEqual({ ...dollars, from: "ETH", to: "BTC" });
});
