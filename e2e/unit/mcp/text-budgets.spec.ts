// The texts of the two tools about one swap stay within their budgets, whatever is asked and whatever is warned of.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { getSwapQuote, type SwapQuoteAnswer } from "../../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../../lib/mcp/tools/get-swap-status.ts";
import type { Network } from "../../../lib/protocol/network.ts";
import { sampleTransactions, sampleWalk } from "../../../lib/sample/transactions.ts";
import { readSection } from "../../support/project-docs.ts";
import { countRuns, fuzzSeed } from "../../support/runs.ts";
import { BLOCK_MS, NOW } from "../sample/sample-client.ts";
import { createScene, realTxid, type Scene, userAddress } from "./text-scenes.ts";
import { countTokens } from "./token-counts.ts";

const BUDGET = { quote: 450, status: 400 };
/** What must be copied letter by letter, or be read before money is sent, may come on top. */
const extras = { router: 20, refund_address: 30, affiliate: 30, order: 25, warning: 85 };

const height = Math.floor(NOW / BLOCK_MS);
const coming = height + 400;
const mimirs: readonly Readonly<Record<string, number>>[] = [
  {},
  { STREAMINGSWAPPAUSE: 1 },
  { HALTSIGNINGETH: 1 },
  { HALTETHTRADING: coming, HALTBSCTRADING: coming, HALTBTCTRADING: coming, HALTAVAXTRADING: coming },
  { STREAMINGSWAPPAUSE: 1, HALTSIGNINGETH: 1, HALTSIGNINGBTC: 1, HALTETHTRADING: coming, HALTBTCTRADING: coming },
];
const scenes: readonly Scene[] = (["live", "sample"] as const).flatMap((source) =>
  mimirs.map((mimir) => ({ source, mimir })),
);

interface Side {
  readonly asset: string;
  readonly chain: string;
  readonly priceUsd: number;
  /** Of one side of its pool. */
  readonly depthUsd: number;
}

async function listSides(network: Network): Promise<Side[]> {
  const { pools } = await network.getPools();
  const open = pools.filter(({ status, trading }) => status === "available" && trading.verdict === "open");
  const inDollars = (usd: bigint | null) => Number(usd ?? 0n) / 1e8;
  const sides = open.map(({ asset, chain, priceUsd, depthUsd }) => ({
    asset,
    chain,
    priceUsd: inDollars(priceUsd),
    depthUsd: inDollars(depthUsd) / 2,
  }));
  return [...sides, { asset: "THOR.RUNE", chain: "THOR", priceUsd: 1.5, depthUsd: 1e9 }];
}

/** In parts of the smaller pool, or in dollars below one. */
const sizes = [0.00001, 0.004, 0.04, 0.3, 3] as const;
const forms: readonly object[] = [
  {},
  {},
  { streaming: "single" },
  { streaming: { interval: 1, quantity: 0 } },
  { streaming: { interval: 3, quantity: 5000 } },
  { liquidity_tolerance_bps: 0 },
];

const amountOf = (share: number, from: Side, to: Side) =>
  Math.max(1e-6, (share * Math.min(from.depthUsd, to.depthUsd)) / from.priceUsd).toFixed(6);

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly destination?: string;
  readonly refund_address?: string;
  readonly affiliate?: string;
}

const askQuote = async (network: Network, input: Asked) => {
  const { structured, text } = await getSwapQuote.run(network, input, { networkName: "thorchain" });
  return { answer: structured as unknown as SwapQuoteAnswer & { warnings: { code: string; text: string }[] }, text };
};

/** What a text may cost: without a memo nothing must be copied. */
function budgetOf({ answer }: Awaited<ReturnType<typeof askQuote>>, asked: Asked): number {
  const warnings = answer.warnings.filter(({ code }) => code !== "sample" && code !== "one_source");
  const warned = warnings.length * extras.warning;
  if (answer.memo === null) return BUDGET.quote + warned;
  const given = (["refund_address", "affiliate"] as const).filter((name) => asked[name] !== undefined);
  const ordered = answer.order === null ? 0 : extras.order;
  const router = answer.router === null || !/-0X/.test(asked.from) ? 0 : extras.router;
  return BUDGET.quote + warned + ordered + router + given.reduce((sum, name) => sum + extras[name], 0);
}

test("get_swap_quote: whatever is asked, the text stays within its budget", { tag: "@long" }, async () => {
  const numRuns = countRuns(20_000, 1_000);
  test.setTimeout(30_000 + numRuns * 20);
  const networks = scenes.map((scene) => createScene(scene));
  const sides = await listSides(networks[0] as Network);
  expect(sides.length).toBeGreaterThan(30);
  const drawn = fc.record({
    network: fc.nat(networks.length - 1),
    from: fc.nat(sides.length - 1),
    to: fc.nat(sides.length - 1),
    share: fc.constantFrom(...sizes),
    form: fc.constantFrom(...forms),
    destination: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
    refund: fc.boolean(),
    affiliate: fc.boolean(),
    order: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
  });
  const counts = { memo: 0, warned: 0, plain: 0 };
  const property = fc.asyncProperty(drawn, async (one) => {
    const [from, to] = [sides[one.from], sides[one.to]] as [Side, Side];
    if (from === to) return;
    const network = networks[one.network] as Network;
    const pair = { from: from.asset, to: to.asset, amount: amountOf(one.share, from, to) };
    const receiver = {
      destination: userAddress(to.chain),
      ...(one.refund && { refund_address: userAddress(from.chain) }),
      ...(one.affiliate && { affiliate: "smpl", affiliate_bps: 30 }),
    };
    const rest = one.order ? { target_out: amountOf(one.share * 1.05, to, to) } : one.form;
    const asked = { ...pair, ...(one.destination || one.order ? receiver : {}), ...rest };
    const { answer, text } = await askQuote(network, asked);
    const tokens = countTokens(text);
    counts.memo += Number(answer.memo !== null);
    counts.warned += Number(answer.memo !== null && answer.warnings.length > 1);
    counts.plain += Number(answer.memo === null);
    const most = budgetOf({ answer, text }, asked);
    if (tokens > most) throw new Error(`${tokens} tokens, ${most} allowed: ${JSON.stringify(asked)}\n${text}`);
  });
  await fc.assert(property, { numRuns, ...fuzzSeed(), endOnFailure: true });
  // Otherwise the texts that matter were not among them.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
});

/** The longest of the texts that name two contracts, three addresses and a router. */
const USDT = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
const USDC = "AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E";
const user = userAddress("ETH");
const everything = { refund_address: user, affiliate: "smpl", affiliate_bps: 30 };
const ordinary = { from: USDT, to: USDC, amount: "5000", destination: user };
const large = { ...ordinary, amount: "150000" };
const order = { from: USDT, to: USDC, amount: "5000", destination: user, target_out: "5100" };

for (const [name, input, source, most] of [
  ["a memo", ordinary, "sample", 450],
  ["a memo and a thin pool", large, "sample", 450],
  ["a limit order between two tokens", order, "sample", 450],
  ["a refund address and an affiliate", { ...ordinary, ...everything }, "sample", 450],
  ["the same of a live network, through a router", ordinary, "live", 470],
  ["with a thin pool", large, "live", 545],
  ["with a refund address and an affiliate", { ...ordinary, ...everything }, "live", 530],
  ["with all of them", { ...large, ...everything }, "live", 605],
] as const)
  test(`get_swap_quote: ${name}: at most ${most} tokens`, async () => {
    const { answer, text } = await askQuote(createScene({ source }), input);
    expect(answer.memo).not.toBeNull();
    expect(countTokens(text), text).toBeLessThanOrEqual(most);
  });

for (const source of ["sample", "live"] as const)
  test(`get_swap_status, ${source}: every sample transaction, and each step of the one that walks`, async () => {
    let nowMs = NOW;
    const network = createScene({ source, now: () => nowMs });
    const idOf = (txid: string) => (source === "live" ? realTxid(txid) : txid);
    const states = new Set<unknown>();
    const long: string[] = [];
    const ask = async (txid: string) => {
      const { structured, text } = await getSwapStatus.run(network, { txid: idOf(txid) }, { networkName: "thorchain" });
      states.add(structured.state);
      if (countTokens(text) > BUDGET.status) long.push(`${countTokens(text)}\n${text}`);
    };
    for (const { txid } of sampleTransactions) await ask(txid);
    for (let block = 0; block < 40; block += 1) {
      await ask(sampleWalk.txid);
      nowMs += BLOCK_MS;
    }
    expect(states.size).toBeGreaterThan(9);
    expect(long).toEqual([]);
  });

test("docs/verification.md tells these budgets", () => {
  const { router, refund_address: refund, affiliate, order: limit, warning } = extras;
  const section = readSection("docs/verification.md", "## Tokens");
  expect(section).toContain(
    `status has at most ${BUDGET.status} tokens. The text of a quote has at most ${BUDGET.quote},`,
  );
  expect(section.match(/^- \d+ for .*$/gm)).toEqual([
    `- ${router} for a deposit through a router`,
    `- ${refund} for a refund address`,
    `- ${affiliate} for an affiliate`,
    `- ${limit} for a limit order`,
    `- ${warning} for each warning`,
  ]);
});
