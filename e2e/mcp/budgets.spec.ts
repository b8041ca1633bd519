// What /mcp costs a model to read, in o200k tokens: the table of docs/verification.md, and the texts about one swap whatever is asked.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { serverInstructions } from "../../lib/mcp/server.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import type { EnvelopeAnswer } from "../../lib/mcp/tools/envelope.ts";
import type { SwapQuoteAnswer } from "../../lib/mcp/tools/get-swap-quote.ts";
import { inputJsonSchema, outputJsonSchema } from "../../lib/mcp/tools/shapes.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { sampleTransactions, sampleWalk } from "../../lib/sample/transactions.ts";
import { expectCommitted, readSection } from "../support/project-docs.ts";
import { countRuns } from "../support/runs.ts";
import { goodInput, runTool } from "./run-tool.ts";
import { createScene, realTxid, type Scene, START_MS, userAddress } from "./text-scenes.ts";

const BLOCK_MS = 6_000;
/** A quote with every warning at once has more than an ordinary one. */
const BUDGET = { quote: 500, warnedQuote: 800, status: 400 };
const maxTokens: Readonly<Record<string, number | null>> = {
  list_pools: 700,
  get_network_status: 1200,
  get_inbound_addresses: null,
  get_swap_quote: 450,
  get_swap_status: 400,
};
const paidId = realTxid("0010".repeat(16));

/** The definitions, then each tool's text with default arguments. */
async function measureTokens(): Promise<(readonly [string, string, number | null])[]> {
  const network = createScene({ source: "live" });
  const inputs = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, inputSchema: inputJsonSchema(inputSchema) }),
  );
  const outputs = tools.map((tool) => JSON.stringify(outputJsonSchema(tool.outputSchema)));
  const listed = prompts.map(({ name, title, description }) =>
    JSON.stringify({ name, title, description }),
  );
  const instructions = serverInstructions("Signpost", "https://signpost.example/AGENTS.md");
  const answers = [];
  for (const [name, budget] of Object.entries(maxTokens)) {
    const input = name === "get_swap_status" ? { txid: paidId } : goodInput[name];
    const answer = await runTool(name, input, network);
    expect(answer.isError).toBe(false);
    answers.push([`Answer of \`${name}\``, answer.text, budget] as const);
  }
  return [
    ["Names, descriptions and input schemas of all tools", inputs.join(""), 2000],
    ["Output schemas of all tools", outputs.join(""), 2500],
    ["Instructions", instructions, null],
    ["Names and descriptions of all prompts", listed.join(""), null],
    ...answers,
  ];
}

test("every budget is kept, and docs/verification.md shows the counts", async () => {
  const rows = (await measureTokens()).map(([what, text, budget]) => {
    const tokens = countTokens(text);
    expect(tokens, what).toBeLessThanOrEqual(budget ?? Number.POSITIVE_INFINITY);
    return `| ${what} | ${tokens} | ${budget === null ? "" : `≤ ${budget}`} |`;
  });
  const table = ["| What | Tokens | Budget |", "| --- | --- | --- |", ...rows].join("\n");
  const section = readSection("docs/verification.md", "## Tokens");
  expectCommitted("docs/verification.md", table, section.slice(section.indexOf("| What")).trim());
  expect(section).toContain(
    `status has at most ${BUDGET.status} tokens, and the text of a quote at most ${BUDGET.quote}`,
  );
});

const coming = Math.floor(START_MS / BLOCK_MS) + 4_000;
const halts = (...chains: readonly string[]) =>
  Object.fromEntries(chains.map((code) => [`HALT${code}TRADING`, coming]));
const mimirs: readonly Readonly<Record<string, number>>[] = [
  {},
  { STREAMINGSWAPPAUSE: 1 },
  { HALTSIGNINGETH: 1 },
  halts("ETH", "BSC", "BTC", "AVAX"),
  { STREAMINGSWAPPAUSE: 1, HALTSIGNINGETH: 1, HALTSIGNINGBTC: 1, ...halts("ETH", "BTC") },
  {
    STREAMINGSWAPPAUSE: 1,
    HALTSIGNING: 1,
    HALTTRADING: coming,
    ...halts(...presets.thorchain.chains.map(({ code }) => code)),
  },
];
const scenes: readonly Scene[] = (["live", "sample"] as const).flatMap((source) =>
  mimirs.map((mimir) => ({ source, mimir })),
);

interface Side {
  readonly asset: string;
  readonly chain: string;
  readonly priceUsd: number;
  readonly depthUsd: number;
}
async function listSides(network: Network): Promise<Side[]> {
  const { pools } = await network.getPools();
  const inDollars = (usd: bigint | null) => Number(usd ?? 0n) / 1e8;
  const sides = pools
    .filter(({ status, trading }) => status === "available" && trading.verdict === "open")
    .map(({ asset, chain, priceUsd, depthUsd }) => {
      return { asset, chain, priceUsd: inDollars(priceUsd), depthUsd: inDollars(depthUsd) / 2 };
    });
  return [...sides, { asset: "THOR.RUNE", chain: "THOR", priceUsd: 1.5, depthUsd: 1e9 }];
}

/** Sides are taken modulo their number. `share`: of the smaller pool. */
const drawnQuotes = fc.record({
  scene: fc.nat(scenes.length - 1),
  from: fc.nat(999),
  to: fc.nat(999),
  share: fc.constantFrom(0.00001, 0.004, 0.04, 0.3, 3),
  form: fc.constantFrom<object>(
    {},
    {},
    { streaming: "single" },
    { streaming: { interval: 1, quantity: 0 } },
    { streaming: { interval: 3, quantity: 5000 } },
    { liquidity_tolerance_bps: 0 },
  ),
  destination: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
  refund: fc.boolean(),
  affiliate: fc.boolean(),
  order: fc.integer({ min: 0, max: 7 }).map((number) => number === 0),
});
type DrawnQuote = typeof drawnQuotes extends fc.Arbitrary<infer T> ? T : never;

/** Null where both sides are the same. */
function questionOf(drawn: DrawnQuote, sides: readonly Side[]): object | null {
  const [from, to] = [sides[drawn.from % sides.length], sides[drawn.to % sides.length]] as [
    Side,
    Side,
  ];
  if (from === to) return null;
  const smallerUsd = Math.min(from.depthUsd, to.depthUsd);
  const amountOf = (share: number, { priceUsd }: Side) =>
    Math.max(1e-6, (share * smallerUsd) / priceUsd).toFixed(6);
  const receiver = {
    destination: userAddress(to.chain),
    ...(drawn.refund && from.chain !== "THOR" && { refund_address: userAddress(from.chain) }),
    ...(drawn.affiliate && { affiliate: "smpl", affiliate_bps: 30 }),
  };
  return {
    from: from.asset,
    to: to.asset,
    amount: amountOf(drawn.share, from),
    ...((drawn.destination || drawn.order) && receiver),
    ...(drawn.order
      ? { target_out: ((1.05 * drawn.share * to.depthUsd) / to.priceUsd).toFixed(6) }
      : drawn.form),
  };
}

type Answer = SwapQuoteAnswer & EnvelopeAnswer;
/** Nothing is wrong, and of a limit order, a receiver of refunds and an affiliate the memo has one at most. */
function isOrdinary({ warnings, order }: Answer, asked: object): boolean {
  const extras = [order !== null, "refund_address" in asked, "affiliate" in asked];
  const isFine = warnings.every(({ code }) => code === "sample");
  return isFine && extras.filter(Boolean).length < 2;
}

test("get_swap_quote: whatever is asked, the text stays within its budget", {
  tag: "@long",
}, async () => {
  const numRuns = countRuns(20_000, 400);
  test.setTimeout(120_000 + numRuns * 40);
  const networks = scenes.map((scene) => createScene(scene));
  const sides = await listSides(networks[0] as Network);
  expect(sides.length).toBeGreaterThan(30);
  const counts = { memo: 0, warned: 0, plain: 0 };
  const property = fc.asyncProperty(drawnQuotes, async (drawn) => {
    const asked = questionOf(drawn, sides);
    if (asked === null) return;
    const { structured, text } = await runTool("get_swap_quote", asked, networks[drawn.scene]);
    const answer = structured as unknown as Answer;
    // Of an order that the network would never fill, nothing is read.
    if (drawn.order && answer.error?.code === "invalid_order") return;
    counts.memo += Number(answer.memo !== null);
    counts.warned += Number(answer.memo !== null && answer.warnings.length > 1);
    counts.plain += Number(answer.memo === null);
    const tokens = countTokens(text);
    const budget = isOrdinary(answer, asked) ? BUDGET.quote : BUDGET.warnedQuote;
    if (tokens > budget) throw new Error(`${tokens} tokens: ${JSON.stringify(asked)}\n${text}`);
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
  // Otherwise the texts that matter were not among them.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(numRuns / 20);
});

for (const source of ["sample", "live"] as const)
  test(`get_swap_status, ${source}: every sample transaction, and each step of the one that walks`, async () => {
    let nowMs = START_MS;
    const network = createScene({ source, now: () => nowMs });
    const states = new Set<unknown>();
    const ask = async (id: string) => {
      const txid = source === "live" ? realTxid(id) : id;
      const { structured, text } = await runTool("get_swap_status", { txid }, network);
      states.add(structured.state);
      expect(countTokens(text), text).toBeLessThanOrEqual(BUDGET.status);
    };
    for (const { txid } of sampleTransactions) await ask(txid);
    for (let block = 0; block < 40; block += 1) {
      await ask(sampleWalk.txid);
      nowMs += BLOCK_MS;
    }
    expect(states.size).toBeGreaterThan(9);
  });
