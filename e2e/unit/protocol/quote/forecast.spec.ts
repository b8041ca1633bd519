// A quote that the pools do not bear: every figure is what comes out if nobody refills them between the parts, and the network's own is the best
// case. Where parts would fall below the limit then, nothing is quoted.
import { expect, test } from "@playwright/test";
import { getSwapQuote } from "../../../../lib/mcp/tools/get-swap-quote.ts";
import { outputWithoutRefill } from "../../../../lib/protocol/market/thin-pool.ts";
import { quoteMarkdown } from "../../../../lib/site/live/quote/markdown.ts";
import { createWorld, type World } from "../../../support/world.ts";
import { askWorld, ORIGIN } from "../../site/live/quote/views.ts";

const HEX = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
const limited = { from: "BTC", to: "ETH", amount: "20", destination: HEX };
/** With a limit below the forecast. */
const asked = { ...limited, liquidityToleranceBps: 9_000 };
const PARTS = 9;
/** At unchanged depths: 20 of 100 BTC bring most of what they are worth. */
const QUOTED = 33_000_000_000n;

/** Pools of 100 BTC and about 1,455 ETH. The network splits the swap, unless one part is asked for. */
function createThinWorld(quoted = QUOTED, more: object = {}): World {
  const world = createWorld({ nodes: 2 });
  world.intercept = (_, url, reply) => {
    if (!url.pathname.endsWith("/quote/swap") || url.searchParams.get("streaming_quantity") === "1")
      return reply;
    const tolerance = BigInt(url.searchParams.get("liquidity_tolerance_bps") ?? 0);
    const limit = (quoted * (10_000n - tolerance)) / 10_000n;
    const memo = `=:ETH.ETH:${url.searchParams.get("destination")}${tolerance === 0n ? "" : `:${limit}`}`;
    return {
      ...(reply as object),
      ...(url.searchParams.has("destination") && { memo }),
      expected_amount_out: String(quoted),
      max_streaming_quantity: PARTS,
      streaming_swap_blocks: 3,
      ...more,
    };
  };
  return world;
}

const pools = [
  { asset: "BTC.BTC", assetDepth: 10_000_000_000n, nativeDepth: 5_000_000_000_000_000n },
  { asset: "ETH.ETH", assetDepth: 145_520_480_984n, nativeDepth: 4_000_000_000_000_000n },
];
/** By the depths above, less the outbound fee of 0.006 ETH: an estimate has five digits. */
const UNFILLED = rounded(
  outputWithoutRefill(
    {
      from: "BTC.BTC",
      to: "ETH.ETH",
      amount: 2_000_000_000n,
      quotedOut: QUOTED,
      streaming: { quantity: PARTS },
      fees: [
        { kind: "outbound", amount: { asset: "ETH.ETH", base: 600_000n, usd: null } as never },
      ],
    },
    pools,
  ) as bigint,
);
function rounded(base: bigint): bigint {
  return BigInt(`${String(base).slice(0, 5)}${"0".repeat(String(base).length - 5)}`);
}

test("the first figure, its worth and its cost are the forecast", async () => {
  const quote = await createThinWorld().network.getQuote(asked);
  expect(UNFILLED).toBeLessThan((QUOTED * 97n) / 100n);
  expect(quote).toMatchObject({
    failure: null,
    expectedAmountOut: UNFILLED,
    bestCaseOut: QUOTED,
    // Of what 20 BTC are worth in ETH by the pools: 363.8 ETH.
    thinPoolLossBps: expect.any(Number),
    sensibleMaxAmount: 400_000_000n,
    belowLimit: "refund_parts",
    adviceLevel: "warned",
  });
  const worth =
    (2_000_000_000n * 5_000_000_000_000_000n * 145_520_480_984n) /
    (10_000_000_000n * 4_000_000_000_000_000n);
  const bps = (part: bigint) => Number((part * 10_000n) / worth);
  expect(Math.floor(quote.totalCostBps ?? 0)).toBe(bps(worth - UNFILLED));
  expect(Math.floor(quote.thinPoolLossBps ?? 0)).toBe(bps(QUOTED - UNFILLED));
  expect(quote.minReceived).toBeLessThan(UNFILLED);
  const texts = quote.warnings.map(({ text }) => text);
  expect(texts[0]).toMatch(
    /^The pools are small: about [\d.]+ ETH comes out, and up to 330 ETH if somebody refills them between parts\. The amount is .* Send at most 4 BTC\.$/,
  );
  expect(texts[1]).toMatch(
    /^The total cost is 3\d\.\d\d % of the amount sent\. A smaller amount loses a smaller share\.$/,
  );
});

test("nothing is quoted whose parts would fall below the limit, with a receiving address and without one", async () => {
  const { network } = createThinWorld();
  const { destination: _, ...estimate } = limited;
  for (const question of [limited, estimate]) {
    const quote = await network.getQuote(question);
    expect(quote).toMatchObject({
      memo: null,
      expectedAmountOut: null,
      withheld: { code: "thin_pool" },
    });
    expect(quote.withheld?.text).toMatch(
      / parts of this swap bring less than its limit .*; they bear up to 0\.68 BTC\.$/,
    );
  }
  // Where the sources do not say alike how many parts, the most bring most.
  const apart = createThinWorld();
  const { intercept } = apart;
  apart.intercept = (name, url, reply) => {
    const quote = intercept?.(name, url, reply);
    const isQuote = url.pathname.endsWith("/quote/swap") && name === "node1";
    return isQuote ? { ...(quote as object), max_streaming_quantity: PARTS + 1 } : quote;
  };
  const unsure = await apart.network.getQuote(limited);
  expect(unsure).toMatchObject({ memo: null, withheld: { code: "thin_pool" } });
  // The limit is of the network's 330 ETH, before the outbound fee.
  const lowestBps = Number(((QUOTED - UNFILLED) * 10_000n) / QUOTED);
  for (const [bps, code] of [
    [lowestBps - 2, "thin_pool"],
    [lowestBps + 2, undefined],
  ] as const)
    expect(
      (await network.getQuote({ ...limited, liquidityToleranceBps: bps })).withheld?.code,
      String(bps),
    ).toBe(code);
  expect(await network.getQuote({ ...limited, liquidityToleranceBps: 0 })).toMatchObject({
    reason: null,
    belowLimit: null,
  });
});

test("a swap that nobody would send by the forecast has no memo, whatever the network promises", async () => {
  const world = createThinWorld(90_000_000_000n, { max_streaming_quantity: 100 });
  const quote = await world.network.getQuote({ ...asked, amount: "60" });
  expect(quote).toMatchObject({
    memo: null,
    withheld: { code: "costly" },
    adviceLevel: "forbidden",
  });
  expect(quote.totalCostBps).toBeGreaterThan(5_000);
});

test("one part, and what the pools bear, have no forecast", async () => {
  for (const more of [{ streaming: { interval: 1, quantity: 1 } }, { amount: "1" }]) {
    const quote = await createThinWorld(1_740_000_000n).network.getQuote({ ...asked, ...more });
    expect(quote, JSON.stringify(more)).toMatchObject({
      failure: null,
      bestCaseOut: null,
      thinPoolLossBps: null,
    });
  }
});

test("from half of what the pools bear on, a swap in parts says from where the cost rises", async () => {
  const cost = async (amount: string, quoted: bigint, more = "") => {
    const world = createThinWorld(quoted);
    const quote = await world.network.getQuote({
      from: "BTC",
      to: "ETH",
      amount,
      liquidityToleranceBps: 0,
    });
    const { answer } = await askWorld(
      world,
      `from=BTC&to=ETH&amount=${amount}&liquidity_tolerance_bps=0${more}`,
    );
    const note = answer?.figures.find(({ label }) => label === "Total cost")?.note ?? "";
    return [
      quote.sensibleMaxAmount,
      quote.warnings.length,
      note.includes("Above about 4 BTC it may be far more"),
    ];
  };
  expect(await cost("3", 5_420_000_000n)).toEqual([400_000_000n, 0, true]);
  expect(await cost("1", 1_810_000_000n)).toEqual([null, 0, false]);
  // One part costs what it costs at each size, and a warning says more.
  expect((await cost("3", 5_420_000_000n, "&streaming=1/1"))[2]).toBe(false);
  expect((await cost("20", QUOTED))[2]).toBe(false);
});

test("page, Markdown, tool and text tell the forecast first, and compare one part with it", async () => {
  const world = createThinWorld();
  const { structured, text } = await getSwapQuote.run(
    world.network,
    { ...limited, liquidity_tolerance_bps: 9_000 },
    {
      networkName: "thorchain",
    },
  );
  const out = (UNFILLED / 10n ** 8n).toString();
  expect(structured).toMatchObject({
    expected_amount_out: expect.stringMatching(`^${out}\\.`),
    best_case_amount_out: "330",
    sensible_max_amount: "4",
    below_limit: "refund_parts",
  });
  expect(text).toMatch(
    /expected_amount_out [\d.]+ \(usd [\d.]+\), best_case_amount_out 330, min_received [\d.]+ if all parts run/,
  );
  const view = await askWorld(
    world,
    `from=BTC&to=ETH&amount=20&destination=${HEX}&liquidity_tolerance_bps=9000`,
  );
  const received = view.answer?.figures.find(({ label }) => label === "You receive");
  expect(received?.text).toMatch(new RegExp(`^about ${out}(\\.\\d)? ETH$`));
  expect(received?.note).toMatch(
    /^\$[\d,.]+ if nobody refills the pools between parts, up to 330 ETH if somebody does$/,
  );
  expect(quoteMarkdown(view, ORIGIN)).toContain(
    `You receive: ${received?.text}, ${received?.note?.replace("$", "$")}`,
  );
  expect(view.answer?.verdict.word).toBe("Warning");
  // One part brings 180.7 ETH, some 90 ETH less.
  expect(view.answer?.comparison?.text).toMatch(
    /^In parts it costs about \$[\d,]+\. In one part it would cost \$[\d,]+\.$/,
  );
});

test("the wallet's network fee stands beside the total, and where it is not known, that the wallet shows it", async () => {
  const told = async (row: Record<string, string>) => {
    const world = createWorld({ nodes: 2 });
    world.rows.BTC = row;
    const input = { ...limited, amount: "1" };
    const { structured, text } = await getSwapQuote.run(world.network, input, {
      networkName: "thorchain",
    });
    const view = await askWorld(world, `from=BTC&to=ETH&amount=1&destination=${HEX}`);
    const total = view.answer?.figures.find(({ label }) => label === "Total cost");
    const {
      total_cost_usd: usd,
      total_cost_bps: bps,
      inbound_gas_estimate: fee,
    } = structured as Record<string, unknown>;
    return { total, usd, bps, fee, text, page: quoteMarkdown(view, ORIGIN) };
  };
  const known = await told({ gas_rate: "7" });
  const unknown = await told({ gas_rate: "7", gas_rate_units: "other" });
  expect(known.fee).toEqual({ asset: "BTC.BTC", amount: "0.0000175", usd: "1.40" });
  expect(known.text).toContain("inbound_gas_estimate 0.0000175 BTC.BTC (usd 1.40)\n");
  expect(known.total?.note).toMatch(
    /^[\d.]+ % of the amount sent\. On top comes your wallet's network fee, about \$1\.40$/,
  );
  expect(unknown.fee).toBeNull();
  expect(unknown.text).toContain("inbound_gas_estimate as the wallet shows it\n");
  expect(unknown.total?.note).toMatch(
    /^[\d.]+ % of the amount sent\. On top comes the network fee that your wallet shows$/,
  );
  for (const one of [known, unknown]) {
    expect([one.total?.text, one.usd, one.bps], "never in the total").toEqual([
      known.total?.text,
      known.usd,
      known.bps,
    ]);
    expect(one.text).toContain(`, total_cost_usd ${one.usd}, trading open`);
    expect(one.page).toContain(`Total cost: ${one.total?.text}, ${one.total?.note}`);
  }
});
